import type { components } from '../../document/control-types.gen.ts';
import type { ControlHandler } from '../control-handler.ts';
import { coverageReport } from './coverage-report.ts';

export const getCoverage: ControlHandler<'getCoverage'> = (_, { world, document }) => ({
  status: 200,
  // The lists that stand beside the shares are described as one kind.
  body: coverageReport(document, world.coverage) as unknown as components['schemas']['Coverage'],
});

export const clearCoverage: ControlHandler<'clearCoverage'> = (_, { world }) => {
  world.coverage.clear();
  return { status: 204 };
};

import type { ControlHandler } from '../control-handler.ts';
import { coverageReport } from './coverage-report.ts';

export const getCoverage: ControlHandler<'getCoverage'> = (_, { world, document }) => ({
  status: 200,
  body: coverageReport(document, world.coverage),
});

export const clearCoverage: ControlHandler<'clearCoverage'> = (_, { world }) => {
  world.clearCoverage();
  return { status: 204 };
};

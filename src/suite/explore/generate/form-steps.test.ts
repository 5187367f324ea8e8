import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../../deployment/configuration/default-scenario.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import { histogramOf } from '../explore.ts';
import { formRequests } from './form-steps.ts';
import { memberNames } from './themes.ts';

it('sends files of exactly 10 MB and of one byte more, rarely', () => {
  const document = loadContractDocument();
  const nowhere = 'http://127.0.0.1:1';
  const settings = throwAwaySettings({ base_url: nowhere, api_url: nowhere, alt_url: nowhere });
  const names = memberNames(document, 'createAgentOrUpdate');
  const { files } = formRequests(names, settings, histogramOf(document, 1).wanted());
  const sent = fc.sample(fc.oneof(...files), { seed: 1, numRuns: 500 });
  const sizes = sent.flatMap(({ form = [] }) => form.flatMap(({ file }) => file?.size ?? []));
  expect(sizes).toEqual(expect.arrayContaining([10_000_000, 10_000_001]));
  expect(sizes.length).toBeLessThan(60);
});

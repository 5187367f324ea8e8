import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import { Histogram } from '../histogram.ts';
import { generatorOf, themesOf } from './themes.ts';

const document = loadContractDocument();
const nowhere = 'http://127.0.0.1:1';
const settings = throwAwaySettings({ base_url: nowhere, api_url: nowhere, alt_url: nowhere });

it.each([
  ['verifyToken', 'own', 'unknown'],
  ['verifyToken', 'expired', 'own'],
  ['getToken', 'login', 'tokenless'],
  ['getToken', 'unknown', 'login'],
])('races %s by %s and by %s', (operation, one, other) => {
  const generator = generatorOf({ settings, effects: ['none', 'reversible'] }, document);
  const [, races] = themesOf(generator, new Histogram(document, 1))['races'] ?? [];
  const steps = races === undefined ? [] : fc.sample(races, { seed: 1, numRuns: 800 });
  const sent = steps.flatMap((step) => (step.do === 'race' ? [step.requests] : []));
  const pairs = sent.map((requests) => requests.map((request) => `${request.operation} ${request.as}`));
  expect(pairs).toContainEqual([`${operation} ${one}`, `${operation} ${other}`]);
});

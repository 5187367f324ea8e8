import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Settings, throwAwaySettings, unmetNeeds } from '../../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import type { RunPlan } from '../../run-plan.ts';
import { Histogram } from '../histogram.ts';
import { needsOf, type SentRequest, type Step } from '../../steps.ts';
import { generatorOf } from './themes.ts';
import { probesOf, walkArbitrary } from './walk-arbitrary.ts';

const document = loadContractDocument();
const nowhere = 'http://127.0.0.1:1';
const settings = throwAwaySettings({ base_url: nowhere, api_url: nowhere, alt_url: nowhere });

describe('walkArbitrary', () => {
  it('begins the 25 walks of a run with every plain request, by each caller', () => {
    const sent = new Set(walksOf(['none', 'reversible'], 25).flatMap(requestsIn).map(textOf));
    const missing = probesOf(generatorOf({ settings, effects: ['reversible'] }, document).cells).filter(
      (probe) => !sent.has(textOf(probe)),
    );
    expect(missing).toEqual([]);
  });

  it('has the length that is asked for', () => {
    expect(walksOf(['none', 'reversible'], 5).map(({ length }) => length)).toEqual([40, 40, 40, 40, 40]);
  });

  it('shrinks a race to its requests in turn', () => {
    const generator = generatorOf({ settings, effects: ['none', 'reversible'] }, document);
    const walks = walkArbitrary(generator, 40, new Histogram(document, 1));
    const racesIn = (steps: readonly Step[]): number => steps.filter((step) => step.do === 'race').length;
    const tried = Array.from({ length: 9 }, (_, seed) => {
      const seen: (readonly Step[])[] = [];
      // The first one fails, and nothing simpler.
      fc.check(
        fc.property(walks, (walk) => seen.push(walk) > 1),
        { seed, numRuns: 1 },
      );
      return seen;
    });
    const [walk = [], ...simpler] = tried.find(([first = []]) => racesIn(first) > 0) ?? [];
    const inTurn = simpler.filter(({ length }) => length > walk.length);
    expect(inTurn.length).toBe(racesIn(walk));
    for (const each of inTurn) expect(requestsIn(each)).toEqual(requestsIn(walk));
  });

  it('repeats requests by callers who are nobody right after them', () => {
    const followed = walksOf(['none', 'reversible'], 25).flatMap((walk) =>
      walk.flatMap((step, at) => {
        const next = walk[at + 1];
        const isSame =
          step.do === 'send' &&
          next?.do === 'send' &&
          textOf({ ...next.request, as: step.request.as }) === textOf(step.request);
        return isSame && next.request.as === 'expired' ? step.request.operation : [];
      }),
    );
    expect(new Set(followed).size).toBeGreaterThan(4);
  });

  it('sends two requests about one agent in a row, another pair each time', () => {
    const sent = new Set(
      walksOf(['none', 'reversible'], 50).flatMap((walk) =>
        walk.map((step, at) => JSON.stringify([step, walk[at + 1]].map((each) => each?.do === 'send' && each.request))),
      ),
    );
    const { rows } = generatorOf({ settings, effects: ['reversible'] }, document);
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((row) => sent.has(JSON.stringify(row))).length / rows.length).toBeGreaterThan(0.4);
  });

  it('sends nothing that takes what the configuration does not give', () => {
    const bare = { ...settings, second_workspace: {}, login: {}, numbers: {}, campaigns: {}, expired_token: '' };
    const unmet = walksOf(['none', 'reversible'], 50, bare).flatMap((walk) => unmetNeeds(bare, needsOf(walk)));
    expect(unmet).toEqual([]);
  });

  it('only reads if the run may not write', () => {
    const operations = new Set(
      walksOf(['none'], 25)
        .flatMap(requestsIn)
        .map(({ operation }) => operation),
    );
    expect([...operations].toSorted()).toEqual(['getAgent', 'getToken', 'listAudience', 'listVoices', 'verifyToken']);
  });
});

/** Walks one after another, each steered by those before. */
function walksOf(effects: RunPlan['effects'], count: number, given: Settings = settings): (readonly Step[])[] {
  const histogram = new Histogram(document, 1);
  const generator = generatorOf({ settings: given, effects }, document);
  return Array.from({ length: count }, (_, seed) => {
    const [walk = []] = fc.sample(walkArbitrary(generator, 40, histogram), { seed, numRuns: 1 });
    for (const step of walk) histogram.watch({ step });
    return walk;
  });
}

function requestsIn(walk: readonly Step[]): SentRequest[] {
  return walk.flatMap((step) => (step.do === 'send' ? [step.request] : step.do === 'race' ? step.requests : []));
}

function textOf(request: SentRequest): string {
  return JSON.stringify(request);
}

import type { Choices } from '../../src/clauses/profile.ts';
import { operationPlaces } from '../../src/deployment/addresses.ts';
import { throwAwaySettings } from '../../src/deployment/configuration/default-scenario.ts';
import type { Transport } from '../../src/deployment/transport.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { startInProcessTarget } from '../../src/judge/in-process-target.ts';
import { learn, type Learned } from '../../src/judge/learn/learn.ts';
import { updateProfile } from '../../src/judge/learn/update-profile.ts';
import { compareWithMock } from '../../src/judge/parity/parity.ts';
import { openSession } from '../../src/judge/session.ts';
import { scriptsToLearn } from '../all-checks.ts';
import { allExperiments } from './searches.experiments.ts';

/** Learns from the mock over HTTP, with a profile that it follows and whatever wraps it, as a deployment of its own. */
export async function learnProvider(
  document: ContractDocument,
  profile?: object,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): Promise<Learned & { readonly requests: number }> {
  const target = await startInProcessTarget(profile);
  const { addresses } = target;
  const settings = throwAwaySettings(addresses);
  const http = createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 10_000 });
  const provider = wrap(http);
  let requests = 0;
  const transport: Transport = (request) => {
    requests += 1;
    return provider(request);
  };
  const effects = ['none', 'reversible', 'irreversible'] as const;
  const plan = { settings, addresses, effects, withAssumptions: true, run: 'learn' };
  try {
    const session = openSession({ document, plan, transport, validatesAssumed: false });
    const experiments = allExperiments;
    const learned = await learn({
      ...{ document, session, plan, experiments },
      scripts: scriptsToLearn(document),
      now: () => new Date(0),
    });
    return { ...learned, requests };
  } finally {
    http.close();
    await target.close();
  }
}

/** The lessons of one deployment that say something else than it does: its alternatives. */
export function wrongLessons(
  { lessons }: Learned,
  follows: Readonly<Record<string, string>>,
  choices: Choices,
): readonly string[] {
  return [...choices.values()].flatMap(({ id, alternatives }) => {
    const lesson = lessons.get(id);
    if (lesson?.kind !== 'decided') return [];
    const does = follows[id] ?? [...alternatives.keys()][0];
    return lesson.alternative === does ? [] : [`${id}: ${String(lesson.alternative)} learned, ${String(does)} done`];
  });
}

/** How much was decided of what has an effect on the deployment. */
export function decidedShare({ lessons }: Learned): number {
  const effective = [...lessons.values()].filter(({ kind }) => kind !== 'hidden');
  return effective.filter(({ kind }) => kind === 'decided').length / effective.length;
}

/** The share of answers that are alike of a provider, and of the mock with what was learned of it. */
export async function parityOf(document: ContractDocument, profile: object, learned: Learned): Promise<number> {
  const target = await startInProcessTarget(profile);
  const { addresses } = target;
  const effects = ['none', 'reversible'] as const;
  const plan = { settings: throwAwaySettings(addresses), addresses, withAssumptions: false, effects, run: 'parity' };
  try {
    const followed = updateProfile(null, learned, 'learned', document.choices).profile.overlay;
    const { equal, compared } = await compareWithMock({
      ...{ document, plan, profile: followed, walks: 4, steps: 25, seed: 11 },
      // What differs is counted, not explained.
      ...{ isOver: () => false, explains: false, onProgress: () => undefined },
    });
    return equal / compared;
  } finally {
    await target.close();
  }
}

/** What was decided of one deployment, and otherwise or not of another. */
export function lessonsUnlike({ lessons }: Learned, other: Learned): readonly string[] {
  return [...lessons].flatMap(([id, lesson]) => {
    const found = other.lessons.get(id);
    // Cases of a refusal may be told apart otherwise: what stands in them is compared by walks.
    if (lesson.kind !== 'decided' || (found === undefined && id.includes(';'))) return [];
    return found?.kind === 'decided' && found.alternative === lesson.alternative ? [] : [id];
  });
}

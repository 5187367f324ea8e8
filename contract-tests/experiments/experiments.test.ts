import { expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { profileJson } from '../../src/clauses/profile/check-profile.ts';
import { choicesOfScript } from '../../src/judge/learn/learn-scripts.ts';
import { scriptsToLearn } from '../all-checks.ts';
import { thirdProvider } from '../self-test/third-provider.ts';
import { updateProfile } from '../../src/judge/learn/update-profile.ts';
import { otherAlternatives, profileOf, someValues } from '../every-choice.ts';
import { allExperiments, shownByAnswers } from './searches.experiments.ts';
import {
  decidedShare,
  lessonsUnlike,
  learnProvider,
  parityOf,
  someAlternatives,
  wrongLessons,
} from './learn-provider.ts';

const document = loadContractDocument();
const { choices } = document;
const last = Object.fromEntries(otherAlternatives(choices.values()).map(({ id, name }) => [id, name]));

it('has an experiment for each choice, or says why there can be none', () => {
  const searched = allExperiments.flatMap((each) => each.decides);
  const asked = scriptsToLearn(document).flatMap((script) => choicesOfScript(script, document).map(({ id }) => id));
  const known = new Set([...searched, ...asked, ...shownByAnswers.keys()]);
  expect([...choices.keys()].filter((id) => !known.has(id))).toEqual([]);
  expect([...known].filter((id) => !choices.has(id))).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['takes the first alternative of every choice', {}],
  ['takes any alternative', someAlternatives(choices, 14)],
])('decides 9 of 10 choices of a provider that %s, and none wrongly', { timeout: 400_000 }, async (_, follows) => {
  const learned = await learnProvider(document, profileOf('provider', follows));
  expect(wrongLessons(learned, follows, choices)).toEqual([]);
  expect(decidedShare(learned)).toBeGreaterThan(0.9);
  expect(learned.requests).toBeLessThan(3000);
  expect(learned.outcomes.flatMap(({ cleaning }) => cleaning.left)).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  ['takes the last alternative of every choice', last, {}],
  ['takes any alternative, and odd values', someAlternatives(choices, 3), someValues(choices.values(), 3)],
])('lets the mock answer as a provider that %s', { timeout: 400_000 }, async (_, follows, values) => {
  const provider = profileOf('provider', follows, values);
  const learned = await learnProvider(document, provider);
  expect(wrongLessons(learned, follows, choices, values)).toEqual([]);
  expect(decidedShare(learned)).toBeGreaterThan(0.9);
  expect(await parityOf(document, provider, learned)).toBeGreaterThanOrEqual(0.95);
});

const other = learnProvider(document, undefined, thirdProvider(document, 1));

it('writes a profile that lets the mock do what the provider does', { timeout: 400_000 }, async () => {
  const provider = await other;
  const { profile } = updateProfile(null, provider, 'other');
  const mock = await learnProvider(document, profileJson(profile));
  // A form that names no agent to update still reads the id: the code of its refusal is another.
  const different = lessonsUnlike(provider, mock).filter((id) => id !== 'create-agent.agent-id.invalid.code');
  expect(different).toEqual([]);
});

it.each<[string, number, string]>([
  ['a page of HTML', 200, '<html>Welcome</html>'],
  ['a failure', 500, '{"error":true,"message":"Internal server error"}'],
  ['nothing', 200, ''],
])('decides nothing if every answer is %s', { timeout: 200_000 }, async (_, status, text) => {
  const { lessons } = await learnProvider(
    document,
    undefined,
    () => () => Promise.resolve({ status, headers: {}, text }),
  );
  const decided = [...lessons].flatMap(([id, { kind }]) => (kind === 'decided' ? [id] : []));
  // An empty body and what is taken for it are right answers of verify.
  expect(decided.filter((id) => !/^(verify|errors|auth|request)\./.test(id))).toEqual([]);
});

it('learns what a provider does that nobody described by a profile', { timeout: 400_000 }, async () => {
  const { lessons } = await other;
  const decided = new Map(
    [...lessons].flatMap(([id, lesson]) => {
      if (lesson.kind !== 'decided') return [];
      return [[id, 'alternative' in lesson.decision ? lesson.decision.alternative : lesson.decision.value] as const];
    }),
  );
  const expected = {
    'create-agent.success.status': 'created',
    'create-agent.updated.message': 'Saved.',
    'agent.deleted': 'missing',
    'agent.campaigns.items': 'campaign',
    'agent.campaigns.active': 'inprogress',
    'createagentorupdate.agent-id': 'ignored',
    'createagentorupdate.files.items': 'name',
    'agent-update.success': 'no-content',
    'verify.success.body': 'empty',
    'campaign.completed.answer': 'repeated',
    'audience-list.filter.spellings': 'brackets',
    'audience-list.pages.past-the-end': 'not-found',
    'audience-list.not-found.status': 403,
    'audience-list.item.never-called.last_attempt': '-',
    'voice-list.default-limit.provider_a': 6,
    'errors.shape.listAudience': 'bare',
  };
  expect(Object.fromEntries(decided)).toMatchObject(expected);
  // Words of its own, a code of its own, and a parameter that is refused here and ignored there.
  for (const id of ['agent.last-modified.words', 'errors.code.createAgent', 'request.unknown-query'] as const) {
    expect(lessons.get(id)?.kind, id).toBe('unfit');
  }
});

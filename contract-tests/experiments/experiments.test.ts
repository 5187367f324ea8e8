import { expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import type { OverlayAction } from '../../src/document/overlay.ts';
import { choicesOfScript } from '../../src/judge/learn/learn-scripts.ts';
import { decidingActions } from '../../src/judge/learn/value-classes.ts';
import { scriptsToLearn } from '../all-checks.ts';
import { valueIds } from '../../src/judge/learn/values.ts';
import { thirdProvider } from '../self-test/third-provider.ts';
import { overlayOf } from '../../src/judge/as-mock/mock-worlds.ts';
import { otherAlternatives, someAlternatives, someRefusals } from '../every-choice.ts';
import { allExperiments, lengthOf } from './experiments.ts';
import { textFields } from './value-scripts.ts';
import { decidedShare, learnProvider, parityOf, wrongLessons } from './learn-provider.ts';

const document = loadContractDocument();
const { choices } = document;
const last = Object.fromEntries(otherAlternatives(choices.values()).map(({ id, name }) => [id, name]));

it('has an experiment for each choice, or says why there can be none', () => {
  const searched = allExperiments(document).flatMap((each) => each.decides);
  const asked = scriptsToLearn(document).flatMap((script) => choicesOfScript(script, document).map(({ id }) => id));
  const known = new Set<string>([...searched, ...asked]);
  expect([...choices.keys()].filter((id) => !known.has(id))).toEqual([]);
  const lengths = textFields(document).map(lengthOf);
  const values = new Set<string>([...valueIds, ...lengths]);
  expect([...known].filter((id) => !choices.has(id as never) && !values.has(id))).toEqual([]);
  expect(lengths).toContain('createAgent agent_name longest');
});

/** What a provider's new agents have otherwise. */
const settings = { '/data/configuration/temperature': 0.35, '/data/basic_details/category': 2 };
const newAgents: OverlayAction = { target: "$['x-values']", update: { 'new-agent': settings } };

/** Where alternatives differ, and nothing else shows: in which operations take a header, and in items that it shows otherwise. */
const shownOtherwise: OverlayAction = {
  target: "$.paths[*][?@.operationId == 'getAgent'].responses['200']",
  update: {
    'x-shown': {
      '/data/knowledge_base/pages/*': { fields: { title: { from: 'name' }, text: { from: 'content' } } },
    },
  },
};
const hardToTell = { 'auth.api-access-token': 'json-creation', 'createagentorupdate.texts.places': 'pages' };

/** Which values fields take that are refused otherwise. */
const taken = {
  'voice.settings.speed': { minimum: 0.25, maximum: 3 },
  'speech_to_text.language': { enum: ['de', 'en'] },
};
const takenOtherwise = Object.entries(taken).map(([field, rule]): OverlayAction => {
  const target = `$.components.schemas.AgentChange.properties.${field.replaceAll('.', '.properties.')}`;
  return { target, update: { 'x-assumed': rule } };
});
/** Of a name that is refused anyway it is said that there is none. */
const blank = 'createAgentOrUpdate basic_details[agent_name]=blank';
takenOtherwise.push(...decidingActions(blank, 'absent'));

it.each<[string, Readonly<Record<string, string>>, readonly OverlayAction[]]>([
  ['takes the first alternative of every choice, and other values', {}, takenOtherwise],
  ['takes the last alternative of every choice', last, []],
  [
    'takes any alternative, refuses otherwise, and has other new agents',
    { ...someAlternatives(choices.values(), 3), ...hardToTell },
    [...someRefusals(document, 3), newAgents, shownOtherwise],
  ],
])('lets the mock answer as a provider that %s', { timeout: 400_000 }, async (_, follows, actions) => {
  const provider = { profile: overlayOf('provider', { behaviours: follows, actions }) };
  const learned = await learnProvider(document, provider);
  expect(wrongLessons(learned, follows, choices)).toEqual([]);
  expect(decidedShare(learned)).toBeGreaterThan(0.9);
  for (const id of Object.keys(hardToTell)) {
    const [usual] = choices.get(id as never)?.alternatives.keys() ?? [];
    expect(learned.lessons.get(id), id).toMatchObject({ kind: 'decided', alternative: follows[id] ?? usual });
  }
  // Two names of one thing would be decided by turns.
  const moved = [...learned.lessons].filter(
    ([, each]) => each.kind === 'unseen' && each.reason.includes('changes with'),
  );
  expect(moved).toEqual([]);
  expect(learned.requests).toBeLessThan(1500);
  expect(learned.outcomes.flatMap(({ cleaning }) => cleaning.left)).toEqual([]);
  const told = [...learned.lessons.keys()].filter((what) => what.endsWith(' of a new agent')).sort();
  const own = actions.includes(newAgents) ? Object.keys(settings).sort() : [];
  expect(told).toEqual(own.map((pointer) => `getAgent ${pointer} of a new agent`));
  const values = [...learned.lessons].flatMap(([what, lesson]) =>
    what.endsWith(' values') && lesson.kind === 'decided' ? [[what, JSON.parse(lesson.said) as object]] : [],
  );
  expect(Object.fromEntries(values)).toEqual(
    actions === takenOtherwise
      ? {
          'createAgent voice.settings.speed values': taken['voice.settings.speed'],
          'createAgent speech_to_text.language values': {
            enum: expect.toSatisfy((all: string[]) => all.toSorted().join() === 'de,en'),
          },
        }
      : {},
  );
  const said = actions === takenOtherwise ? 'absent' : undefined;
  expect(learned.lessons.get(blank)).toEqual(said && expect.objectContaining({ kind: 'decided', alternative: said }));
  const { equal, compared } = await parityOf(document, provider, learned);
  expect(equal / compared).toBeGreaterThanOrEqual(0.95);
});

it.each<[string, number, string]>([
  ['a page of HTML', 200, '<html>Welcome</html>'],
  ['a failure', 500, '{"error":true,"message":"Internal server error"}'],
  ['nothing', 200, ''],
])('decides nothing if every answer is %s', { timeout: 200_000 }, async (_, status, text) => {
  const wrap = () => () => Promise.resolve({ status, headers: {}, text });
  const { lessons } = await learnProvider(document, { wrap });
  const decided = [...lessons].flatMap(([id, { kind }]) => (kind === 'decided' ? [id] : []));
  // An empty body is a right answer of the two whose bodies the specification does not show.
  const isRight = text === '' ? /^(verifyToken|updateAgent) / : /^$/;
  const others = decided.filter((id) => !/^(verify|errors|auth|request)\./.test(id) && !isRight.test(id));
  expect(others).toEqual([]);
});

it('learns what a provider does that nobody described by a profile', { timeout: 400_000 }, async () => {
  const provider = { wrap: thirdProvider(document, 1) };
  const learned = await learnProvider(document, provider);
  const { lessons } = learned;
  const said = [
    ['createAgent created', '200'],
    ['verifyToken valid', '200 without a body'],
    ['forceCompleteCampaign /message', '{"constant":"Done."}'],
    ['listAudience /datalist/*/tags', '{"constant":[]}'],
    ['listAudience /pagination/hasNext', '{"constant":false}'],
    ['createAgent /request_id', '{"constant":"createAgent"}'],
    ['getToken *=query-parameter', 'refused'],
    ['listAudience /datalist/*/last_attempt', '{"cases":[{"is":"","shown":"-"}]}'],
    ['auth.authorization.campaigns', 'bare-or-bearer'],
  ] as const;
  for (const [id, each] of said) expect(lessons.get(id)).toMatchObject({ kind: 'decided', said: each });
  expect(lessons.get('createAgent agent.name.rule')).toMatchObject({
    ...{ kind: 'decided', said: expect.stringContaining(String.raw`Check \"agent_name\" ({json`) },
  });
  // Words of its own.
  for (const id of ['agent.last-modified.words', 'audience-list.item.duration.form'])
    expect(lessons.get(id)?.kind, id).not.toBe('decided');
  const { equal, compared } = await parityOf(document, provider, learned);
  expect(equal / compared).toBeGreaterThan(0.95);
});

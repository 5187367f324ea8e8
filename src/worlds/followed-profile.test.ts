import { describe, expect, it } from 'vitest';
import { someRefusals } from '../../contract-tests/every-choice.ts';
import { amendDocument } from '../clauses/amend-document.ts';
import { checkProfile } from '../clauses/profile.ts';
import { ProfileError } from '../document/overlay.ts';
import type { OverlayAction } from '../document/overlay.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { ruleAlternatives } from '../domain/choices/rules.ts';
import { overlayOf } from '../judge/as-mock/mock-worlds.ts';
import { createFollower } from './world.ts';

const document = loadContractDocument();
const choices = [...document.choices.values()];

function amended(behaviours: Readonly<Record<string, string>>, actions: readonly OverlayAction[] = []) {
  return amendDocument(document, checkProfile(overlayOf('one', { behaviours, actions }), document.choices));
}

function faultsOf(...actions: readonly OverlayAction[]): string {
  try {
    amended({}, actions);
    return '';
  } catch (error) {
    if (error instanceof ProfileError) return error.message;
    throw error;
  }
}

describe('every choice of the catalogue', () => {
  it('is decided by the document or by a rule, and the default changes nothing', () => {
    for (const { id, alternatives } of choices) {
      const [first, ...others] = [...alternatives];
      expect(first?.[1].overlay, id).toEqual([]);
      const rules = (ruleAlternatives as Readonly<Record<string, object>>)[id];
      if (rules !== undefined) expect(Object.keys(rules), id).toEqual([...alternatives.keys()]);
      else
        expect(
          others.filter(([, { overlay }]) => overlay.length === 0),
          id,
        ).toEqual([]);
    }
    expect(Object.keys(ruleAlternatives).filter((id) => !choices.some((choice) => choice.id === id))).toEqual([]);
  });

  it('leaves a document that holds together, whichever alternative is taken', () => {
    // An alternative that is a rule of behaviour leaves the document as it is, but for its name: one text is verified once.
    const verified = new Set<string>();
    for (const { id, alternatives } of choices) {
      for (const name of alternatives.keys()) {
        const verify = () => {
          const document = amended({ [id]: name });
          const text = JSON.stringify({ ...document.openapi, 'x-behaviours': undefined });
          if (!verified.has(text)) document.verify();
          verified.add(text);
        };
        expect(verify, `${id}: ${name}`).not.toThrow();
      }
    }
  });
});

it('shares a document among profiles that differ in what no document says', () => {
  const follow = createFollower(document);
  const added = { target: '$.info', update: { summary: 'staging' } };
  const following = (token: string, ...actions: readonly OverlayAction[]) =>
    follow(overlayOf('one', { behaviours: { 'agent.token': token }, actions }));
  const [signed, unsigned, plain] = [following('signed', added), following('unsigned', added), following('signed')];
  expect(unsigned.document.operations).toBe(signed.document.operations);
  expect(unsigned.document.openapi['x-behaviours']).toEqual({ 'agent.token': 'unsigned' });
  expect(signed.document.openapi['x-behaviours']).toEqual({ 'agent.token': 'signed' });
  expect(plain.document.operations).not.toBe(signed.document.operations);
});

const verify = "$.paths['/verify'].post";
const detail = "$.paths['/agents/get-by-id'].get";
const example = (status: number, name: string) =>
  `${detail}.responses['${status}'].content['application/json'].examples['${name}']`;

describe('an overlay by hand', () => {
  it('changes texts, codes, statuses and limits, and the document holds together', () => {
    expect(() => amended({}, someRefusals(document, 5)).verify()).not.toThrow();
    const limit = "$.paths[*][?@.operationId == 'listAudience'].parameters[?@.name == 'limit']";
    const moved = example(400, 'get-by-id.agent-id.invalid');
    const other = amended({}, [
      { target: `${limit}.schema['x-assumed'].maximum`, update: 20 },
      { target: moved, remove: true },
      {
        target: example(404, 'x').replace("['x']", ''),
        update: { 'get-by-id.agent-id.invalid': { value: { error: true, message: 'Agent not found' } } },
      },
    ]);
    other.verify();
    expect(other.operations.get('getAgent')?.refusals.get('get-by-id.agent-id.invalid')).toMatchObject({
      status: 404,
      body: { error: true, message: 'Agent not found' },
    });
  });

  it.each<[string, string, OverlayAction[]]>([
    ['a target that selects nothing', 'actions[0] ($.nothing): selects nothing', [{ target: '$.nothing', update: 1 }]],
    ['a target that is no JSONPath', 'actions[0] (paths): is not a JSONPath', [{ target: 'paths', update: 1 }]],
    [
      'a stated refusal that is gone',
      'breaks get-by-id.not-found',
      [{ target: example(404, 'get-by-id.not-found'), remove: true }],
    ],
    [
      'another message of a stated refusal',
      'breaks get-by-id.agent-id.missing',
      [{ target: `${example(400, 'get-by-id.agent-id.missing')}.value`, update: { message: 'No id' } }],
    ],
    [
      'a field that an answer has no more',
      'breaks agent.',
      [{ target: '$.components.schemas.AgentBasicDetails.properties.id', remove: true }],
    ],
    [
      'another default than the stated one',
      'breaks audience-list.default-limit',
      [
        {
          target: "$.paths[*][?@.operationId == 'listAudience'].parameters[?@.name == 'limit'].schema.default",
          update: 20,
        },
      ],
    ],
    [
      'an id that is shown as a word',
      'getAgent shows values so that /data/basic_details/id must be an integer',
      [
        {
          target: `${detail}.responses['200']`,
          update: { 'x-shown': { '/data/basic_details/id': { text: 'no {value}' } } },
        },
      ],
    ],
    [
      'no way to show a value',
      'is no way to show a value',
      [{ target: `${detail}.responses['200']`, update: { 'x-shown': { '/data/id': { sometimes: 1 } } } }],
    ],
    ['an operation that is gone', 'is gone', [{ target: verify, remove: true }]],
    [
      'an error without a message',
      'errors.shape',
      [{ target: `${example(400, 'get-by-id.agent-id.invalid')}.value.message`, remove: true }],
    ],
    [
      'an unknown behaviour',
      'Did you mean agent.deleted?',
      [{ target: "$['x-behaviours']", update: { 'agent.delete': 'x' } }],
    ],
    [
      'an unknown alternative',
      'Did you mean missing?',
      [{ target: "$['x-behaviours']", update: { 'agent.deleted': 'mising' } }],
    ],
    ['more than a pattern may cost', 'neither match nor search', [{ target: "$..[?match(@, '(a+)+')]", remove: true }]],
    [
      'a large update in many places',
      'actions[0] ($.components.schemas.*): makes a document of more than 8000000 characters',
      [{ target: '$.components.schemas.*', update: { 'x-note': 'a'.repeat(500_000) } }],
    ],
    [
      'a list that is doubled again and again',
      "($['x-list']): makes a document of more than 8000000 characters",
      [
        { target: '$', update: { 'x-list': ['a'.repeat(1000)] } },
        ...Array.from({ length: 40 }, () => ({ target: "$['x-list']", copy: "$['x-list']" })),
      ],
    ],
  ])('is refused with %s', (_, fault, actions) => {
    expect(faultsOf(...actions)).toContain(fault);
  });
});

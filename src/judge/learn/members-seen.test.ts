import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { Findings } from './findings.ts';
import { concludeMembers } from './members-seen.ts';

const document = loadContractDocument();

function answerOf(operation: OperationId, body: unknown): CheckedAnswer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = { operation, query: [], headers: {}, body: { kind: 'none' } as const };
  return { request, status: 200, headers: {}, text, body, unread: null };
}

function seen(operation: OperationId, ...bodies: readonly unknown[]): unknown {
  const findings = new Findings();
  findings.answered(bodies.map((body) => answerOf(operation, body)));
  concludeMembers(findings, document);
  const [sight] = findings.sightsOf(`answers.${operation}.members`);
  return sight?.kind === 'value' ? sight.value : sight?.kind;
}

const created = (more: object, data: object = {}) => ({
  ...{ success: true, message: 'Created' },
  data: { agent_id: 1, agent_name: 'a', ...data },
  ...more,
});

it.each<[string, unknown, readonly [OperationId, ...unknown[]]]>([
  ['nothing beyond the document', {}, ['createAgent', created({}), created({})]],
  [
    'what all answers have, wherever it stands',
    { '/version': 2, '/data/links': { self: '/' } },
    [
      'createAgent',
      created({ version: 2 }, { links: { self: '/' } }),
      created({ version: 2 }, { links: { self: '/' } }),
    ],
  ],
  ['not what one answer lacks', {}, ['createAgent', created({ a: 1 }), created({})]],
  [
    'not what differs, beside what does not',
    { '/b': 1 },
    ['createAgent', created({ a: 1, b: 1 }), created({ a: 2, b: 1 })],
  ],
  [
    'one UUID for all',
    { '/id': '11111111-2222-4333-8444-555555555555' },
    [
      'createAgent',
      created({ id: '11111111-2222-4333-8444-555555555555' }),
      created({ id: '00000000-0000-4000-8000-000000000007' }),
    ],
  ],
  [
    'items of lists',
    { '/data/voices/*/accent': 'none' },
    ['listVoices', { data: { voices: [{ accent: 'none' }, { accent: 'none' }] } }, { data: { voices: [] } }],
  ],
  [
    'what a body has beside its form',
    { '/ok': true },
    ['verifyToken', { message: 'Fine', ok: true }, { message: 'Fine', ok: true }],
  ],
  ['names with slashes', { '/a~1b': 1 }, ['verifyToken', { 'a/b': 1 }, { 'a/b': 1 }]],
  ['that members all differ', 'unfit', ['createAgent', created({ n: 1 }), created({ n: 2 })]],
  ['that there is no body', 'hidden', ['verifyToken', undefined]],
  ['nothing of no answer', undefined, ['getToken']],
])('sees %s', (_, expected, [operation, ...bodies]) => {
  expect(seen(operation, ...bodies)).toEqual(expected);
});

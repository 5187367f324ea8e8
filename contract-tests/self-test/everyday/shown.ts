import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { answering, instead, opening, showingValue } from '../breaks.ts';
import { broken, faultsOf, isOf, json, type Fault } from '../fault.ts';

/** What a field cannot show, although its type is right. */
const shown: readonly (readonly [ClauseId, OperationId, path: string, value: unknown])[] = [
  ['agent.basic-details.agent-token', 'getAgent', 'data.basic_details.agent_token', 'a.b.c'],
  ['agent.basic-details.timestamps', 'getAgent', 'data.basic_details.updated_on', '2026-03-02T09:15:00+02:00'],
  ['agent.tools.denials', 'getAgent', 'data.tools.denials', { denied_words: [], denied_topics: [] }],
  ['agent.last-modified', 'getAgent', 'data.last_modified', '2026-03-02T09:15:00.000Z'],
  ['agent.voice-analysis', 'getAgent', 'data.voice_analysis', false],
  ['agent.campaign-count', 'getAgent', 'data.campaign_count', 9],
  ['agent.campaign-count', 'getAgent', 'data.campaign_count', 0],
  ['agent.campaigns', 'getAgent', 'data.campaigns', []],
  ['agent.is-campaign-on-hold', 'getAgent', 'data.is_campaign_on_hold', false],
  ['agent.is-draft', 'getAgent', 'data.is_draft', true],
  ['agent.is-draft', 'getAgent', 'data.is_draft', false],
  ['agent.is-audience', 'getAgent', 'data.is_audience', false],
  ['token.form', 'getToken', 'token', 'ac3e'],
  ['token.form', 'getToken', 'token', 'z'.repeat(64)],
  ['get-token.most-recent', 'getToken', 'token', 'ac3d'.repeat(16)],
  ['get-token.success', 'getToken', 'token', 'f00d'.repeat(16)],
];

/** Of single fields, of tokens, and of where operations lie. */
export const shownFaults: readonly Fault[] = [
  ...shown.map(([clause, operation, path, value]) =>
    broken(`${operation}: ${path} is ${JSON.stringify(value)}`, clause, showingValue(operation, path, value)),
  ),
  ...faultsOf({
    'get-token.login-token': { 'get-token takes API tokens': opening('getToken', /^ac3e/) },
    'verify.valid': {
      'verify refuses valid tokens': answering(
        (call) => isOf('verifyToken')(call) && call.status === 200,
        'verify.unauthorized',
      ),
      'verify answers 204': instead('verifyToken', isOf('verifyToken'), () => ({ ...json(204, null), text: '' })),
    },
    'verify.body': {
      'verify refuses an empty object': {
        after: (call, body, status) => isOf('verifyToken')(call) && status === 200 && json(400, body),
      },
    },
    'addresses.prefixes': {
      'createagentorupdate lies elsewhere': { after: (call) => isOf('createAgentOrUpdate')(call) && nowhere },
      'agent/update lies elsewhere': { after: (call) => isOf('updateAgent')(call) && nowhere },
    },
    'versioning.prefix': {
      'the prefix /api/v1/global is not served': { after: (call) => isOf('getAgent')(call) && nowhere },
    },
  }),
];

const nowhere = json(404, { error: true, message: 'no such address' });

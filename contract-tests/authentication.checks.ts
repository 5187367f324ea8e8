import type { ClauseId, OperationId } from '../src/document/names.gen.ts';
import { memberOf, type Api, type CallOptions } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check, type Effect } from '../src/judge/check.ts';
import { absentAgent, absentCampaign, UNKNOWN_ID } from './absent-ids.ts';
import { createAgent, field, readAgent } from './agents.ts';

const UNAUTHORIZED = 'Invalid Auth Key or Session Expired';

/** Tokens that no deployment knows: of the right form, of the wrong form, and what trips up a comparison. */
const badTokens = { unknown: 'f00d'.repeat(16), malformed: 'not-a-token', short: 'ac3e', literal: 'undefined' };

/** A request of each operation that is right but for its token, and meets nobody's data if it is carried out all the same. */
const requests: Readonly<Record<OperationId, (api: Api) => Promise<CallOptions> | CallOptions>> = {
  getAgent: () => ({ query: { agent_id: UNKNOWN_ID } }),
  createAgent: (api) => ({ json: { agent_name: api.newName('unauthorized') } }),
  listVoices: (api) => ({ query: { provider_id: api.settings.providers?.listed?.[0] ?? 'provider_a' } }),
  forceCompleteCampaign: async (api) => ({ json: { campaign_id: await absentCampaign(api), campaign_status: 'hold' } }),
  listAudience: (api) => ({ query: { campaign_id: api.settings.campaigns?.read?.[0] ?? UNKNOWN_ID } }),
  verifyToken: () => ({ json: {} }),
  getToken: () => ({}),
  createAgentOrUpdate: (api) => ({ form: [field('basic_details[agent_name]', api.newName('unauthorized'))] }),
  updateAgent: async (api) => ({
    json: { agent_id: uuidOf(api, await absentAgent(api)), name: api.newName('unauthorized') },
  }),
};

/** The operations whose 401 the specification words, with the rule that does. */
const worded = [
  ['getAgent', 'get-by-id.unauthorized'],
  ['createAgent', 'create-agent.unauthorized'],
  ['listVoices', 'voice-list.unauthorized'],
  ['createAgentOrUpdate', 'createagentorupdate.unauthorized'],
] as const satisfies readonly (readonly [OperationId, ClauseId])[];

const assumedlyWorded = [
  ['listAudience', 'audience-list.unauthorized'],
  ['forceCompleteCampaign', 'campaign-force-completed.unauthorized'],
  ['updateAgent', 'agent-update.unauthorized'],
  ['verifyToken', 'verify.unauthorized.message'],
] as const satisfies readonly (readonly [OperationId, ClauseId])[];

const callerOperations = (Object.keys(requests) as OperationId[]).filter((id) => id !== 'getToken');

/** What these ask changes nothing for any caller. */
const reading: readonly OperationId[] = ['getAgent', 'listVoices', 'listAudience', 'verifyToken'];

export const authenticationChecks: readonly Check[] = [
  ...worded.map(([operation, clause]) => unauthorizedCheck(operation, clause)),
  ...assumedlyWorded.map(([operation, clause]) => unauthorizedCheck(operation, clause)),
  ...worded.map(([operation, clause]) =>
    check(
      { clauses: [clause, 'auth.unauthorized'], needs: ['expired_token'], effect: effectOf(operation) },
      `${operation} refuses an expired token with 401 and the message`,
      async (api) => {
        const token = api.need(api.settings.expired_token, 'expired_token');
        expectUnauthorized(api, await callWith(api, operation, { token }), clause);
      },
    ),
  ),
  ...callerOperations.map((operation) =>
    check(
      { clauses: ['auth.token-header'], effect: effectOf(operation) },
      `${operation} needs a token`,
      async (api) => {
        const none = await callWith(api, operation, { token: null });
        api.refused(none, 'auth.token-header', 'no token was sent');
        for (const [kind, token] of Object.entries(badTokens)) {
          const bad = await callWith(api, operation, { token });
          api.refused(bad, 'auth.token-header', `the token is ${kind}`);
        }
      },
    ),
  ),
  ...callerOperations.map((operation) =>
    check(
      { clauses: ['auth.unauthorized.everywhere'], effect: effectOf(operation) },
      `${operation} answers a missing, malformed or unknown token with 401`,
      async (api) => {
        for (const token of [null, ...Object.values(badTokens)]) {
          const answer = await callWith(api, operation, { token });
          api.answered(answer, { status: 401 }, 'auth.unauthorized.everywhere');
        }
      },
    ),
  ),
  ...callerOperations.map((operation) =>
    check(
      { clauses: ['auth.unauthorized.everywhere'], needs: ['expired_token'], effect: effectOf(operation) },
      `${operation} answers an expired token with 401`,
      async (api) => {
        const token = api.need(api.settings.expired_token, 'expired_token');
        const answer = await callWith(api, operation, { token });
        api.answered(answer, { status: 401 }, 'auth.unauthorized.everywhere');
      },
    ),
  ),
  check(
    { clauses: ['auth.token-header'], effect: 'reversible' },
    'the operations take the token in the header token',
    async (api) => {
      const { token } = api.settings;
      const id = await createAgent(api, 'token-header');
      const taken: [OperationId, CallOptions][] = [
        ['getAgent', { query: { agent_id: id } }],
        ['createAgent', { json: { agent_id: id, description: 'by the header token' } }],
        ['createAgentOrUpdate', await requests.createAgentOrUpdate(api)],
        ['verifyToken', { json: {} }],
      ];
      const provider = api.settings.providers?.listed?.[0];
      if (provider !== undefined) taken.push(['listVoices', { query: { provider_id: provider } }]);
      const campaign = api.settings.campaigns?.read?.[0];
      if (campaign !== undefined) taken.push(['listAudience', { query: { campaign_id: campaign } }]);
      for (const [operation, options] of taken) {
        const answer = await api.call(operation, { ...options, auth: { token } });
        const isTaken = answer.status >= 200 && answer.status < 300;
        api.holds(isTaken, {
          clause: 'auth.token-header',
          expected: `${operation} to succeed with the header token`,
          came: `${answer.status}`,
          answer,
        });
      }
    },
  ),
  check(
    { clauses: ['auth.token-header'], effect: 'reversible' },
    'a token that is refused changes nothing',
    async (api) => {
      const id = await createAgent(api, 'guarded');
      const before = await readAgent(api, id);
      for (const token of [null, badTokens.unknown]) {
        await api.call('createAgent', { json: { agent_id: id, agent_name: 'taken over', status: 2 }, token });
      }
      const after = await readAgent(api, id, 'auth.token-header');
      api.equal(after.basic_details.agent_name, before.basic_details.agent_name, {
        clause: 'auth.token-header',
        what: 'the name as before',
      });
    },
  ),
  check(
    { clauses: ['auth.api-access-token'], effect: 'none' },
    'get-by-id and voice-list take the header api_access_token',
    async (api) => {
      const auth = { api_access_token: api.settings.token };
      const missing = await api.call('getAgent', { query: { agent_id: UNKNOWN_ID }, auth });
      api.holds(missing.status !== 401 && missing.status !== 403, {
        clause: 'auth.api-access-token',
        expected: 'the caller to be known',
        came: `${missing.status}`,
        answer: missing,
      });
      const voices = await callWith(api, 'listVoices', { auth });
      api.holds([200, 404].includes(voices.status), {
        clause: 'auth.api-access-token',
        expected: 'the caller to be known',
        came: `${voices.status}`,
        answer: voices,
      });
      for (const operation of ['getAgent', 'listVoices'] as const) {
        const bad = await callWith(api, operation, { auth: { api_access_token: badTokens.unknown } });
        api.answered(bad, { status: 401 }, 'auth.api-access-token');
      }
    },
  ),
  check(
    { clauses: ['auth.api-access-token'], effect: 'reversible' },
    'agent creation takes the header api_access_token',
    async (api) => {
      const auth = { api_access_token: api.settings.token };
      const byJson = await callWith(api, 'createAgent', { auth });
      const byForm = await callWith(api, 'createAgentOrUpdate', { auth });
      // 'The agent creation endpoint' may mean either of the two.
      const isTaken = [byJson, byForm].some(({ status }) => status >= 200 && status < 300);
      api.holds(isTaken, {
        clause: 'auth.api-access-token',
        expected: 'a creation to succeed',
        came: `${byJson.status} and ${byForm.status}`,
        answer: byJson,
      });
    },
  ),
  ...(['verifyToken', 'listAudience', 'forceCompleteCampaign', 'updateAgent'] as const).map((operation) =>
    check(
      { clauses: ['auth.api-access-token.nowhere-else'], effect: effectOf(operation) },
      `${operation} does not take api_access_token`,
      async (api) => {
        const answer = await callWith(api, operation, { auth: { api_access_token: api.settings.token } });
        api.answered(answer, { status: 401 }, 'auth.api-access-token.nowhere-else');
      },
    ),
  ),
  check(
    { clauses: ['auth.precedence'], effect: 'none' },
    'token comes before api_access_token, which comes before Authorization; an empty header counts as absent',
    async (api) => {
      const { token } = api.settings;
      const bad = badTokens.unknown;
      const wrongFirst = await callWith(api, 'getAgent', { auth: { token: bad, api_access_token: token } });
      api.answered(wrongFirst, { status: 401 }, 'auth.precedence');
      const emptyFirst = await callWith(api, 'getAgent', { auth: { token: '', api_access_token: token } });
      api.answered(emptyFirst, { status: 404 }, 'auth.precedence');
      const rightFirst = await callWith(api, 'getAgent', { auth: { token, api_access_token: bad } });
      api.answered(rightFirst, { status: 404 }, 'auth.precedence');
    },
  ),
  check(
    { clauses: ['auth.authorization.campaigns.forms'], needs: ['campaigns.read'], effect: 'none' },
    'audience-list takes Authorization with the bare token and with Bearer in any case',
    async (api) => {
      const { token } = api.settings;
      for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`]) {
        const answer = await callWith(api, 'listAudience', { auth: { authorization } });
        api.answered(answer, { status: 200 }, 'auth.authorization.campaigns.forms');
      }
    },
  ),
  check(
    { clauses: ['auth.authorization.agent-update'], needs: ['agents.uuid'], effect: 'reversible' },
    'agent/update also takes the header token',
    async (api) => {
      const id = await createAgent(api, 'by-token');
      const json = { agent_id: uuidOf(api, id) };
      const answer = await api.call('updateAgent', { json, auth: { token: api.settings.token } });
      api.answered(answer, { status: 200 }, 'auth.authorization.agent-update');
    },
  ),
  ...callerOperations.map((operation) =>
    check(
      { clauses: ['auth.every-token-valid'], needs: ['login.token'], effect: effectOf(operation) },
      `a login token, which opens get-token, does not open ${operation}`,
      async (api) => {
        const token = api.need(api.settings.login?.token, 'login.token');
        const answer = await callWith(api, operation, { token });
        api.answered(answer, { status: 401 }, 'auth.every-token-valid');
      },
    ),
  ),
  check(
    { clauses: ['errors.order'], effect: 'reversible' },
    'a bad token is answered before the body is read, an unreadable body before the rules',
    async (api) => {
      const raw = { contentType: 'application/json', text: '{' };
      const bad = await api.call('createAgent', { raw, token: badTokens.unknown });
      api.answered(bad, { status: 401 }, 'errors.order');
      const unreadable = await api.call('createAgent', { raw, query: { agent_id: await absentAgent(api) } });
      api.answered(unreadable, { status: 422 }, 'errors.order');
    },
  ),
];

/** The UUID of an agent by the pattern of the settings; a random one where they have none. */
export function uuidOf(api: Api, id: number): string {
  const pattern = api.settings.agents?.uuid ?? '3f0c2d1e-5b6a-4c7d-8e9f-{id}';
  return pattern.replace('{id}', String(id).padStart(12, '0'));
}

function unauthorizedCheck(operation: OperationId, clause: ClauseId): Check {
  const clauses: [ClauseId, ...ClauseId[]] = worded.some(([id]) => id === operation)
    ? [clause, 'auth.unauthorized']
    : [clause];
  return check(
    { clauses, effect: effectOf(operation) },
    `${operation} refuses a missing, malformed or unknown token with 401 and the message`,
    async (api) => {
      for (const token of [null, ...Object.values(badTokens)]) {
        expectUnauthorized(api, await callWith(api, operation, { token }), clause);
      }
    },
  );
}

function effectOf(operation: OperationId): Effect {
  return reading.includes(operation) ? 'none' : 'reversible';
}

/** Sends the request of the operation with another token. */
async function callWith(
  api: Api,
  operation: OperationId,
  caller: Pick<CallOptions, 'auth' | 'token'>,
): Promise<CheckedAnswer> {
  return api.call(operation, { ...(await requests[operation](api)), ...caller });
}

function expectUnauthorized(api: Api, answer: CheckedAnswer, own: ClauseId): void {
  const isWorded = worded.some(([, each]) => each === own);
  const clause: ClauseId[] = isWorded ? [own, 'auth.unauthorized'] : [own];
  api.answered(answer, { status: 401, message: UNAUTHORIZED }, clause);
  if (answer.request.operation === 'verifyToken') return;
  api.equal(memberOf(answer.body, 'error'), true, { clause: 'errors.shape', what: 'error', answer, path: '/error' });
}

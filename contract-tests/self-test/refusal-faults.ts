import type { ClauseId, OperationId } from '../../src/document/names.gen.ts';
import type { ApiRequest } from '../../src/deployment/transport.ts';
import { answering, drop, editing, requesting, set, type ProviderFault } from './provider-fault.ts';

/** Refusals that the specification states with status and message. */
const refusals: readonly (readonly [OperationId, ClauseId])[] = [
  ['getAgent', 'get-by-id.agent-id.missing'],
  ['getAgent', 'get-by-id.not-found'],
  ['getAgent', 'get-by-id.unauthorized'],
  ['createAgent', 'create-agent.unauthorized'],
  ['createAgent', 'create-agent.not-found'],
  ['createAgent', 'create-agent.status.invalid'],
  ['createAgent', 'create-agent.agent-id.required'],
  ['createAgent', 'create-agent.publish.no-number'],
  ['createAgent', 'create-agent.publish.global-provider'],
  ['listVoices', 'voice-list.unauthorized'],
  ['listVoices', 'voice-list.provider-id.missing'],
  ['listVoices', 'voice-list.provider-not-found'],
  ['createAgentOrUpdate', 'createagentorupdate.unauthorized'],
  ['createAgentOrUpdate', 'createagentorupdate.basic-details.required'],
  ['createAgentOrUpdate', 'createagentorupdate.agent-name.missing'],
  ['createAgentOrUpdate', 'createagentorupdate.agent-name.invalid'],
];
const wrongMessages: readonly ProviderFault[] = refusals.map(([operation, rule]) => ({
  name: `${operation}: another message of ${rule}`,
  clause: rule,
  kind: 'boundary',
  wrap: editing({ operation, rule }, (body) => {
    body.message = `${String(body.message)} `;
  }),
}));

// A status without agent_id may as well be read as a creation without a name, and refused with 422.
const wrongStatuses: readonly ProviderFault[] = refusals
  .filter(([, rule]) => rule !== 'create-agent.agent-id.required')
  .map(([operation, rule]) => ({
    name: `${operation}: another status of ${rule}`,
    clause: rule,
    kind: 'boundary',
    wrap: answering({ operation, rule }, (_request, { status }) => ({ status: status === 400 ? 422 : 400 })),
  }));

/** The wrong code of get-token, by status. */
const codes: readonly (readonly [ClauseId, number, string])[] = [
  ['get-token.login-token-required', 400, 'INVALID_LOGIN_TOKEN'],
  ['get-token.invalid-login-token', 401, 'AUTH_INVALID'],
  ['get-token.no-api-token-found', 404, 'NOT_FOUND'],
];

const tokenFaults: readonly ProviderFault[] = codes.flatMap(([clause, status, code]): ProviderFault[] => [
  {
    name: `getToken: the code ${code} for ${status}`,
    clause,
    kind: 'boundary',
    wrap: editing({ operation: 'getToken', status }, set('code', code)),
  },
  {
    name: `getToken: 403 instead of ${status}`,
    clause,
    kind: 'boundary',
    wrap: answering({ operation: 'getToken', status }, { status: 403 }),
  },
  {
    name: `getToken: no code for ${status} alone`,
    clause,
    kind: 'boundary',
    wrap: editing({ operation: 'getToken', status }, drop('code')),
  },
]);

const formCodes: readonly ProviderFault[] = (
  [
    ['codes.auth-required', 'AUTH_REQUIRED'],
    ['codes.auth-invalid', 'AUTH_INVALID'],
    ['codes.validation-error', 'VALIDATION_ERROR'],
    ['codes.missing-field', 'MISSING_FIELD'],
    ['codes.invalid-format', 'INVALID_FORMAT'],
  ] as const
).map(([clause, code]) => ({
  name: `createAgentOrUpdate: SERVER_ERROR instead of ${code}`,
  clause,
  kind: 'boundary',
  wrap: editing(
    { operation: 'createAgentOrUpdate', when: (_, body) => body.code === code },
    set('code', 'SERVER_ERROR'),
  ),
}));

const knownToken = 'ac3e'.repeat(16);

/** Lets every caller use the operation: the check of the token is skipped. */
function skipped(operation: OperationId): ProviderFault['wrap'] {
  return requesting(operation, (request: ApiRequest) => ({
    ...request,
    headers: operation === 'updateAgent' ? { authorization: `Bearer ${knownToken}` } : { token: knownToken },
  }));
}

const openDoors: readonly (readonly [OperationId, ClauseId])[] = [
  ['getAgent', 'auth.unauthorized'],
  ['createAgent', 'auth.unauthorized'],
  ['listVoices', 'auth.token-header'],
  ['createAgentOrUpdate', 'auth.unauthorized'],
  ['listAudience', 'auth.token-header'],
  ['verifyToken', 'verify.unauthorized'],
];

const skippedAuthentication: readonly ProviderFault[] = openDoors.map(([operation, clause]) => ({
  name: `${operation}: authentication skipped`,
  clause,
  kind: 'rules',
  wrap: skipped(operation),
}));

export const refusalFaults: readonly ProviderFault[] = [
  ...wrongMessages,
  ...wrongStatuses,
  ...tokenFaults,
  ...formCodes,
  ...skippedAuthentication,
  {
    name: 'updateAgent: authentication skipped',
    clause: 'agent-update.bearer',
    kind: 'rules',
    wrap: answering({ operation: 'updateAgent', status: 401 }, { status: 200, text: '{"message":"Agent updated"}' }),
  },
  {
    name: 'updateAgent: bearer tokens not taken',
    clause: 'agent-update.bearer',
    kind: 'boundary',
    wrap: answering({ operation: 'updateAgent', status: 200 }, { status: 401, text: '{"error":true,"message":"x"}' }),
  },
  {
    name: 'expired tokens are taken',
    clause: 'auth.unauthorized',
    kind: 'rules',
    wrap: requesting(null, (request) =>
      request.headers['token']?.startsWith('dead') === true ? { ...request, headers: { token: knownToken } } : request,
    ),
  },
  {
    name: 'verify takes expired tokens',
    clause: 'verify.unauthorized',
    kind: 'rules',
    wrap: requesting('verifyToken', (request) =>
      request.headers['token']?.startsWith('dead') === true ? { ...request, headers: { token: knownToken } } : request,
    ),
  },
  {
    name: 'forceCompleteCampaign: authentication skipped',
    clause: 'auth.token-header',
    kind: 'rules',
    wrap: answering({ operation: 'forceCompleteCampaign', status: 401 }, { status: 200, text: '{"message":"done"}' }),
  },
  {
    name: 'get-by-id: api_access_token not taken',
    clause: 'auth.api-access-token',
    kind: 'rules',
    wrap: requesting('getAgent', ({ headers: { api_access_token: _, ...headers }, ...request }) => ({
      ...request,
      headers,
    })),
  },
  {
    name: 'voice-list: api_access_token not taken',
    clause: 'auth.api-access-token',
    kind: 'rules',
    wrap: requesting('listVoices', ({ headers: { api_access_token: _, ...headers }, ...request }) => ({
      ...request,
      headers,
    })),
  },
  {
    name: 'agent creation: api_access_token not taken',
    clause: 'auth.api-access-token',
    kind: 'rules',
    wrap: requesting(null, ({ headers: { api_access_token: _, ...headers }, ...request }) => ({ ...request, headers })),
  },
  {
    name: 'errors without the member error',
    clause: 'errors.shape',
    kind: 'boundary',
    wrap: editing({ when: (_, body) => body.error === true }, drop('error')),
  },
  {
    name: 'errors with an error member of text',
    clause: 'errors.shape',
    kind: 'boundary',
    wrap: editing({ when: (_, body) => body.error === true }, set('error', 'true')),
  },
  {
    name: 'errors of voice-list without a message',
    clause: 'errors.shape',
    kind: 'boundary',
    wrap: editing({ operation: 'listVoices', when: (_, body) => body.error === true }, drop('message')),
  },
  {
    name: 'answers as text/html',
    clause: 'payload.json',
    kind: 'boundary',
    wrap: answering({ operation: 'getAgent' }, { headers: { 'content-type': 'text/html' } }),
  },
  {
    name: 'voice-list answers with XML',
    clause: 'payload.json',
    kind: 'boundary',
    wrap: answering({ operation: 'listVoices' }, { text: '<voices/>' }),
  },
  {
    name: 'createagentorupdate lies elsewhere',
    clause: 'addresses.prefixes',
    kind: 'boundary',
    wrap: answering(
      { operation: 'createAgentOrUpdate' },
      { status: 404, text: '{"error":true,"message":"no such address"}' },
    ),
  },
  {
    name: 'agent/update lies elsewhere',
    clause: 'addresses.prefixes',
    kind: 'boundary',
    wrap: answering({ operation: 'updateAgent' }, { status: 404, text: '{"error":true,"message":"no such address"}' }),
  },
  {
    name: 'the prefix /api/v1/global is not served',
    clause: 'versioning.prefix',
    kind: 'boundary',
    wrap: answering({ operation: 'getAgent' }, { status: 404, text: '{"error":true,"message":"no such address"}' }),
  },
  {
    name: 'verify refuses valid tokens',
    clause: 'verify.valid',
    kind: 'boundary',
    wrap: answering({ operation: 'verifyToken', status: 200 }, { status: 401 }),
  },
  {
    name: 'verify answers 204',
    clause: 'verify.valid',
    kind: 'boundary',
    wrap: answering({ operation: 'verifyToken', status: 200 }, { status: 204, text: '' }),
  },
  {
    name: 'verify refuses an empty object',
    clause: 'verify.body',
    kind: 'boundary',
    wrap: answering({ operation: 'verifyToken', status: 200 }, { status: 400 }),
  },
  {
    name: 'verify answers 403 to an invalid token',
    clause: 'verify.unauthorized',
    kind: 'boundary',
    wrap: answering({ operation: 'verifyToken', status: 401 }, { status: 403 }),
  },
];

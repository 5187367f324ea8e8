import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import type { ApiRequest } from '../../deployment/transport.ts';
import type { Facts, Finding } from './model.ts';

/** Who a request comes from; `open`: sent in a way of which it is not shown who it is. */
type CallerRead = 'own' | 'second' | 'bad' | 'open';

/** That the form is one of the "agent creation endpoint" is a reading, and not the only one. */
const takesAccessHeader: readonly OperationId[] = ['getAgent', 'listVoices', 'createAgent'];

export function callerOf(request: ApiRequest, { tokens }: Pick<Facts, 'tokens'>): CallerRead {
  const headers = lowered(request.headers);
  const { token, api_access_token: access, authorization } = headers;
  const isAccessible = request.operation !== null && takesAccessHeader.includes(request.operation);
  const given = [token, isAccessible ? access : undefined, bearerOf(authorization)].filter(
    (each) => (each ?? '') !== '',
  );
  const [only, ...others] = [...new Set(given)];
  if (others.length > 0) return 'open';
  if (only === undefined) return access === undefined ? 'bad' : 'open';
  const isElsewhere = token === undefined && authorization !== undefined && request.operation !== 'updateAgent';
  if (only === tokens.own) return isElsewhere ? 'open' : 'own';
  if (only === tokens.second) return 'second';
  return isNobodys(only, tokens) ? 'bad' : 'open';
}

/** Which of an account's other tokens are valid, and where, is not shown. */
function isNobodys(token: string, { own, expired }: Facts['tokens']): boolean {
  return token === expired || token === unknownToken || token.includes(own) || own.startsWith(token);
}

/** Names of headers are the same in capitals. */
function lowered(headers: ApiRequest['headers']): Partial<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A token of the right form that nobody has. */
export const unknownToken = 'f00d'.repeat(16);

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization?.replace(/^Bearer /, '');
}

const unauthorized: Partial<Readonly<Record<OperationId, ClauseId>>> = {
  getAgent: 'get-by-id.unauthorized',
  createAgent: 'create-agent.unauthorized',
  createAgentOrUpdate: 'createagentorupdate.unauthorized',
  listVoices: 'voice-list.unauthorized',
};

/** A caller without a valid token is refused, on every operation but get-token. */
export function refusedCaller(operation: OperationId, answer: CheckedAnswer): Finding[] {
  const listed = unauthorized[operation];
  const clauses: readonly ClauseId[] = [
    operation === 'verifyToken' ? 'verify.unauthorized' : (listed ?? 'auth.unauthorized.everywhere'),
  ];
  if (answer.status !== 401) {
    const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
    return [
      {
        clauses: [...clauses, 'auth.token-header'],
        expected: 'a refusal with 401, because the token is missing or not valid',
        came,
      },
    ];
  }
  if (listed === undefined) return [];
  const message = memberOf(answer.body, 'message');
  const wanted = 'Invalid Auth Key or Session Expired';
  return message === wanted ? [] : [{ clauses, expected: shortly(wanted), came: shortly(message), path: '/message' }];
}

const codeFamilies: readonly (readonly [status: number, codes: readonly string[]])[] = [
  [401, ['AUTH_REQUIRED', 'AUTH_INVALID']],
  [422, ['VALIDATION_ERROR', 'MISSING_FIELD', 'INVALID_FORMAT']],
  [500, ['SERVER_ERROR']],
];

/** A listed code, where one is given, is one of its status (section 7). */
export function wrongCode(operation: OperationId, { status, body }: CheckedAnswer): Finding[] {
  if (operation !== 'createAgent' && operation !== 'createAgentOrUpdate') return [];
  const code = memberOf(body, 'code');
  const family = codeFamilies.find(([, codes]) => typeof code === 'string' && codes.includes(code));
  if (family === undefined || family[0] === status) return [];
  const clause = status === 401 ? 'codes.auth-invalid' : 'codes.validation-error';
  return [{ clauses: [clause], expected: `a code of ${status}`, came: shortly(code), path: '/code' }];
}

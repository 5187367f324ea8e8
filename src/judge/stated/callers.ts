import type { ClauseId, OperationId, RefusalId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import type { ApiRequest } from '../../deployment/transport.ts';
import { cameOf } from './expectation.ts';
import type { Facts, Finding } from './model.ts';

/**
 * Who a request comes from. `open`: it may be taken as the own one, or refused; `unclear`: whose it is taken for is not
 * shown, so that its answer says nothing.
 */
export type CallerRead = 'own' | 'second' | 'bad' | 'open' | 'unclear';

/** "The agent creation endpoint" may be either of two. */
const takesAccessHeader: readonly OperationId[] = ['getAgent', 'listVoices'];

export function callerOf(request: ApiRequest, { tokens }: Pick<Facts, 'tokens'>): CallerRead {
  const { token, api_access_token: access, authorization } = lowered(request.headers);
  const kinds = [token, access, authorization?.replace(/^Bearer /i, '')].flatMap((each) =>
    each === undefined || each === '' ? [] : [kindOf(each, request.operation, tokens)],
  );
  const [only = 'bad', ...others] = [...new Set(kinds)];
  // Which of several headers counts is not shown, nor whether an empty one does.
  if (others.length > 0) return kinds.every((kind) => kind === 'own' || kind === 'bad') ? 'open' : 'unclear';
  if (only !== 'own' && only !== 'second') return only;
  if (token !== '' && access !== '' && isShown(request)) return only;
  return only === 'own' ? 'open' : 'unclear';
}

/** Whether the operation is shown to take a token where this request has it. */
function isShown({ operation, headers }: ApiRequest): boolean {
  const { token = '', api_access_token: access = '', authorization = '' } = lowered(headers);
  if (operation === 'updateAgent') return authorization.startsWith('Bearer ');
  return token !== '' || (access !== '' && operation !== null && takesAccessHeader.includes(operation));
}

/** Which of an account's other tokens are valid, and where, is not shown. */
function kindOf(token: string, operation: ApiRequest['operation'], tokens: Facts['tokens']): CallerRead {
  const { own, second, expired } = tokens;
  if (token === own) return 'own';
  if (token === second) return 'second';
  const isNobodys = token === expired || token === unknownToken || token.includes(own) || own.startsWith(token);
  if (isNobodys) return 'bad';
  return operation === 'verifyToken' ? 'open' : 'unclear';
}

/** Names of headers are the same in capitals. */
export function lowered(headers: ApiRequest['headers']): Partial<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A token of the right form that nobody has. */
export const unknownToken = 'f00d'.repeat(16);

const unauthorized: Partial<Readonly<Record<OperationId, RefusalId>>> = {
  getAgent: 'get-by-id.unauthorized',
  createAgent: 'create-agent.unauthorized',
  createAgentOrUpdate: 'createagentorupdate.unauthorized',
  listVoices: 'voice-list.unauthorized',
};

/**
 * A caller without a valid token is refused, on every operation but get-token.
 * @param isRight whether nothing but the token can be wrong: which of several mistakes is told is not shown
 */
export function refusedCaller(
  operation: OperationId,
  answer: CheckedAnswer,
  isRight: boolean,
  { messageOf }: Pick<Facts, 'messageOf'>,
): Finding[] {
  const listed = unauthorized[operation];
  const clause = operation === 'verifyToken' ? 'verify.unauthorized' : (listed ?? 'auth.unauthorized.everywhere');
  const clauses: readonly ClauseId[] = [clause, 'auth.token-header', 'auth.unauthorized.everywhere'];
  if (answer.status !== 401) {
    if (!isRight && answer.status >= 400 && answer.status < 500) return [];
    const expected = 'a refusal with 401, because the token is missing or not valid';
    return [{ clauses, expected, came: cameOf(answer) }];
  }
  if (listed === undefined) return [];
  const message = memberOf(answer.body, 'message');
  const wanted = messageOf(operation, listed);
  if (message === wanted) return [];
  const worded = [clause, 'auth.unauthorized'] as const;
  return [{ clauses: worded, expected: shortly(wanted), came: shortly(message), path: '/message' }];
}

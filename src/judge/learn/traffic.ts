import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Findings } from './findings.ts';
import { defaultLimitOf } from './values.ts';
import { isObject, memberOf } from '../../json/json-value.ts';

/**
 * Notes what an exchange shows by itself, whatever was done before it: what its answer of success looks like, and what
 * refused it if the request has one fault that anyone can see, or the answer carries a text that the specification gives.
 */
export function observe(answer: CheckedAnswer, findings: Findings, document: ContractDocument): void {
  const { operation } = answer.request;
  if (operation === null) return;
  findings.answered([answer]);
  if (answer.status >= 200 && answer.status < 300) observeSuccess(answer, findings);
  else if (answer.status >= 400 && answer.status < 500) {
    const clause = statedRule(answer, operation, document) ?? visibleFault[operation]?.(answer);
    if (clause !== undefined) findings.refused(clause, answer);
  }
}

/** The rule whose text the specification gives, if the answer carries it; a bad token is always refused with 401. */
function statedRule(answer: CheckedAnswer, operation: OperationId, document: ContractDocument): RefusalId | undefined {
  const refusals = [...(document.operations.get(operation)?.refusals ?? [])];
  if (answer.status === 401) return refusals.findLast(([, { status }]) => status === 401)?.[0];
  const message = memberOf(answer.body, 'message');
  const found = refusals.filter(
    ([clause, { status, body }]) =>
      document.clauses.get(clause)?.kind === 'stated' &&
      status === answer.status &&
      memberOf(body, 'message') === message,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

const statuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

/** What is wrong with a refused request, if nothing else can be. */
const visibleFault: Readonly<Partial<Record<OperationId, (answer: CheckedAnswer) => RefusalId | undefined>>> = {
  getAgent: (answer) => {
    const id = queryOf(answer, 'agent_id');
    return id !== undefined && /^[a-z]+$/i.test(id) ? 'get-by-id.agent-id.invalid' : undefined;
  },
  listAudience: (answer) => {
    const id = queryOf(answer, 'campaign_id');
    if (id === undefined) return 'audience-list.campaign-id.missing';
    return /^[a-z]+$/i.test(id) ? 'audience-list.campaign-id.invalid' : undefined;
  },
  forceCompleteCampaign: (answer) => {
    const { campaign_id: id, campaign_status: status, ...others } = bodyAsJson(answer) ?? { unread: true };
    if (Object.keys(others).length > 0) return undefined;
    const isKnown = statuses.includes(String(status).toLowerCase());
    if (id === undefined && isKnown) return 'campaign-force-completed.campaign-id.missing';
    if (typeof id === 'string' && /^[a-z]+$/i.test(id) && isKnown) {
      return 'campaign-force-completed.campaign-id.invalid';
    }
    return undefined;
  },
  getToken: ({ status, request }) =>
    status === 400 && !('token' in request.headers) ? 'get-token.login-token-required' : undefined,
};

/** Notes what an answer of success shows of the size of pages. */
export function observeSuccess(answer: CheckedAnswer, findings: Findings): void {
  if (answer.request.operation !== 'listVoices' || queryOf(answer, 'limit') !== undefined) return;
  const voices = memberOf(answer.body, 'data.voices');
  const id = defaultLimitOf(queryOf(answer, 'provider_id'));
  const isWhole = memberOf(answer.body, 'data.has_more') === false;
  if (id !== undefined && !isWhole && Array.isArray(voices)) findings.value(id, voices.length, answer);
}

function queryOf({ request }: CheckedAnswer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

function bodyAsJson({ request: { body } }: CheckedAnswer): Readonly<Record<string, unknown>> | undefined {
  return body.kind === 'json' && isObject(body.value) ? body.value : undefined;
}

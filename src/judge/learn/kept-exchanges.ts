import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { HeldAnswer } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';

/** An exchange of a check as plain data without secrets, from which the deployment's choices may be learned later. */
export interface KeptExchange {
  readonly operation: OperationId;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The names of the request's headers. */
  readonly headers: readonly string[];
  /** The request's body as JSON; absent if it was none. */
  readonly json?: unknown;
  readonly status: number;
  readonly text: string;
  /** The answer as JSON; absent if it is none. */
  readonly body?: unknown;
  /** How it is shown: the request as a line for a shell, the answer shortened. */
  readonly evidence: { readonly request: string; readonly answer: string };
}

/** Of a check so many successes of an operation are kept: they look alike. */
const mostSuccesses = 4;
/** In characters: a longer answer is not kept. */
const longestAnswer = 200_000;

export interface Showing {
  /** A JSON value without secrets. */
  readonly maskJson: (value: unknown) => unknown;
  readonly evidence: (answer: CheckedAnswer) => KeptExchange['evidence'];
}

/** What may be learned from the answers of a check: those that break no stated rule, of operations that are known. */
export function keepExchanges(
  answers: readonly HeldAnswer[],
  { clauses }: Pick<ContractDocument, 'clauses'>,
  show: Showing,
): readonly KeptExchange[] {
  const successes = new Map<OperationId, number>();
  return answers.flatMap(({ answer, findings }) => {
    const { operation } = answer.request;
    const isBroken = findings.faults.some((fault) => fault.clauses.some((id) => clauses.get(id)?.kind === 'stated'));
    if (operation === null || isBroken || answer.text.length > longestAnswer) return [];
    if (answer.status < 300) {
      const count = (successes.get(operation) ?? 0) + 1;
      successes.set(operation, count);
      if (count > mostSuccesses) return [];
    }
    return [keptExchange(operation, answer, show)];
  });
}

function keptExchange(operation: OperationId, answer: CheckedAnswer, { maskJson, evidence }: Showing): KeptExchange {
  const { request, status, text, body } = answer;
  const query = request.query.map(([name, value]) => [name, String(maskJson(value))] as const);
  const isWhole = body !== undefined;
  return {
    ...{ operation, query, status },
    headers: Object.keys(request.headers),
    ...(request.body.kind === 'json' && { json: maskJson(request.body.value) }),
    // A body that is JSON says all that its text does.
    text: isWhole ? '' : String(maskJson(text)),
    ...(isWhole && { body: maskJson(body) }),
    evidence: evidence(answer),
  };
}

/** Kept exchanges as answers, each with how it is shown. */
export function answersKept(exchanges: readonly KeptExchange[]): ReadonlyMap<CheckedAnswer, KeptExchange['evidence']> {
  return new Map(
    exchanges.map((kept): [CheckedAnswer, KeptExchange['evidence']] => [
      {
        request: {
          operation: kept.operation,
          query: kept.query.map(([name, value]): [string, string] => [name, value]),
          headers: Object.fromEntries(kept.headers.map((name) => [name, ''])),
          body: kept.json === undefined ? { kind: 'none' } : { kind: 'json', value: kept.json },
        },
        ...{ status: kept.status, headers: {}, unread: null },
        text: kept.body === undefined ? kept.text : JSON.stringify(kept.body),
        body: kept.body,
      },
      kept.evidence,
    ]),
  );
}

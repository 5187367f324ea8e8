import type { Request } from 'express';
import { secretsOfHeaders } from '../../text/mask-messages.ts';
import type { ApiOptions } from '../api.ts';
import type { Answer } from '../exchange.ts';
import type { RequestLog } from './request-log.ts';

/** Tells a request log of every answered request, and of a 5xx why it is one. */
export function logExchange(log: RequestLog | undefined): ApiOptions['onAnswered'] {
  if (log === undefined) return undefined;
  return (exchange, answer, error) => {
    const { request, operation, caller } = exchange;
    log.write({
      method: request.method,
      url: request.url,
      status: answer?.status ?? null,
      duration: performance.now() - exchange.started,
      operation: operation?.id ?? null,
      workspace: caller?.workspace.id ?? null,
      warning: answer?.headers['x-contract-warning'] ?? null,
      secrets: secretsOfHeaders(request.rawHeaders),
      ...(answer !== undefined && answer.status >= 500 && { error: error ?? wishOf(answer) }),
    });
  };
}

/** Told of a request that the mock itself failed on, and why. */
export type OnFailure = (request: Request, error: unknown) => void;

/** Tells a request log of failures beyond the API's own addresses, whose other requests are not logged. */
export function logFailure(log: RequestLog | undefined): OnFailure {
  return (request, error) =>
    log?.write({
      method: request.method,
      url: request.url,
      status: 500,
      duration: 0,
      operation: null,
      workspace: null,
      warning: null,
      secrets: [],
      error,
    });
}

/** The reason of a 5xx that nothing threw: a fault or a preference asked for it. */
function wishOf({ headers }: Answer): string {
  const faults = headers['x-mock-fault'];
  return faults === undefined ? 'the request prefers this answer' : `fault ${faults} answers so`;
}

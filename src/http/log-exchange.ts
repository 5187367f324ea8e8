import { secretsOfHeaders } from '../text/header-secrets.ts';
import type { ApiOptions } from './api.ts';
import type { RequestLog } from './request-log.ts';

/** Tells a request log of every answered request. */
export function logExchange(log: RequestLog | undefined): ApiOptions['onAnswered'] {
  if (log === undefined) return undefined;
  return (exchange, answer) => {
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
    });
  };
}

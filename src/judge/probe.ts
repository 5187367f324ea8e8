import { NoAnswerError, NotSentError, type ApiRequest, type Transport } from '../deployment/transport.ts';
import type { Settings } from '../deployment/configuration/settings.ts';

/** Why a target cannot be judged; null where it can. */
export type ProbeResult = { readonly kind: 'unreachable' | 'token expired'; readonly message: string } | null;

/**
 * Asks whether the target is there and knows the token. One operation that refuses it would be a violation: only where
 * every one does, the token itself is no good.
 */
export async function probe(transport: Transport, settings: Settings): Promise<ProbeResult> {
  const headers = { token: settings.token };
  const requests: ApiRequest[] = [
    { operation: 'verifyToken', query: [], headers, body: { kind: 'json', value: {} } },
    { operation: 'getAgent', query: [['agent_id', '1']], headers, body: { kind: 'none' } },
    { operation: 'listVoices', query: [['provider_id', 'provider_a']], headers, body: { kind: 'none' } },
  ];
  const failures: string[] = [];
  const statuses: number[] = [];
  for (const request of requests) {
    try {
      statuses.push((await transport(request)).status);
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof NotSentError)) throw error;
      failures.push(error.message);
    }
  }
  const where = settings.addresses?.base_url ?? 'the mock';
  if (statuses.length === 0) {
    return { kind: 'unreachable', message: `target unreachable: ${where}: ${failures[0] ?? ''}` };
  }
  if (statuses.every((status) => status === 401 || status === 403)) {
    return { kind: 'token expired', message: `token expired or not valid: ${where} refuses it everywhere` };
  }
  return null;
}

import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { isRefusal, wholly } from '../expectation.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { isContainer } from '../../../json/json-value.ts';

export interface VoicePage {
  readonly answer: CheckedAnswer;
  readonly voices: readonly unknown[];
  readonly total: unknown;
  readonly next: string | null;
}

export interface VoiceQuery {
  readonly provider: string;
  /** Null: the default. */
  readonly limit: number | null;
  readonly token: string | null;
  /** Whether the API token is sent in api_access_token. */
  readonly isAccess?: boolean | undefined;
}

/**
 * Reads a page that must be there.
 * @param mayRefuse whether the request is one that a deployment may refuse; then the page is null
 */
export async function readVoicePage(asked: VoiceQuery, state: WalkState): Promise<VoicePage>;
export async function readVoicePage(asked: VoiceQuery, state: WalkState, mayRefuse: boolean): Promise<VoicePage | null>;
export async function readVoicePage(asked: VoiceQuery, state: WalkState, mayRefuse = false): Promise<VoicePage | null> {
  const { provider, limit, token, isAccess = false } = asked;
  const query = {
    provider_id: provider,
    ...(limit !== null && { limit }),
    ...(token !== null && { page_token: token }),
  };
  const { own } = state.knowledge.facts.tokens;
  const answer = await state.ask('listVoices', { query, ...(isAccess && { auth: { api_access_token: own } }) });
  const clause = clauseOf(asked);
  state.knowledge.onReached([clause]);
  if (mayRefuse && isRefusal(answer)) return null;
  if (answer.status !== 200) {
    state.report([wholly(clause, 'status 200: the provider is listed', answer)], answer);
  }
  return pageOf(answer);
}

export function pageOf(answer: CheckedAnswer): VoicePage {
  const data = memberOf(answer.body, 'data');
  const next = memberOf(data, 'next_page_token');
  const voices = memberOf(data, 'voices');
  return {
    answer,
    voices: Array.isArray(voices) ? voices.map(lastingVoice) : [],
    total: memberOf(data, 'total_count'),
    next: typeof next === 'string' ? next : null,
  };
}

/** What of a voice stays from one read to the next: an address may be signed anew for each. */
function lastingVoice(voice: unknown): unknown {
  const names = ['id', 'title', 'category', 'description', 'language', 'age', 'gender'];
  return isContainer(voice) ? Object.fromEntries(names.map((name) => [name, voice[name]])) : voice;
}

function clauseOf({ limit, token, isAccess = false }: VoiceQuery): ClauseId {
  if (isAccess) return 'auth.api-access-token';
  if (token !== null) return 'voice-list.page-token';
  return limit === null ? 'voice-list.provider-id' : 'voice-list.limit';
}

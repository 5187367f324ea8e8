import type { ClauseId } from '../../document/names.gen.ts';
import { nothingLeft } from '../../domain/every-member.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { ProviderRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import { voicePage } from '../../domain/voices/voice-page.ts';
import type { Handler } from '../handler.ts';
import { pageToken, startOfPage } from './page-token.ts';

/** Section 4.5. */
export const listVoices: Handler<'listVoices'> = (request, world) => {
  nothingLeft(request.body.valid());
  const { provider_id: providerId, page_token: token, limit, ...rest } = request.query.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const provider = view.get('providers', providerId);
  const { rules } = world;
  if (!provider?.workspace_ids.includes(request.caller.workspace.id)) {
    throw new Refusal('voice-list.provider-not-found');
  }
  const voices = view.find('voices', 'provider_id', provider.id);
  const size = limit ?? rules['voice-list.default-limit'](provider.id) ?? provider.default_page_size;
  const { mockAddress } = request;
  const page = voicePage(voices, { start: placeOf(provider, token, rules), limit: size, mockAddress });
  return {
    clause: decidingClause(token, limit),
    body: {
      error: false,
      code: 200,
      message: '',
      timestamp: world.clock.now().getTime(),
      data: {
        provider_id: provider.id,
        provider_name: provider.name,
        total_count: voices.length,
        next_page_token:
          page.next === null ? null : pageToken(provider.id, page.next, rules['voice-list.page-token.form']),
        has_more: page.next !== null,
        voices: page.voices,
      },
    },
  };
};

/** The next page says most, then the size asked for. */
function decidingClause(token: string | undefined, limit: number | undefined): ClauseId {
  if (token !== undefined) return 'voice-list.pagination';
  return limit === undefined ? 'voice-list.default-limit' : 'voice-list.limit';
}

function placeOf(provider: ProviderRecord, token: string | undefined, rules: Rules): number {
  if (token === undefined) return 0;
  const start = startOfPage(provider.id, token, rules['voice-list.page-token.form']);
  if (start === undefined && rules['voice-list.page-token.invalid.answer'] === 'first-page') return 0;
  if (start === undefined) throw new Refusal('voice-list.page-token.invalid');
  return start;
}

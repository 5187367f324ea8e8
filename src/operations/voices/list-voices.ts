import { createHmac } from 'node:crypto';
import type { ClauseId } from '../../document/names.gen.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { ProviderRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import { voicePage } from '../../domain/voices/voices.ts';
import type { Handler } from '../handler.ts';

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
  const page = voicePage(voices, { start: firstOfPage(provider, token, rules), limit: size, mockAddress });
  return {
    clause: clauseOfPage(token, limit),
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
function clauseOfPage(token: string | undefined, limit: number | undefined): ClauseId {
  if (token !== undefined) return 'voice-list.pagination';
  return limit === undefined ? 'voice-list.default-limit' : 'voice-list.limit';
}

function firstOfPage(provider: ProviderRecord, token: string | undefined, rules: Rules): number {
  if (token === undefined) return 0;
  const start = startOfPage(provider.id, token, rules['voice-list.page-token.form']);
  if (start === undefined && rules['voice-list.page-token.invalid.answer'] === 'first-page') return 0;
  if (start === undefined) throw new Refusal('voice-list.page-token.invalid');
  return start;
}

const signingKey = 'voice-agent-mock page tokens';

/**
 * A token for the page of a provider's voices that starts at a place; opaque, and good for that provider alone
 * (`voice-list.page-token.invalid`).
 */
export function pageToken(providerId: string, start: number, form: PageTokenForm = 'signed'): string {
  return forms[form](providerId, start);
}

/** The place that a page token stands for; undefined for anything that is not a token of the provider. */
export function startOfPage(providerId: string, token: string, form: PageTokenForm = 'signed'): number | undefined {
  const text = form === 'offset' ? token : Buffer.from(token, 'base64url').toString();
  const start = Number.parseInt(text, 10);
  return Number.isSafeInteger(start) && pageToken(providerId, start, form) === token ? start : undefined;
}

type PageTokenForm = Rules['voice-list.page-token.form'];

const forms: Readonly<Record<PageTokenForm, (providerId: string, start: number) => string>> = {
  signed,
  offset: (_, start) => String(start),
  'encoded-offset': (_, start) => Buffer.from(String(start)).toString('base64url'),
};

function signed(providerId: string, start: number): string {
  return Buffer.from(`${start}.${signature(providerId, start)}`).toString('base64url');
}

function signature(providerId: string, start: number): string {
  return createHmac('sha256', signingKey).update(`${providerId}:${start}`).digest('base64url').slice(0, 16);
}

import type { Alternatives } from '../../clauses/choices.gen.ts';
import { type AgentRules, agentRules } from './agent-rules.ts';
import { type CampaignRules, campaignRules } from './campaign-rules.ts';
import type { TokenRecord } from '../records.ts';
import { newestValidToken } from '../tokens/tokens.ts';

/** Choices of who is answered and how, whatever the operation. */
interface RequestRules {
  readonly 'errors.order': 'token-first' | 'body-first';
  /** Whether a token that has not expired is valid; `others` are all of its user's. */
  readonly 'auth.valid-tokens': (token: TokenRecord, others: () => readonly TokenRecord[], now: Date) => boolean;
  readonly 'voice-list.page-token.invalid.answer': 'refused' | 'first-page';
  readonly 'voice-list.page-token.form': 'signed' | 'offset' | 'encoded-offset';
}

const requestRules: {
  readonly [Id in keyof RequestRules]: Readonly<Record<Alternatives[Id], RequestRules[Id]>>;
} = {
  'errors.order': { 'token-first': 'token-first', 'body-first': 'body-first' },
  'auth.valid-tokens': {
    every: () => true,
    newest: (token, others, now) => newestValidToken(others(), now)?.id === token.id,
  },
  'voice-list.page-token.invalid.answer': { refused: 'refused', 'first-page': 'first-page' },
  'voice-list.page-token.form': { signed: 'signed', offset: 'offset', 'encoded-offset': 'encoded-offset' },
};

/** Choices of values that the document does not hold. */
interface ValueRules {
  /** How many voices a page of the provider has by default; undefined: as the provider's record says. */
  readonly 'voice-list.default-limit': (providerId: string) => number | undefined;
}

/** The rules with the values that a profile gives, by their choices; today's otherwise. */
function valueRules(values: ReadonlyMap<string, unknown>): ValueRules {
  return {
    'voice-list.default-limit': (providerId) => {
      const value = values.get(`voice-list.default-limit.${providerId}`);
      return typeof value === 'number' ? value : undefined;
    },
  };
}

/** The choices that are decided by what the mock does: what each is decided as, a pure function if it is behaviour. */
export interface Rules extends AgentRules, CampaignRules, RequestRules, ValueRules {}

/** What each of these choices is decided as by each alternative; one that the catalogue has and this lacks does not compile. */
export const ruleAlternatives = { ...agentRules, ...campaignRules, ...requestRules };

/**
 * The rules that hold where a profile decides these choices, by the name of the alternative or by a value; today's
 * otherwise.
 */
export function chooseRules(alternatives: ReadonlyMap<string, string>, values: ReadonlyMap<string, unknown>): Rules {
  const chosen = Object.entries(ruleAlternatives).map(([id, decided]) => {
    const byName: ReadonlyMap<string, unknown> = new Map(Object.entries(decided));
    const name = alternatives.get(id);
    return [id, name === undefined ? [...byName.values()][0] : byName.get(name)];
  });
  // Each choice of the tables stands under its id, as the interfaces have them.
  return { ...(Object.fromEntries(chosen) as AgentRules & CampaignRules & RequestRules), ...valueRules(values) };
}

/** The rules without a profile: the first alternative of each choice. */
export const todaysRules: Rules = chooseRules(new Map(), new Map());

import type {
  AgentRecord,
  AudienceRecord,
  CampaignRecord,
  LeadRecord,
  PhoneNumberRecord,
} from '../../domain/records.ts';
import type { AgentTraits } from './agent-factory.ts';
import type { AudienceContext, Factories } from './factories.ts';
import { spokenLanguages } from './people.ts';
import { createRandomSource } from './factory.ts';

/** How many records an audience has of each status. */
export interface LeadMix {
  readonly fresh: number;
  readonly completed: number;
  readonly halted: number;
  readonly inqueue: number;
}

/**
 * An agent and one active number of its workspace attached to it, as publishing asks for (section 3.1). A deleted
 * agent has no number.
 */
export function buildAgentWithNumbers(
  factories: Factories,
  overrides: Partial<AgentRecord> = {},
  traits: AgentTraits = {},
): { readonly agent: AgentRecord; readonly numbers: readonly PhoneNumberRecord[] } {
  const agent = factories.agent.build(overrides, traits);
  if (agent.status === 2) return { agent, numbers: [] };
  return { agent, numbers: [factories.phoneNumber.build({ workspace_id: agent.workspace_id, agent_id: agent.id })] };
}

/**
 * A campaign of the agent with its audience: so many leads of each status, mixed, called between the campaign's
 * creation and the last moment that the context names. Its people speak the agent's language, unless the context says another.
 */
export function buildCampaignWithAudience(
  factories: Factories,
  agent: AgentRecord,
  mix: LeadMix,
  overrides: Partial<CampaignRecord> = {},
  context: AudienceContext = {},
): { readonly campaign: CampaignRecord; readonly audience: AudienceRecord; readonly leads: readonly LeadRecord[] } {
  const { transcriber_language: language, workspace_id } = agent;
  const campaign = factories.campaign.build({ workspace_id, agent_id: agent.id, ...overrides }, { language });
  const audience = factories.audience.build({ id: campaign.id });
  const languages = [language].filter((spoken) => spokenLanguages().includes(spoken));
  const lead = factories.leadsOf(audience, {
    since: campaign.created_on,
    timezone: agent.unread.timezone,
    longestCall: agent.configuration.max_call_duration,
    ...(languages.length > 0 && { languages }),
    ...context,
  });
  return { campaign, audience, leads: mixStatuses(mix, campaign.id).map((status) => lead.build({ status })) };
}

/** The statuses of the mix in an order that is random and, for the same key, always the same. */
export function mixStatuses(mix: LeadMix, key: number): LeadRecord['status'][] {
  return createRandomSource(key, 'status-mix').shuffle([
    ...Array.from({ length: mix.fresh }, () => 0 as const),
    ...Array.from({ length: mix.completed }, () => 1 as const),
    ...Array.from({ length: mix.halted }, () => 2 as const),
    ...Array.from({ length: mix.inqueue }, () => 3 as const),
  ]);
}

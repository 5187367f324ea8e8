import { callbackDisposition } from '../../domain/campaigns/dialling.ts';
import type {
  AgentRecord,
  AudienceRecord,
  CampaignRecord,
  LeadRecord,
  PhoneNumberRecord,
  ProviderRecord,
  Timestamp,
  TokenRecord,
  UserRecord,
  VoiceRecord,
  WorkspaceRecord,
} from '../../domain/records.ts';
import {
  buildVoiceCatalogue,
  createPhoneNumberFactory,
  createProviderFactory,
  createTokenFactory,
  createUserFactory,
  createVoiceFactory,
  createWorkspaceFactory,
  drawApiToken,
  drawLoginToken,
} from './account-factories.ts';
import { type AgentTraits, createAgentFactory } from './agent-factory.ts';
import {
  type CampaignTraits,
  type LeadContext,
  type LeadTraits,
  createAudienceFactory,
  createCampaignFactory,
  createLeadFactory,
  drawStatuses,
  inputColumns,
  totalOfCounts,
} from './campaign-factories.ts';
import { type Factory, createRandomSource, createSequence, dayInMs, shift } from './factory.ts';
import { createPeople, regionsSpeaking, spokenLanguages, weighedRegions } from './people.ts';

/** A factory for each kind of record. */
export interface Factories {
  readonly workspace: Factory<WorkspaceRecord>;
  readonly user: Factory<UserRecord>;
  readonly apiToken: Factory<TokenRecord>;
  readonly loginToken: Factory<TokenRecord>;
  readonly provider: Factory<ProviderRecord>;
  readonly voice: Factory<VoiceRecord>;
  readonly phoneNumber: Factory<PhoneNumberRecord>;
  readonly agent: Factory<AgentRecord, AgentTraits>;
  readonly campaign: Factory<CampaignRecord, CampaignTraits>;
  readonly audience: Factory<AudienceRecord>;
  /** Leads of an audience with the columns name, city and plan, and three attempts allowed. */
  readonly lead: Factory<LeadRecord, LeadTraits>;
  /** Leads of one audience. What the context leaves out: calls of the last 60 days with common outcomes. */
  leadsOf(audience: AudienceRecord, context?: AudienceContext): Factory<LeadRecord, LeadTraits>;
}

/** What the leads of an audience have in common, and the languages that its people speak; those of one country if absent. */
export type AudienceContext = Partial<Omit<LeadContext, 'audience'>> & { readonly languages?: readonly string[] };

export interface FactoryOptions {
  /** A whole number; the same seed gives the same records on every machine and day. */
  readonly seed: number;
  /** The moment that counts as the present: nothing that is built has happened after it. */
  readonly now?: Timestamp;
  /** The voices that agents speak with; those of the default scenario unless given. */
  readonly voices?: readonly VoiceRecord[];
  /** Where ids start, 1 unless given. A phone number's are the digits after +1555. */
  readonly firstIds?: Partial<
    Record<'workspace' | 'user' | 'phoneNumber' | 'agent' | 'campaign' | 'audience' | 'lead', number>
  >;
  /** How many leads there are already, whose numbers are not to be given again; 0 unless given. */
  readonly firstPlace?: number;
}

/** The present of seeded data if none is given. */
export const defaultNow: Timestamp = '2026-10-01T08:00:00.000Z';

const commonOutcomes = ['Interested', 'Not interested', 'Information sent', 'Wrong number', callbackDisposition];

/**
 * Factories that share a seed, each with a random stream of its own: how many leads are built does not change the
 * agents. `createFactories({ seed: 7 }).agent.build({ status: 1 })`.
 */
export function createFactories(options: FactoryOptions): Factories {
  const { seed, now = defaultNow, voices, firstIds = {}, firstPlace = 0 } = options;
  const source = (stream: string): ReturnType<typeof createRandomSource> => createRandomSource(seed, stream);
  const peopleOf = createPeople();
  const nextPlace = createSequence(firstPlace);
  const firstLead = (firstIds.lead ?? 1) - firstPlace;
  const teamSource = source('team');
  const drawColleague = peopleOf(weighedRegions);
  const team = Array.from({ length: 5 }, () => drawColleague(teamSource).name);

  const leadsOf: Factories['leadsOf'] = (audience, context = {}) => {
    const { languages, ...known } = context;
    const full = {
      since: shift(now, -60 * dayInMs),
      until: now,
      outcomes: commonOutcomes,
      editors: team,
      ...known,
      audience,
    };
    const ofOneCountry = () => [source(`country:${audience.id}`).pick(weighedRegions)];
    const draw = peopleOf(languages === undefined ? ofOneCountry() : regionsSpeaking(languages));
    return createLeadFactory(source(`lead:${audience.id}`), full, draw, nextPlace, firstLead);
  };

  return {
    workspace: createWorkspaceFactory(source('workspace'), firstIds.workspace ?? 1),
    user: createUserFactory(source('user'), firstIds.user ?? 1),
    apiToken: createTokenFactory(source('api-token'), now, drawApiToken),
    loginToken: createTokenFactory(source('login-token'), now, drawLoginToken),
    provider: createProviderFactory(),
    voice: createVoiceFactory(source('voice')),
    phoneNumber: createPhoneNumberFactory(firstIds.phoneNumber ?? 1),
    agent: createAgentFactory(source('agent'), now, voices ?? buildVoiceCatalogue(), firstIds.agent ?? 1),
    campaign: createCampaignFactory(source('campaign'), now, firstIds.campaign ?? 1),
    audience: createAudienceFactory(source('audience'), firstIds.audience ?? 1),
    lead: leadsOf({ id: 0, columns: inputColumns(['name', 'city', 'plan']), attempts_allowed: 3, halted: null }),
    leadsOf,
  };
}

/** How many records an audience has of each status. */
export type LeadMix = Readonly<Record<'fresh' | 'completed' | 'halted' | 'inqueue', number>>;

/** An agent and one active number attached to it, as publishing asks for (section 3.1); none for a deleted agent. */
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
  const counts = [mix.fresh, mix.completed, mix.halted, mix.inqueue] as const;
  const drawStatus = drawStatuses(createRandomSource(campaign.id, 'status-mix'), counts);
  return { campaign, audience, leads: lead.buildList(totalOfCounts(counts), () => ({ status: drawStatus() })) };
}

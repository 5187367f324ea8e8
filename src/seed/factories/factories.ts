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
import { type AgentTraits, createAgentFactory } from './agent-factory.ts';
import {
  createAudienceFactory,
  type CampaignTraits,
  createCampaignFactory,
  inputColumns,
} from './campaign-factories.ts';
import { createRandomSource, createSequence, dayInMs, type Factory, shift } from './factory.ts';
import { createLeadFactory, type LeadContext, type LeadTraits } from './lead-factory.ts';
import { createPeople, spokenLanguages } from './people.ts';
import {
  createApiTokenFactory,
  createLoginTokenFactory,
  createPhoneNumberFactory,
  createProviderFactory,
  createUserFactory,
  createWorkspaceFactory,
} from './account-factories.ts';
import { buildVoiceCatalogue, createVoiceFactory } from './voice-factory.ts';

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
  const peopleSpeaking = createPeople();
  const nextPlace = createSequence(firstPlace);
  const firstLead = (firstIds.lead ?? 1) - firstPlace;
  const teamSource = source('team');
  const drawColleague = peopleSpeaking({ languages: spokenLanguages() });
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
    const draw = peopleSpeaking(
      languages === undefined ? { country: source(`country:${audience.id}`) } : { languages },
    );
    return createLeadFactory(source(`lead:${audience.id}`), full, draw, nextPlace, firstLead);
  };

  return {
    workspace: createWorkspaceFactory(source('workspace'), firstIds.workspace ?? 1),
    user: createUserFactory(source('user'), firstIds.user ?? 1),
    apiToken: createApiTokenFactory(source('api-token'), now),
    loginToken: createLoginTokenFactory(source('login-token'), now),
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

export type { AgentTraits } from './seed/agent-factory.ts';
export { buildAgentWithNumbers, buildCampaignWithAudience, type LeadMix } from './seed/compositions.ts';
export { createFactories, type AudienceContext, type Factories, type FactoryOptions } from './seed/factories.ts';
export type { Factory } from './seed/factory.ts';
export type { LeadContext, LeadTraits } from './seed/lead-factory.ts';
export type { SeedPlan } from './seed/plan.ts';
export type {
  AgentRecord,
  AudienceRecord,
  CampaignRecord,
  LeadRecord,
  PhoneNumberRecord,
  ProviderRecord,
  TokenRecord,
  UserRecord,
  VoiceRecord,
  WorkspaceRecord,
} from './domain/records.ts';

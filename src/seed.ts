export type { AgentTraits } from './seed/factories/agent-factory.ts';
export {
  buildAgentWithNumbers,
  buildCampaignWithAudience,
  createFactories,
  type AudienceContext,
  type Factories,
  type FactoryOptions,
  type LeadMix,
} from './seed/factories/factories.ts';
export type { Factory } from './seed/factories/factory.ts';
export type { LeadContext, LeadTraits } from './seed/factories/campaign-factories.ts';
export type { Scenario } from './domain/coherence.ts';
export { saveScenario } from './seed/targets/write-scenario.ts';
export { PlanError, type PlanMistake } from './seed/plan/read-plan.ts';
export type { SeedPlan } from './seed/plan/plan.gen.ts';
export {
  runPlan,
  undoRun,
  type MadeToken,
  type RunOptions,
  type SeedResult,
  type SeedTarget,
  type UndoResult,
} from './seed/run-plan.ts';
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

import type { AgentProfile } from '../profile.ts';
import { FINANCE_PROFILES } from './finance.ts';
import { HEALTH_PROFILES } from './health.ts';
import { PUBLIC_AND_SERVICES_PROFILES } from './public-and-services.ts';
import { TRAVEL_AND_TRADE_PROFILES } from './travel-and-trade.ts';

/** Every kind of agent that the agent factory knows. */
export const AGENT_PROFILES: readonly AgentProfile[] = [
  ...HEALTH_PROFILES,
  ...FINANCE_PROFILES,
  ...TRAVEL_AND_TRADE_PROFILES,
  ...PUBLIC_AND_SERVICES_PROFILES,
];

/** The profile with this key. Throws `RangeError` that names the known ones where there is none. */
export function findProfile(key: string): AgentProfile {
  const profile = AGENT_PROFILES.find((candidate) => candidate.key === key);
  if (profile) return profile;
  const known = AGENT_PROFILES.map((candidate) => candidate.key).join(', ');
  throw new RangeError(`There is no agent profile '${key}'. Known: ${known}`);
}

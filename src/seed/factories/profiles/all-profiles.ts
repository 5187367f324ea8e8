import type { AgentProfile } from '../profile.ts';
import { financeProfiles } from './finance.ts';
import { healthProfiles } from './health.ts';
import { publicAndServicesProfiles } from './public-and-services.ts';
import { travelAndTradeProfiles } from './travel-and-trade.ts';

/** Every kind of agent that the agent factory knows. */
export const agentProfiles: readonly AgentProfile[] = [
  ...healthProfiles,
  ...financeProfiles,
  ...travelAndTradeProfiles,
  ...publicAndServicesProfiles,
];

/** The profile with this key. @throws RangeError that names the known ones if there is none */
export function findProfile(key: string): AgentProfile {
  const profile = agentProfiles.find((candidate) => candidate.key === key);
  if (profile) return profile;
  const known = agentProfiles.map((candidate) => candidate.key).join(', ');
  throw new RangeError(`There is no agent profile '${key}'. Known: ${known}`);
}

import { CODES } from '../factories/codes.ts';
import { API_TOKENS, LOGIN_TOKENS, USERS, WORKSPACES } from './default-accounts.ts';
import { buildDefaultAgents, buildDefaultNumbers } from './default-agents.ts';
import { buildDefaultCampaigns } from './default-campaigns.ts';
import { createFactories } from '../factories/factories.ts';
import type { Scenario } from '../targets/scenario-files.ts';
import { buildVoiceCatalogue } from '../factories/voice-catalogue.ts';

const SEED = 20_260_101;
const FIRST_LEAD = 200_001;

/** The scenario `empty`: the workspaces, users and tokens, and the codes, which are no data but names. */
export function buildEmptyScenario(): Scenario {
  return {
    workspaces: WORKSPACES,
    users: USERS,
    login_tokens: LOGIN_TOKENS,
    api_tokens: API_TOKENS,
    codes: CODES,
  };
}

/** The scenario `default`: the well-known names with believable data around them, the same bytes every time. */
export function buildDefaultScenario(): Scenario {
  const factories = createFactories({ seed: SEED, firstIds: { lead: FIRST_LEAD } });
  const voices = buildVoiceCatalogue();
  const workspaceIds = WORKSPACES.map(({ id }) => id);
  return {
    ...buildEmptyScenario(),
    providers: ['provider_a', 'provider_b', 'provider_c', 'provider_d'].map((id) =>
      factories.provider.build({ id, workspace_ids: id === 'provider_d' ? [] : workspaceIds }),
    ),
    voices,
    phone_numbers: buildDefaultNumbers(factories),
    agents: buildDefaultAgents(factories),
    ...buildDefaultCampaigns(factories),
  };
}

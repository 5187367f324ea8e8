import { codeTable } from '../factories/codes.ts';
import { defaultApiTokens, defaultLoginTokens, defaultUsers, defaultWorkspaces } from './default-accounts.ts';
import { buildDefaultAgents, buildDefaultNumbers } from './default-agents.ts';
import { buildDefaultCampaigns } from './default-campaigns.ts';
import { createFactories } from '../factories/factories.ts';
import type { FolderContent } from '../targets/scenario-files.ts';
import { buildVoiceCatalogue } from '../factories/voice-catalogue.ts';

const defaultSeed = 20_260_101;
const firstLead = 200_001;

/** The scenario `empty`: the workspaces, users and tokens, and the codes, which are names. */
export function buildEmptyScenario(): FolderContent {
  return {
    workspaces: defaultWorkspaces,
    users: defaultUsers,
    login_tokens: defaultLoginTokens,
    api_tokens: defaultApiTokens,
    codes: codeTable,
  };
}

/** The scenario `default`: the well-known names with believable data around them, the same bytes every time. */
export function buildDefaultScenario(): FolderContent {
  const factories = createFactories({ seed: defaultSeed, firstIds: { lead: firstLead } });
  const voices = buildVoiceCatalogue();
  const workspaceIds = defaultWorkspaces.map(({ id }) => id);
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

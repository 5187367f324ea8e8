import type { Addresses, CampaignSettings, Settings } from './settings.ts';

type ScenarioFacts = Omit<Settings, 'addresses' | 'headers' | 'timeout' | 'rate_limit' | 'concurrency' | 'ledger'>;

/** What holds of the scenario `default`, in the mock or in any deployment that was filled with it. */
export const defaultScenario: ScenarioFacts = {
  token: 'ac3e'.repeat(16),
  expired_token: 'dead'.repeat(16),
  second_workspace: { token: '910b'.repeat(16) },
  login: {
    token: 'login-acme',
    expired_token: 'login-expired',
    token_without_api_token: 'login-initech',
    newest_api_token: 'ac3e'.repeat(16),
    older_api_token: 'ac3d'.repeat(16),
  },
  workspace: { voice_analysis: true },
  providers: {
    supported: ['provider_a', 'provider_b', 'provider_c', 'provider_d'],
    listed: ['provider_a', 'provider_b', 'provider_c'],
    not_set_up: 'provider_d',
  },
  numbers: { owned: ['+15550009001', '+15550009004'], shared: ['+15550009002'] },
  agents: {
    uuid: '00000000-0000-4000-8000-{id}',
    read: [
      {
        id: 1004,
        campaigns: { 5001: 'inprogress', 5002: 'hold', 5004: 'force_completed', 5006: 'pause', 5007: 'deleted' },
        has_audience: true,
      },
      { id: 1010, campaigns: { 5003: 'draft' }, has_audience: false },
      { id: 1002, campaigns: {}, has_audience: false },
    ],
    draft_with_inactive_number: 1007,
    draft_with_shared_number: 1003,
  },
  campaigns: {
    read: [5001, 5006],
    foreign: 5005,
    known_attempt: { campaign: 5001, record: 200001, at: '2026-09-03T13:16:56.383Z' },
  },
  values: {
    voice: { provider: 'provider_b', model: 'birch-neural-2' },
    speech_to_text: { provider: 'provider_b', language: 'de' },
    llm: { llm: 'default', model: 'default' },
    tools: [7, 9],
    sub_agents: [3],
    dispositions: ['Interested', 'Call back'],
  },
};

/** Of a mock that is thrown away after the run, these campaigns may be used up too. */
export const throwAwayCampaigns: CampaignSettings = {
  ...defaultScenario.campaigns,
  disposable: [{ id: 5001, agent: 1004 }],
  disposable_paused: { id: 5006, agent: 1004 },
  disposable_draft: { id: 5003, agent: 1010 },
  disposable_deleted: { id: 5007, agent: 1004 },
  changeable: { id: 5002, agent: 1004, status: 'hold' },
};

/** Of a mock with the default scenario that is thrown away: everything may be used up, as fast as it goes. */
export function throwAwaySettings(addresses: Addresses): Settings & { readonly addresses: Addresses } {
  const limits = { headers: {}, timeout: 10_000, rate_limit: null, concurrency: 1, ledger: '' };
  return { ...defaultScenario, campaigns: throwAwayCampaigns, addresses, ...limits };
}

/** Whether the token is one of the default scenario's first workspace, whose facts then hold of the deployment. */
export function isDefaultScenarioToken(token: string): boolean {
  return token === defaultScenario.token || token === 'ac3d'.repeat(16);
}

import type { OperationId } from '../document/names.gen.ts';
import type { CallOptions } from './api-harness.ts';
import { agentUuid } from './well-known.ts';

/** For every operation a request that succeeds in the default scenario. */
export const validCalls: Readonly<Record<OperationId, CallOptions>> = {
  getAgent: { query: { agent_id: 1004 } },
  createAgent: { body: { agent_id: 1002, agent_name: 'Front Desk' } },
  createAgentOrUpdate: {
    form: [
      ['agent_id', '1002'],
      ['basic_details[agent_name]', 'Front Desk'],
    ],
  },
  updateAgent: { body: { agent_id: agentUuid(1002), name: 'Front Desk' } },
  listVoices: { query: { provider_id: 'provider_a' } },
  forceCompleteCampaign: { body: { campaign_id: 5001, campaign_status: 'hold' } },
  listAudience: { query: { campaign_id: 5001 } },
  verifyToken: { body: {} },
  getToken: {},
};

export const operationIds = Object.keys(validCalls) as readonly OperationId[];

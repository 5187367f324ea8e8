import { agentDetail } from '../../domain/agents/agent-detail.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { CampaignRecord } from '../../domain/records.ts';
import type { View } from '../../store/store.ts';
import { agentOfCaller } from '../records-of-caller.ts';
import { agentToken } from '../tokens/tokens.ts';
import type { Handler, OperationWorld } from '../handler.ts';

/** Section 4.1. */
export const getAgent: Handler<'getAgent'> = async (request, world) => {
  nothingLeft(request.body.valid());
  const { agent_id: agentId, ...rest } = request.query.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const agent = agentOfCaller(view, request.caller, agentId, 'get-by-id.not-found');
  const campaigns = view.find('campaigns', 'agent_id', agent.id);
  const campaignWithRecords = await firstWithRecords(world.store, campaigns, world.rules);
  const now = world.clock.now();
  return {
    clause: 'get-by-id.envelope',
    body: {
      error: false,
      code: 200,
      message: '',
      timestamp: now.getTime(),
      data: agentDetail(agent, {
        workspace: request.caller.workspace,
        creator: view.get('users', agent.creator_user_id),
        numbers: view.find('phone_numbers', 'agent_id', agent.id),
        campaigns,
        hasRecords: (campaignId) => campaignId === campaignWithRecords,
        codes: codeTable(view),
        agentToken: agentToken(agent, world.rules['agent.token']),
        now,
        rules: world.rules,
      }),
    },
  };
};

function codeTable(view: View) {
  return (id: string) => view.get('codes', id);
}

async function firstWithRecords(
  store: OperationWorld['store'],
  campaigns: readonly CampaignRecord[],
  rules: Rules,
): Promise<number | undefined> {
  const counts = rules['agent.is-audience.campaigns'];
  for (const { id, status } of campaigns) if (counts(status) && (await store.hasLeads(id))) return id;
  return undefined;
}

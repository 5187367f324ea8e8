import type { JSX } from 'preact';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { AgentStatusMark } from '../ui/marks.tsx';
import { SplitPage } from '../ui/split-page.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { AgentDetail } from './agent-detail.tsx';

/** The agents in every state, and one of them with all that can be done to it. */
export function AgentsPage(): JSX.Element {
  const { control, live } = useSession();
  const loaded = useLoaded('agents', live.revision.value, async () => {
    const { agents } = await answerOf(control.GET('/__mock/agents'));
    return agents;
  });
  return (
    <SplitPage
      title="Agents"
      noun="agent"
      loaded={loaded}
      empty={
        <>
          Create one with <code>create-agent</code>, or reset the world to its scenario.
        </>
      }
      card={(agent) => <AgentCard agent={agent} />}
      detail={(agent) => <AgentDetail agent={agent} />}
    />
  );
}

const agentTypes: Readonly<Record<number, string>> = { 1: 'Voice', 2: 'Chat', 3: 'Telephony', 4: 'General' };

function AgentCard({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { id, agent_name, agent_type, status, numbers, campaigns, workspace_id } = agent;
  return (
    <>
      <span class="card-head">
        <strong>{agent_name}</strong>
        <AgentStatusMark status={status} />
      </span>
      <span class="muted number">
        {id} · {agentTypes[agent_type] ?? `type ${agent_type}`} · workspace {workspace_id}
      </span>
      <span class="muted number">
        {counted(numbers.length, 'number')}, {counted(campaigns.length, 'campaign')}
      </span>
    </>
  );
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { addressOfWorld } from '../api/world-address.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { AgentStatusMark } from '../ui/marks.tsx';
import { SplitPage } from '../ui/split-page.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { AgentDetail } from './agent-detail.tsx';
import { CreateAgentDialog } from './create-agent-form.tsx';

/** The agents in every state, and one of them with all that can be done to it. */
export function AgentsPage(): JSX.Element {
  const { control, live, origin, router } = useSession();
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
          Create one here or by <code>create-agent</code> at{' '}
          <code>{addressOfWorld(origin, router.world.value)}/api/v1/global</code>, or reset the world to its scenario.
        </>
      }
      searched={({ id, uuid, agent_name, status, workspace_id, numbers }) => [
        id,
        uuid,
        agent_name,
        agentStatusTitles[status],
        `workspace ${workspace_id}`,
        ...numbers.map(({ number }) => number),
      ]}
      actions={<CreateAgentButton />}
      card={(agent) => <AgentCard agent={agent} />}
      detail={(agent) => <AgentDetail agent={agent} />}
    />
  );
}

function CreateAgentButton(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Create an agent
      </Button>
      {isOpen ? <CreateAgentDialog onClose={() => setOpen(false)} /> : null}
    </>
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

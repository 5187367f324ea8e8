import type { JSX } from 'preact';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { AgentStatusMark } from '../ui/marks.tsx';
import { Empty } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { AgentDetail } from './agent-detail.tsx';

/** The agents in every state, and one of them with all that can be done to it. */
export function AgentsPage(): JSX.Element {
  const { control, live, router } = useSession();
  const loaded = useLoaded('agents', live.revision.value, async () => {
    const { agents } = await answerOf(control.GET('/__mock/agents'));
    return agents;
  });
  const openedId = Number(router.route.value.steps[1] ?? Number.NaN);
  return (
    <div class={`split ${Number.isNaN(openedId) ? '' : 'with-detail'}`}>
      <div class="split-list">
        <div class="page-head">
          <h1>Agents</h1>
        </div>
        <LoadedView loaded={loaded} name="agents">
          {(agents) =>
            agents.length === 0 ? (
              <Empty title="No agents in this world">
                Create one with <code>create-agent</code>, or reset the world to its scenario.
              </Empty>
            ) : (
              <ul class="cards">
                {agents.map((agent) => (
                  <AgentCard key={agent.id} agent={agent} isOpened={agent.id === openedId} />
                ))}
              </ul>
            )
          }
        </LoadedView>
      </div>
      {loaded.state !== 'ready' || Number.isNaN(openedId) ? null : (
        <OpenedAgent key={openedId} id={openedId} agents={loaded.value} />
      )}
    </div>
  );
}

const agentTypes: Readonly<Record<number, string>> = { 1: 'Voice', 2: 'Chat', 3: 'Telephony', 4: 'General' };

interface AgentCardProps {
  readonly agent: Schemas['Agent'];
  readonly isOpened: boolean;
}

function AgentCard({ agent, isOpened }: AgentCardProps): JSX.Element {
  const { router } = useSession();
  const { id, agent_name, agent_type, status, numbers, campaigns, workspace_id } = agent;
  return (
    <li>
      <a class="card" href={router.link(`agents/${id}`)} aria-current={isOpened ? 'true' : undefined}>
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
      </a>
    </li>
  );
}

function OpenedAgent({
  id,
  agents,
}: {
  readonly id: number;
  readonly agents: readonly Schemas['Agent'][];
}): JSX.Element {
  const { router } = useSession();
  const agent = agents.find((one) => one.id === id);
  return (
    <article class="split-detail" aria-label={`Agent ${id}`}>
      <a class="back" href={router.link('agents')}>
        ← All agents
      </a>
      {agent === undefined ? <Empty title={`There is no agent ${id} in this world`} /> : <AgentDetail agent={agent} />}
    </article>
  );
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

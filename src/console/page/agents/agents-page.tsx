import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AgentFiles, AgentNumbers, AgentSettings } from './agent-edits.tsx';
import { type Schemas, addressOfWorld, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AgentStatusMark, CampaignStatusMark, JsonView } from '../ui/code.tsx';
import { Button, Panel, TextField, submitting } from '../ui/controls.tsx';
import { DialogButton, Lines, LoadedPanel, useFresh, useLoaded } from '../ui/notice.tsx';
import { useRequester } from '../ui/requester.tsx';
import { RecordsPage } from '../ui/split-page.tsx';
import {
  type AgentTransition,
  agentMoves,
  agentStatusTitles,
  agentTransitions,
} from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';
import { memberOf } from '../../../json/json-value.ts';

/** The agents in every state, and one of them with all that can be done to it. */
export function AgentsPage(): JSX.Element {
  const { control, origin, router } = useSession();
  const loaded = useFresh('agents', async () => (await dataFrom(control.GET('/__mock/agents'))).agents);
  return (
    <RecordsPage
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
        ...[id, uuid, agent_name, agentStatusTitles[status], `workspace ${workspace_id}`],
        ...numbers.map(({ number }) => number),
      ]}
      actions={
        <DialogButton text="Create an agent" kind="primary" title="Create an agent">
          {(close) => <CreateAgentForm onClose={close} />}
        </DialogButton>
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
        {countInWords(numbers.length, 'number')}, {countInWords(campaigns.length, 'campaign')}
      </span>
    </>
  );
}

function countInWords(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Creates a draft by create-agent, and opens it; everything else of an agent can be sent from the page for requests. */
function CreateAgentForm({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { router } = useSession();
  const { picker, isReady, ask, outcome } = useRequester({});
  const [name, setName] = useState('');
  const create = async () => {
    const answer = await ask('create-agent', 'createAgent', { body: { agent_name: name } });
    const id = memberOf(answer?.body, 'data.agent_id');
    if (typeof id !== 'number') return;
    onClose();
    router.open(`agents/${id}`);
  };
  return (
    <form class="stack" onSubmit={submitting(create)}>
      <TextField label="Name" value={name} autofocus onChange={setName} />
      {picker}
      {outcome}
      <div class="row end">
        <a href={router.link('send/createAgent')}>More fields …</a>
        <Button text="Cancel" onClick={onClose} />
        <Button text="Create" kind="primary" disabled={!isReady} />
      </div>
    </form>
  );
}

interface AgentProps {
  readonly agent: Schemas['Agent'];
}

function AgentDetail({ agent }: AgentProps): JSX.Element {
  const { router } = useSession();
  const { id, uuid, agent_name, status, workspace_id, updated_on, campaigns } = agent;
  return (
    <>
      <header class="detail-head stack close">
        <h2>{agent_name}</h2>
        <div class="row">
          <AgentStatusMark status={status} />
          <span class="number">{id}</span>
          <span class="muted">workspace {workspace_id}</span>
          <span class="muted number">updated {updated_on.slice(0, 16).replace('T', ' ')} UTC</span>
        </div>
        <code class="muted">{uuid}</code>
      </header>
      <AgentStates agent={agent} />
      <AgentNumbers agent={agent} />
      <AgentSettings agent={agent} />
      <AgentFiles agent={agent} />
      <Panel title="Campaigns">
        <Lines items={campaigns} empty="No campaign uses it.">
          {(campaign) => (
            <>
              <a href={router.link(`campaigns/${campaign.id}`)}>{campaign.name}</a>
              <CampaignStatusMark status={campaign.status} />
            </>
          )}
        </Lines>
      </Panel>
      <FullAnswer agent={agent} />
      <UnreadSettings agent={agent} />
    </>
  );
}

/** What the API itself answers of the agent, asked on demand. */
function FullAnswer({ agent }: AgentProps): JSX.Element {
  const { picker, isReady, ask, outcome } = useRequester({ workspaceId: agent.workspace_id });
  const send = () => ask('get-by-id', 'getAgent', { query: { agent_id: String(agent.id) } });
  return (
    <Panel title="Get by id">
      <div class="row bottom">
        {picker}
        <Button text="Send get-by-id" disabled={!isReady} onClick={send} />
      </div>
      {outcome}
    </Panel>
  );
}

/** What the API takes and never shows. */
function UnreadSettings({ agent }: AgentProps): JSX.Element {
  const { control } = useSession();
  const loaded = useLoaded(`${agent.id} ${agent.updated_on}`, () =>
    dataFrom(control.GET('/__mock/agents/{agent_id}', { params: { path: { agent_id: agent.id } } })),
  );
  return (
    <LoadedPanel title="Saved settings that get-by-id does not return" name="settings" loaded={loaded}>
      {({ unread }) =>
        Object.keys(unread).length === 0 ? (
          <p class="muted">None were sent.</p>
        ) : (
          <JsonView value={unread} name="Unread settings" />
        )
      }
    </LoadedPanel>
  );
}

const verbs = { 1: 'Publish', 2: 'Delete', 3: 'Unpublish' } as const satisfies Record<AgentStatus, string>;

const transitions = agentTransitions.flatMap(({ requested, condition, outcome }) =>
  typeof requested === 'number' && 'to' in outcome
    ? [{ status: requested, name: verbs[requested], effect: effectInWords(condition, outcome.releasesNumbers) }]
    : [],
);

function effectInWords(condition: AgentTransition['condition'], releasesNumbers: boolean): string {
  if (condition === 'workspace-number') return 'needs an active number of its own workspace';
  return releasesNumbers ? 'releases its numbers' : 'back to draft';
}

/** The states of an agent, the present one lit, and the requests that lead from one to the next. */
function AgentStates({ agent }: AgentProps): JSX.Element {
  const { picker, isReady, ask, outcome } = useRequester({ workspaceId: agent.workspace_id });
  const [pointed, point] = useState<AgentStatus | undefined>();
  return (
    <Panel title="State">
      <StateDiagram status={agent.status} pointed={pointed} />
      <div class="choices">
        {transitions.map(({ status, name, effect }) => (
          <Button
            key={status}
            kind="choice"
            disabled={!isReady}
            onClick={() => ask(`${name}: create-agent`, 'createAgent', { body: { agent_id: agent.id, status } })}
            onMouseEnter={() => point(status)}
            onMouseLeave={() => point(undefined)}
            onFocus={() => point(status)}
            onBlur={() => point(undefined)}
          >
            <strong>{name}</strong>
            <span class="muted">
              <code>status: {status}</code> {effect}
            </span>
          </Button>
        ))}
      </div>
      {picker}
      {outcome}
    </Panel>
  );
}

interface StateDiagramProps {
  readonly status: AgentStatus;
  /** The state that a request about to be sent asks for. */
  readonly pointed: AgentStatus | undefined;
}

const states = [
  { status: 3, x: 150, y: 60 },
  { status: 1, x: 390, y: 60 },
  { status: 2, x: 270, y: 214 },
] as const;

/** How each move is drawn, by where it leads from and to. Which moves there are says the transition table. */
const arrows: Readonly<Record<string, { path: string; label: string; at: readonly [number, number] }>> = {
  'new 3': { path: 'M28 60H92', label: 'new', at: [58, 50] },
  '3 1': { path: 'M206 50C250 30 290 30 332 48', label: 'publish · 1', at: [270, 24] },
  '1 3': { path: 'M334 70C290 88 250 88 208 72', label: 'unpublish · 3', at: [270, 104] },
  '3 2': { path: 'M140 84C145 150 180 190 210 206', label: 'delete · 2', at: [112, 158] },
  '1 2': { path: 'M400 84C395 150 360 190 330 206', label: 'delete · 2', at: [430, 158] },
  '2 3': { path: 'M246 190C214 160 184 120 170 88', label: '3', at: [226, 150] },
  '2 1': { path: 'M294 190C326 160 356 120 370 88', label: '1', at: [314, 150] },
};

function StateDiagram({ status, pointed }: StateDiagramProps): JSX.Element {
  const label = `State machine: the agent is ${agentStatusTitles[status]}`;
  const head = { viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: 'userSpaceOnUse' };
  return (
    <svg class="states" viewBox="0 0 480 246" role="img" aria-label={label}>
      <defs>
        {['', 'accent'].map((kind) => (
          <marker key={kind} id={`arrow${kind}`} class={kind} orient="auto" {...head}>
            <path d="M0 0L8 4L0 8Z" />
          </marker>
        ))}
      </defs>
      <circle class="state-new" cx="22" cy="60" r="6" />
      {agentMoves().map(({ from, to }) => {
        const arrow = arrows[`${from} ${to}`];
        if (arrow === undefined) return null;
        const kind = from === status ? 'accent' : '';
        const [x, y] = arrow.at;
        return (
          <g key={arrow.path} class={`arrow ${kind} ${from === status && to === pointed ? 'pointed' : ''}`}>
            <path d={arrow.path} marker-end={`url(#arrow${kind})`} />
            <text x={x} y={y}>
              {arrow.label}
            </text>
          </g>
        );
      })}
      {states.map(({ status: one, x, y }) => (
        <g key={one} class={`state ${one === status ? 'accent' : ''}`}>
          <rect x={x - 56} y={y - 23} width="112" height="46" rx="23" />
          <text x={x} y={y + 5}>
            {agentStatusTitles[one]} · {one}
          </text>
        </g>
      ))}
    </svg>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AgentDetail } from './agent-detail.tsx';
import { type ApiAnswer, type Schemas, addressOfWorld, dataOf } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AgentStatusMark, AnswerView } from '../ui/code.tsx';
import { Button, Field, useToken } from '../ui/controls.tsx';
import { Dialog, useLoaded } from '../ui/notice.tsx';
import { SplitPage } from '../ui/split-page.tsx';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';

/** The agents in every state, and one of them with all that can be done to it. */
export function AgentsPage(): JSX.Element {
  const { control, live, origin, router } = useSession();
  const loaded = useLoaded('agents', live.revision.value, async () => {
    const { agents } = await dataOf(control.GET('/__mock/agents'));
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
        {countInWords(numbers.length, 'number')}, {countInWords(campaigns.length, 'campaign')}
      </span>
    </>
  );
}

function countInWords(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Creates a draft by create-agent, and opens it; everything else of an agent can be sent from the page for requests. */
function CreateAgentDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { perform, request, router } = useSession();
  const { token, picker } = useToken({});
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<ApiAnswer | undefined>();
  const create = () =>
    perform(async () => {
      const answer = await request('createAgent', { token: token ?? '', body: { agent_name: name } });
      const id = idOfCreated(answer.body);
      setRefused(answer.ok ? undefined : answer);
      if (id === undefined) return undefined;
      onClose();
      router.open(`agents/${id}`);
      return `${name} is created, a draft.`;
    });
  return (
    <Dialog title="Create an agent" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field label="Name">
          <input value={name} autofocus onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </Field>
        {picker}
        {refused === undefined ? null : <AnswerView title="create-agent" answer={refused} />}
        <div class="row end">
          <a href={router.link('send/createAgent')}>More members …</a>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={token === undefined}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function idOfCreated(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('agent_id' in data)) return undefined;
  return typeof data.agent_id === 'number' ? data.agent_id : undefined;
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { valueAtPath } from '../../../json/json-value.ts';
import { AgentDetail } from './agent-detail.tsx';
import { type Schemas, addressOfWorld, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AgentStatusMark } from '../ui/code.tsx';
import { Button, TextField, submitting } from '../ui/controls.tsx';
import { Dialog, useFresh } from '../ui/notice.tsx';
import { useRequester } from '../ui/requester.tsx';
import { RecordsPage } from '../ui/split-page.tsx';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';

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
      actions={<CreateAgentButton />}
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

/** Creates a draft by create-agent, and opens it; everything else of an agent can be sent from the page for requests. */
function CreateAgentDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { router } = useSession();
  const { picker, isReady, ask, outcome } = useRequester({});
  const [name, setName] = useState('');
  const create = async () => {
    const answer = await ask('create-agent', 'createAgent', { body: { agent_name: name } });
    const id = valueAtPath(answer?.body, 'data.agent_id');
    if (typeof id !== 'number') return;
    onClose();
    router.open(`agents/${id}`);
  };
  return (
    <Dialog title="Create an agent" onClose={onClose}>
      <form class="stack" onSubmit={submitting(create)}>
        <TextField label="Name" value={name} autofocus onChange={setName} />
        {picker}
        {outcome}
        <div class="row end">
          <a href={router.link('send/createAgent')}>More fields …</a>
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button primary" disabled={!isReady}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { AnswerView } from '../ui/answer-view.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { AgentStatusMark, CampaignStatusMark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { AgentFiles } from './agent-files.tsx';
import { AgentNumbers } from './agent-numbers.tsx';
import { AgentStates } from './agent-states.tsx';

export function AgentDetail({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { router } = useSession();
  const { id, uuid, agent_name, status, workspace_id, updated_on, campaigns } = agent;
  return (
    <>
      <header class="detail-head">
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
      <AgentFiles agent={agent} />
      <Panel title="Campaigns">
        {campaigns.length === 0 ? <p class="muted">No campaign uses it.</p> : null}
        <ul class="lines">
          {campaigns.map((campaign) => (
            <li key={campaign.id}>
              <a href={router.link(`campaigns/${campaign.id}`)}>{campaign.name}</a>
              <CampaignStatusMark status={campaign.status} />
            </li>
          ))}
        </ul>
      </Panel>
      <FullAnswer agent={agent} />
      <UnreadSettings agent={agent} />
    </>
  );
}

/** What the API itself answers of the agent, asked on demand. */
function FullAnswer({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { perform, request } = useSession();
  const { token, picker } = useToken({ workspaceId: agent.workspace_id });
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const ask = () =>
    perform(async () => {
      setAnswer(await request('getAgent', { token: token ?? '', query: { agent_id: String(agent.id) } }));
      return undefined;
    });
  return (
    <Panel title="Get by id">
      <div class="row bottom">
        {picker}
        <Button disabled={token === undefined} onClick={ask}>
          Send get-by-id
        </Button>
      </div>
      {answer === undefined ? null : <AnswerView title="get-by-id" answer={answer} />}
    </Panel>
  );
}

/** What the API takes and never shows. */
function UnreadSettings({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { control } = useSession();
  const loaded = useLoaded(`${agent.id} ${agent.updated_on}`, 0, async () =>
    answerOf(control.GET('/__mock/agents/{agent_id}', { params: { path: { agent_id: agent.id } } })),
  );
  return (
    <Panel title="Settings that no answer shows">
      <LoadedView loaded={loaded} name="settings">
        {({ unread }) =>
          Object.keys(unread).length === 0 ? (
            <p class="muted">None were sent.</p>
          ) : (
            <JsonView value={unread} name="Unread settings" />
          )
        }
      </LoadedView>
    </Panel>
  );
}

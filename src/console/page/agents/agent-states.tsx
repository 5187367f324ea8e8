import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { agentTransitions, type AgentTransition } from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';
import type { Schemas } from '../api/control-client.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { StateDiagram } from './state-diagram.tsx';

interface Transition {
  readonly status: AgentStatus;
  readonly name: string;
  readonly effect: string;
}

const verbs = { 1: 'Publish', 2: 'Delete', 3: 'Unpublish' } as const satisfies Record<AgentStatus, string>;

const transitions: readonly Transition[] = agentTransitions.flatMap(({ requested, condition, outcome }) =>
  typeof requested === 'number' && 'to' in outcome
    ? [{ status: requested, name: verbs[requested], effect: effectOf(condition, outcome.releasesNumbers) }]
    : [],
);

function effectOf(condition: AgentTransition['condition'], releasesNumbers: boolean): string {
  if (condition === 'workspace-number') return 'needs an active number of its own workspace';
  return releasesNumbers ? 'releases its numbers' : 'back to draft';
}

/** The states of an agent, the present one lit, and the requests that lead from one to the next. */
export function AgentStates({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { perform, request } = useSession();
  const { token, picker } = useToken({ workspaceId: agent.workspace_id });
  const [pointed, point] = useState<AgentStatus | undefined>();
  const [sent, setSent] = useState<{ readonly name: string; readonly answer: ApiAnswer } | undefined>();
  const send = ({ status, name }: Transition) =>
    perform(async () => {
      setSent({
        name,
        answer: await request('createAgent', { token: token ?? '', body: { agent_id: agent.id, status } }),
      });
      return undefined;
    });
  return (
    <Panel title="State">
      <StateDiagram status={agent.status} pointed={pointed} />
      <div class="transitions">
        {transitions.map((transition) => (
          <button
            key={transition.status}
            type="button"
            class="button transition"
            disabled={token === undefined}
            onClick={() => void send(transition)}
            onMouseEnter={() => point(transition.status)}
            onMouseLeave={() => point(undefined)}
            onFocus={() => point(transition.status)}
            onBlur={() => point(undefined)}
          >
            <strong>{transition.name}</strong>
            <span class="muted">
              <code>status: {transition.status}</code> {transition.effect}
            </span>
          </button>
        ))}
      </div>
      {picker}
      {sent === undefined ? null : <AnswerView title={`${sent.name}: create-agent`} answer={sent.answer} />}
    </Panel>
  );
}

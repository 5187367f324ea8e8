import type { ComponentChildren, JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { HeaderList, JsonView, TextView } from './code.tsx';
import { LoadedView, useLoaded } from './notice.tsx';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';

interface AnswerViewProps {
  readonly title: string;
  readonly answer: ApiAnswer;
}

/** What came of a request that was sent from the console. */
export function AnswerView({ title, answer }: AnswerViewProps): JSX.Element {
  return (
    <div class={`answer ${answer.ok ? 'good' : 'warn'}`} role="status">
      <div class="row">
        <strong>{title}</strong>
        <StatusMark status={answer.status} />
        <span class="muted number">{answer.milliseconds.toFixed(0)} ms</span>
      </div>
      {answer.rule === null ? null : <RuleCard id={answer.rule} />}
      {answer.fault === null ? null : <p>Fault {answer.fault} decided this answer.</p>}
      {answer.warning === null ? null : <p>Answered, though the contract does not allow it: {answer.warning}</p>}
      <HeaderList headers={answer.headers} />
      {typeof answer.body === 'string' ? (
        <TextView text={answer.body} name="Answer" />
      ) : (
        <JsonView value={answer.body} name="Answer" />
      )}
    </div>
  );
}

/** The rule that decided an answer, in words: where it stands, and whether it is said there or assumed. */
export function RuleCard({ id }: { readonly id: string }): JSX.Element {
  const { control } = useSession();
  const rule = useLoaded(id, 0, () => answerOf(control.GET('/__mock/rules/{id}', { params: { path: { id } } })));
  return (
    <LoadedView loaded={rule} name="the rule">
      {({ rule: words, kind, section }) => (
        <div class="rule">
          <p>{words}</p>
          <div class="row">
            <Mark tone={kind === 'stated' ? 'good' : 'warn'}>{kind}</Mark>
            <span class="muted">section {section}</span>
            <code class="muted">{id}</code>
          </div>
        </div>
      )}
    </LoadedView>
  );
}

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

interface MarkProps {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A word with a colour that it does not depend on. */
export function Mark({ tone = 'plain', title, children }: MarkProps): JSX.Element {
  return (
    <span class={`mark ${tone}`} title={title}>
      {children}
    </span>
  );
}

export function StatusMark({ status }: { readonly status: number | null }): JSX.Element {
  if (status === null) return <Mark tone="bad">cut</Mark>;
  return <Mark tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>{status}</Mark>;
}

const agentTones: Readonly<Record<AgentStatus, Tone>> = { 1: 'good', 2: 'bad', 3: 'plain' };

export function AgentStatusMark({ status }: { readonly status: AgentStatus }): JSX.Element {
  return <Mark tone={agentTones[status]}>{agentStatusTitles[status]}</Mark>;
}

const campaignTones: Readonly<Record<string, Tone>> = {
  inprogress: 'good',
  hold: 'warn',
  pause: 'warn',
  force_completed: 'bad',
  deleted: 'bad',
};

export function CampaignStatusMark({ status }: { readonly status: string }): JSX.Element {
  return <Mark tone={campaignTones[status] ?? 'plain'}>{status.replaceAll('_', ' ')}</Mark>;
}

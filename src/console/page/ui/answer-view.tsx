import type { JSX } from 'preact';
import type { ApiAnswer } from '../api/send-request.ts';
import { HeaderList } from './header-list.tsx';
import { JsonView, TextView } from './json-view.tsx';
import { StatusMark } from './marks.tsx';
import { RuleCard } from './rule-card.tsx';

export interface AnswerViewProps {
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

import type { ComponentChildren, JSX } from 'preact';
import { answerOf, type Schemas } from '../api/control-client.ts';
import type { JournalEntry } from '../live/live-journal.ts';
import { useSession } from '../session.ts';
import { JsonView, TextView } from '../ui/json-view.tsx';
import { HeaderList } from '../ui/header-list.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark, StatusMark } from '../ui/marks.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { RuleCard } from '../ui/rule-card.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { ChangedRecords } from './changed-records.tsx';
import { CopyAs } from './copy-as-panel.tsx';

/** One request of the journal: what was sent, what came, why, and what it changed. */
export function RequestDetail({ id }: { readonly id: number }): JSX.Element {
  const { control, live, router } = useSession();
  const held = live.entries.value.find((entry) => entry.id === id);
  const loaded = useLoaded(
    String(id),
    0,
    async () => held ?? answerOf(control.GET('/__mock/journal/{id}', { params: { path: { id } } })),
  );
  return (
    <article class="request-detail" aria-label={`Request ${id}`}>
      <a class="back" href={router.link('requests')}>
        ← All requests
      </a>
      <LoadedView loaded={loaded} name={`request ${id}`}>
        {(entry) => <Detail entry={entry} />}
      </LoadedView>
    </article>
  );
}

function Detail({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { request, answer, changes, faults, rule, warning } = entry;
  return (
    <>
      <header class="detail-head">
        <h2>
          <span class="method">{request.method}</span> {entry.operation ?? 'No operation'}
        </h2>
        <p class="address">
          <code>{request.url}</code>
        </p>
        <div class="row">
          <StatusMark status={entry.status} />
          <span class="number">{entry.duration.toFixed(1)} ms</span>
          <span class="muted number">{entry.at.replace('T', ' ').replace('Z', ' UTC')}</span>
          <span class="muted">world {entry.world}</span>
          <span class="muted">{entry.workspace === null ? 'caller unknown' : `workspace ${entry.workspace}`}</span>
          {entry.is_of_console ? <Mark tone="accent">asked by the console</Mark> : null}
          {entry.delivery === 'sent' ? null : <Mark tone="bad">{entry.delivery.replace('-', ' ')}</Mark>}
        </div>
      </header>
      <Panel title="Why this answer">
        {rule === null ? <p>{withoutRule(entry)}</p> : <RuleCard id={rule} />}
        {faults.map(({ id, effect, delay }) => (
          <p key={id}>
            <Mark tone="bad">fault {id}</Mark> {effect.type}
            {'undocumented' in effect && effect.undocumented ? ' an undocumented answer' : ''}
            {delay > 0 ? `, ${delay.toFixed(0)} ms` : ''}
          </p>
        ))}
        {warning === null ? null : (
          <Notice kind="warn" title="Answered, though the contract does not allow it">
            <p>{warning}</p>
          </Notice>
        )}
      </Panel>
      {changes.length === 0 ? null : <ChangedRecords changes={changes} />}
      <Panel title="Request">
        <HeaderList headers={request.headers} />
        <BodyView body={request.body} name="Request body" />
      </Panel>
      <Panel title="Answer">
        <HeaderList headers={answer.headers} />
        <BodyView body={answer.body} name="Answer body" />
      </Panel>
      <CopyAs entry={entry} />
    </>
  );
}

function withoutRule({ faults, status }: JournalEntry): ComponentChildren {
  if (faults.some(({ effect }) => ['error', 'respond', 'cut'].includes(effect.type))) return 'A fault decided.';
  return status === null
    ? 'The connection ended before anything decided.'
    : 'The request preferred this answer, or no rule was needed.';
}

function BodyView({ body, name }: { readonly body: Schemas['Body'] | null; readonly name: string }): JSX.Element {
  if (body === null || body.size === 0) return <p class="muted">No body.</p>;
  return (
    <>
      {body.json === undefined ? (
        <TextView text={body.text ?? ''} name={name} />
      ) : (
        <JsonView value={body.json} name={name} />
      )}
      {body.files === undefined || body.files.length === 0 ? null : <FileList files={body.files} />}
      {body.is_cut ? (
        <p class="muted">The journal kept only the beginning of {body.size.toLocaleString('en')} bytes.</p>
      ) : null}
    </>
  );
}

function FileList({ files }: { readonly files: NonNullable<Schemas['Body']['files']> }): JSX.Element {
  return (
    <ul class="lines">
      {files.map(({ field, name, size, type }, index) => (
        <li key={index}>
          <code>{field}</code>
          <span class="grow">{name}</span>
          <span class="muted number">
            {type}, {size.toLocaleString('en')} bytes
          </span>
        </li>
      ))}
    </ul>
  );
}

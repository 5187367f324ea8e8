import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject } from '../../../json/json-value.ts';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import type { JournalEntry } from '../live/live-journal.ts';
import { sendableRequest, tokenWish } from '../send/draft.ts';
import { useSession } from '../session.ts';
import {
  type ExpectedAnswer,
  type RunnerName,
  type SendableRequest,
  asCurl,
  asFetch,
  asTest,
  runnerNames,
} from '../text/copy-as.ts';
import { typedJson, useFaultForm } from '../steer/faults.tsx';
import { downloadSnapshot } from '../steer/snapshots-panel.tsx';
import { jsonDiff, mergePatch } from '../text/json-text.ts';
import { CodeView, DifferenceTable, HeaderList, JsonView, Mark, RuleCard, StatusMark } from '../ui/code.tsx';
import { ActionForm, Button, CodeField, Panel, Tabs } from '../ui/controls.tsx';
import { LoadedView, Notice, useLoaded } from '../ui/notice.tsx';
import { useToken } from '../ui/requester.tsx';
import { SplitDetail } from '../ui/split-page.tsx';

/** One request of the journal: what was sent, what came, why, and what it changed. */
export function RequestDetail({ id }: { readonly id: number }): JSX.Element {
  const { control, live } = useSession();
  const held = live.entries.value.find((entry) => entry.id === id);
  const load = async () => held ?? dataFrom(control.GET('/__mock/journal/{id}', { params: { path: { id } } }));
  const loaded = useLoaded(String(id), load);
  return (
    <SplitDetail name={`Request ${id}`} list="requests">
      <LoadedView loaded={loaded} name={`request ${id}`}>
        {(entry) => <Detail entry={entry} />}
      </LoadedView>
    </SplitDetail>
  );
}

function Detail({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { request, answer, changes, faults, rule, warning } = entry;
  return (
    <>
      <header class="detail-head stack close">
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
            {'undocumented' in effect && effect.undocumented ? ' with an answer that the document does not have' : ''}
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
      <NextAnswer entry={entry} />
      <CopyAs entry={entry} />
    </>
  );
}

/** The answer as it came, to be edited: what is changed in it is changed in the next answers of the operation. */
function NextAnswer({ entry: { operation, answer, status } }: { readonly entry: JournalEntry }): JSX.Element | null {
  const { body } = answer;
  const form = useFaultForm(operation ?? '');
  const [text, setText] = useState(() => JSON.stringify(body.json, null, 2));
  const isReal = operation !== null && status !== null && status < 400 && body.json !== undefined && !body.is_cut;
  if (!isReal) return null;
  const effect = () => {
    const patch = mergePatch(body.json, typedJson(text));
    if (patch === undefined) throw new Error('Change something in the answer first.');
    if (!isObject(patch)) throw new Error('The answer must stay an object: Your own answer gives any other.');
    return { type: 'respond', patch, undocumented: true } as const;
  };
  return (
    <Panel folds title="Answer this next time">
      <p class="muted">
        Edit the answer: what you change is changed in it, and the rest stays what the mock answers then.
      </p>
      <ActionForm action="Answer so" onSubmit={() => form.add(effect)}>
        <CodeField label="Answer" rows={12} value={text} onChange={setText} />
        {form.triggerField}
      </ActionForm>
    </Panel>
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
        <CodeView text={body.text ?? ''} name={name} />
      ) : (
        <JsonView value={body.json} name={name} />
      )}
      <ul class="lines">
        {body.files?.map(({ field, name: file, size, type }) => (
          <li class="row">
            <code>{field}</code>
            <span class="grow">{file}</span>
            <span class="muted number">
              {type}, {size.toLocaleString('en')} bytes
            </span>
          </li>
        ))}
      </ul>
      {body.is_cut ? (
        <p class="muted">The journal kept only the beginning of {body.size.toLocaleString('en')} bytes.</p>
      ) : null}
    </>
  );
}

type Change = Schemas['JournalEntry']['changes'][number];

/** More changes than these are counted: a force-complete can halt a whole audience. */
const shownChanges = 20;

/** The records that a request changed, before and after. */
function ChangedRecords({ changes }: { readonly changes: readonly Change[] }): JSX.Element {
  return (
    <Panel title="Changed records" aside={<span class="muted number">{changes.length}</span>}>
      {changes.slice(0, shownChanges).map((change) => (
        <ChangedRecord key={`${change.collection} ${change.id}`} change={change} />
      ))}
      {changes.length > shownChanges ? <p class="muted">And {changes.length - shownChanges} more.</p> : null}
    </Panel>
  );
}

function ChangedRecord({ change: { collection, id, before, after } }: { readonly change: Change }): JSX.Element {
  const name = `${collection} ${id}`;
  return (
    <div class="stack close">
      <h3>
        {name} {before === null ? <Mark tone="good">new</Mark> : after === null ? <Mark tone="bad">gone</Mark> : null}
      </h3>
      {before !== null && after !== null ? (
        <DifferenceTable name={`Changes of ${name}`} differences={jsonDiff(before, after)} />
      ) : (
        <JsonView value={before ?? after} name={name} />
      )}
    </div>
  );
}

/** The request to be sent again, from here or from elsewhere. The journal shows no token: the one chosen stands in. */
function CopyAs({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { origin, router } = useSession();
  const { token, picker } = useToken(tokenWish(entry));
  const request = sendableRequest(entry, origin, token ?? '');
  const samples = [
    { name: 'curl', content: () => <CodeView name="curl" text={asCurl(request)} /> },
    { name: 'fetch', content: () => <CodeView name="fetch" text={asFetch(request)} /> },
    ...runnerNames.map((name) => ({
      name,
      content: () => <TestSample key={name} runner={name} entry={entry} request={request} />,
    })),
  ];
  return (
    <Panel
      title="Send it again"
      aside={
        entry.operation === null ? null : (
          <a class="button small primary" href={router.link(`send/${entry.operation}/${entry.id}`)}>
            Edit and send
          </a>
        )
      }
    >
      <Tabs label="Copy as" tabs={samples} />
      {picker}
    </Panel>
  );
}

interface TestSampleProps {
  readonly runner: RunnerName;
  readonly entry: JournalEntry;
  readonly request: SendableRequest;
}

/** Takes a snapshot of what the request found, from which the test makes its world. */
function TestSample({ runner, entry, request }: TestSampleProps): JSX.Element {
  const { control, perform } = useSession();
  const snapshot = `request-${entry.id}-${Date.parse(entry.at).toString(36)}`;
  const taken = useLoaded(snapshot, () =>
    dataFrom(control.POST('/__mock/snapshots', { body: { name: snapshot, before_request: entry.id, replace: true } })),
  );
  const { operation, status, faults } = entry;
  return (
    <LoadedView loaded={taken} name="the state before the request">
      {({ name }) => (
        <div class="stack close">
          <div class="row">
            <Button
              text={`Download ${name}.json`}
              kind="small"
              onClick={() => perform(() => downloadSnapshot(control, name))}
            />
            <span class="muted">goes beside the test, and makes its world</span>
          </div>
          <CodeView
            name={runner}
            text={asTest(runner, {
              title: `${operation ?? request.method} answers ${status ?? 'nothing'}`,
              answer: expectedAnswer(entry),
              snapshot: name,
              effects: faults.map(({ effect }) => effect),
              request,
            })}
          />
        </div>
      )}
    </LoadedView>
  );
}

function expectedAnswer({ status, delivery, answer: { body }, faults }: JournalEntry): ExpectedAnswer {
  // The answer was decided, and the client never had it whole.
  if (delivery.startsWith('cut')) return { status: null, body: undefined };
  const isBroken = faults.some(({ effect }) => effect.type === 'malformed-json');
  if (body.is_cut || body.size === 0 || isBroken) return { status, body: undefined };
  return { status, body: body.json === undefined ? { text: body.text ?? '' } : { json: body.json } };
}

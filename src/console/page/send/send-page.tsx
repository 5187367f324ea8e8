import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type ApiAnswer, dataFrom } from '../api/send-request.ts';
import type { Credential, DocumentedOperation } from '../api/described-document.ts';
import {
  type ChosenFiles,
  type RequestDraft,
  bodyOfExample,
  draftOfRequest,
  newDraft,
  prepareDraft,
  sendableRequest,
  tokenWish,
} from './draft.ts';
import { BodyFields, PairFields } from './body-fields.tsx';
import { useSession, withoutFaults } from '../session.ts';
import { AnswerView } from '../ui/code.tsx';
import { CheckField, Field, Panel, SelectField, submitting } from '../ui/controls.tsx';
import { Empty, LoadedView, useLoaded } from '../ui/notice.tsx';
import { type TokenWish, useToken } from '../ui/requester.tsx';

/** Any operation of the API or the control API, to be sent; a request of the journal to be changed and sent again. */
export function SendPage(): JSX.Element {
  const { control, document, router, origin } = useSession();
  const [, operationId = 'createAgent', entryId] = router.route.value.steps;
  const key = `${operationId} ${entryId ?? ''}`;
  const loaded = useLoaded(key, 0, async () => {
    const [api, mocks] = await Promise.all([document('openapi'), document('control')]);
    // A stream has no end to wait for.
    const others = mocks.operations.filter(({ id }) => id !== 'streamJournal');
    const groups = [
      { title: api.title, operations: api.operations },
      { title: mocks.title, operations: others },
    ];
    const isOfApi = api.operations.some(({ id }) => id === operationId);
    const operation = [...api.operations, ...others].find(({ id }) => id === operationId);
    if (operation === undefined) return { groups, composer: undefined };
    const entry =
      entryId === undefined
        ? undefined
        : await dataFrom(control.GET('/__mock/journal/{id}', { params: { path: { id: Number(entryId) } } }));
    const begin =
      entry === undefined ? newDraft(operation) : draftOfRequest(operation, sendableRequest(entry, origin, '<TOKEN>'));
    const composer: ComposerProps = { operation, isOfApi, begin, token: entry === undefined ? {} : tokenWish(entry) };
    return { groups, composer };
  });
  return (
    <>
      <div class="page-head">
        <h1>Send</h1>
        <p class="muted">
          {entryId === undefined ? (
            'Any operation, built from its document. What is sent is under Requests at once.'
          ) : (
            <>
              As <a href={router.link(`requests/${entryId}`)}>request {entryId}</a> was, to be changed.
            </>
          )}
        </p>
      </div>
      <LoadedView loaded={loaded} name="operations">
        {({ groups, composer }) => (
          <div class="stack">
            <OperationSelect groups={groups} value={operationId} onChange={(id) => router.open(`send/${id}`)} />
            {composer === undefined ? (
              <Empty title={`The documents have no operation ${operationId}`} />
            ) : (
              <Composer key={key} {...composer} />
            )}
          </div>
        )}
      </LoadedView>
    </>
  );
}

interface OperationSelectProps {
  readonly groups: readonly { readonly title: string; readonly operations: readonly DocumentedOperation[] }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function OperationSelect({ groups, value, onChange }: OperationSelectProps): JSX.Element {
  return (
    <Field label="Operation">
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {groups.map(({ title, operations }) => (
          <optgroup key={title} label={title}>
            {operations.map(({ id, summary }) => (
              <option key={id} value={id}>
                {id} · {summary}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

interface ComposerProps {
  readonly operation: DocumentedOperation;
  /** Whether it is the API's; else the control API's. */
  readonly isOfApi: boolean;
  readonly begin: RequestDraft;
  readonly token: TokenWish;
}

const controlCredential = { header: 'x-mock-control-token', isBearer: false, kind: 'api' } as const;
const asApp = 'Show it under Requests';
const withFaults = 'Let the faults that are set answer it';

/** A request to any operation, written and sent, and what came of it. */
function Composer({ operation, isOfApi, begin, token: wish }: ComposerProps): JSX.Element {
  const { controlToken, perform, router, send } = useSession();
  const [draft, setDraft] = useState(begin);
  const [files, setFiles] = useState<ChosenFiles>({});
  const [isAsApp, setAsApp] = useState(true);
  const [meetsFaults, setMeetsFaults] = useState(false);
  const [way, setWay] = useState(0);
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const kind = operation.credentials[0]?.kind ?? 'api';
  const { token, picker } = useToken({ ...wish, kind });
  const submit = () =>
    perform(async () => {
      setAnswer(undefined);
      const credential = operation.credentials[way];
      const carried = isOfApi
        ? { credential, token: token ?? '' }
        : { credential: controlCredential, token: controlToken.value };
      const prepared = prepareDraft(operation, draft, files, carried);
      setAnswer(await send(isOfApi && !meetsFaults ? withoutFaults(prepared) : prepared, isAsApp));
      return undefined;
    });
  return (
    <form class="stack" onSubmit={submitting(submit)}>
      <Panel
        title={`${operation.method} ${operation.path}`}
        aside={<a href={router.link(`reference/${isOfApi ? 'openapi' : 'control'}/${operation.id}`)}>Reference</a>}
      >
        {operation.summary === '' ? null : <p>{operation.summary}</p>}
        <DraftFields operation={operation} draft={draft} onChange={setDraft} />
        {operation.body === undefined ? null : (
          <BodyFields
            body={operation.body}
            draft={draft}
            onChange={setDraft}
            onExample={(name) => {
              const example = operation.body?.examples.find((one) => one.name === name);
              setDraft({ ...draft, ...bodyOfExample(operation, example?.value) });
            }}
            onFiles={(field, list) => setFiles({ ...files, [field]: list })}
          />
        )}
        <div class="row bottom">
          {isOfApi ? picker : null}
          {isOfApi ? <WayField credentials={operation.credentials} way={way} onChange={setWay} /> : null}
          <button type="submit" class="button primary" disabled={isOfApi && token === undefined}>
            Send
          </button>
          {isOfApi ? <CheckField label={asApp} value={isAsApp} onChange={setAsApp} /> : null}
          {isOfApi ? <CheckField label={withFaults} value={meetsFaults} onChange={setMeetsFaults} /> : null}
        </div>
      </Panel>
      {answer === undefined ? null : <AnswerView title={operation.id} answer={answer} />}
    </form>
  );
}

interface DraftFieldsProps {
  readonly operation: DocumentedOperation;
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
}

function DraftFields({ operation, draft, onChange }: DraftFieldsProps): JSX.Element {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const parts = [
    { part: 'path', title: 'Path', noun: 'part', names: [] },
    { part: 'query', title: 'Query', noun: 'parameter', names: inQuery },
    { part: 'headers', title: 'Headers', noun: 'header', names: ['prefer', 'x-mock-world'] },
  ] as const;
  return (
    <>
      {parts.map(({ part, ...words }) =>
        part === 'path' && draft.path.length === 0 ? null : (
          <PairFields
            key={part}
            {...words}
            pairs={draft[part]}
            onChange={(pairs) => onChange({ ...draft, [part]: pairs })}
          />
        ),
      )}
    </>
  );
}

interface WayFieldProps {
  readonly credentials: readonly Credential[];
  readonly way: number;
  readonly onChange: (way: number) => void;
}

/** In which header the token goes, where the operation takes it in several. */
function WayField({ credentials, way, onChange }: WayFieldProps): JSX.Element | null {
  const options = credentials.map(({ header, isBearer }, value) => ({
    value,
    label: isBearer ? `${header}: Bearer` : header,
  }));
  if (options.length < 2) return null;
  const change = (value: string) => onChange(Number(value));
  return <SelectField label="Token in header" class="narrow" value={way} options={options} onChange={change} />;
}

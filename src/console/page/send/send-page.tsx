import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type ApiAnswer, dataFrom } from '../api/send-request.ts';
import { type DescribedDocument, type DocumentedOperation, headerInWords } from '../api/described-document.ts';
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
import { DraftFields } from './draft-fields.tsx';
import { useSession, withoutFaults } from '../session.ts';
import { AnswerView } from '../ui/code.tsx';
import { type Bound, Button, CheckField, Field, Panel, SelectField, submitting, useFields } from '../ui/controls.tsx';
import { Empty, LoadedView, useLoaded } from '../ui/notice.tsx';
import { type TokenWish, useToken } from '../ui/requester.tsx';
import { PageHead } from '../ui/split-page.tsx';

/** Any operation of the API or the control API, to be sent; a request of the journal to be changed and sent again. */
export function SendPage(): JSX.Element {
  const { control, document, router, origin } = useSession();
  const [, operationId = 'createAgent', entryId] = router.route.value.steps;
  const key = `${operationId} ${entryId ?? ''}`;
  const loaded = useLoaded(key, async () => {
    const [api, mocks] = await Promise.all([document('openapi'), document('control')]);
    // A stream has no end to wait for.
    const others = mocks.operations.filter(({ id }) => id !== 'streamJournal');
    const groups = [api, { ...mocks, operations: others }];
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
      <PageHead title="Send">
        {entryId === undefined ? (
          'Any operation, built from its document. What is sent is under Requests at once.'
        ) : (
          <>
            As <a href={router.link(`requests/${entryId}`)}>request {entryId}</a> was, to be changed.
          </>
        )}
      </PageHead>
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

interface OperationSelectProps extends Bound<string> {
  readonly groups: readonly Pick<DescribedDocument, 'title' | 'operations'>[];
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

/** A request to any operation, written and sent, and what came of it. */
function Composer({ operation, isOfApi, begin, token: wish }: ComposerProps): JSX.Element {
  const { controlToken, perform, router, send } = useSession();
  const { values: draft, field, setValues } = useFields(begin);
  const [files, setFiles] = useState<ChosenFiles>({});
  const [first] = operation.credentials;
  const { values: way, field: wayField } = useFields({ credential: first, isAsApp: true, meetsFaults: false });
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const { token, picker } = useToken({ ...wish, kind: first?.kind ?? 'api' });
  const submit = () =>
    perform(async () => {
      setAnswer(undefined);
      const carried = isOfApi
        ? { credential: way.credential, token: token ?? '' }
        : { credential: controlCredential, token: controlToken.value };
      const prepared = prepareDraft(operation, draft, files, carried);
      setAnswer(await send(isOfApi && !way.meetsFaults ? withoutFaults(prepared) : prepared, way.isAsApp));
    });
  const headers = operation.credentials.map((value) => ({ value, label: headerInWords(value) }));
  return (
    <form class="stack" onSubmit={submitting(submit)}>
      <Panel
        title={`${operation.method} ${operation.path}`}
        aside={<a href={router.link(`reference/${isOfApi ? 'openapi' : 'control'}/${operation.id}`)}>Reference</a>}
      >
        {operation.summary === '' ? null : <p>{operation.summary}</p>}
        <DraftFields
          operation={operation}
          draft={draft}
          field={field}
          onExample={(value) => setValues({ ...draft, ...bodyOfExample(operation, value) })}
          onFiles={(name, list) => setFiles({ ...files, [name]: list })}
        />
        <div class="row bottom">
          {isOfApi ? picker : null}
          {headers.length < 2 ? null : (
            <SelectField label="Token in header" options={headers} {...wayField('credential')} />
          )}
          <Button text="Send" kind="primary" disabled={isOfApi && token === undefined} />
          {isOfApi ? <CheckField label="Show it under Requests" {...wayField('isAsApp')} /> : null}
          {isOfApi ? <CheckField label="Let the faults that are set answer it" {...wayField('meetsFaults')} /> : null}
        </div>
      </Panel>
      {answer === undefined ? null : <AnswerView title={operation.id} answer={answer} />}
    </form>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Credential, DocumentedOperation } from '../api/documented-operations.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import type { TokenWish } from '../api/usual-token.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { BodyFields } from './body-fields.tsx';
import { bodyOfExample, prepareDraft, type ChosenFiles, type RequestDraft } from './draft.ts';
import { PairFields } from './pair-fields.tsx';

export interface ComposerProps {
  readonly operation: DocumentedOperation;
  /** Whether it is the API's; else the control API's. */
  readonly isOfApi: boolean;
  readonly begin: RequestDraft;
  readonly token: TokenWish;
}

const asApp = "As the app's, in journal and coverage";

/** A request to any operation, written and sent, and what came of it. */
export function Composer({ operation, isOfApi, begin, token: wish }: ComposerProps): JSX.Element {
  const { controlToken, perform, send } = useSession();
  const [draft, setDraft] = useState(begin);
  const [files, setFiles] = useState<ChosenFiles>({});
  const [isAsApp, setAsApp] = useState(false);
  const [way, setWay] = useState(0);
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const kind = operation.credentials[0]?.kind ?? 'api';
  const { token, picker } = useToken({ ...wish, kind });
  const submit = () =>
    perform(async () => {
      setAnswer(undefined);
      const credential = operation.credentials[way];
      const carried = isOfApi ? { credential, token: token ?? '' } : controlCredential(controlToken.value);
      setAnswer(await send(prepareDraft(operation, draft, files, carried), isAsApp));
      return undefined;
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Panel
        title={`${operation.method} ${operation.path}`}
        aside={<ReferenceLink id={operation.id} isOfApi={isOfApi} />}
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
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return (
    <>
      {draft.path.length === 0 ? null : (
        <PairFields title="Path" noun="part" pairs={draft.path} onChange={(path) => onChange({ ...draft, path })} />
      )}
      <PairFields
        title="Query"
        noun="parameter"
        pairs={draft.query}
        names={names}
        onChange={(query) => onChange({ ...draft, query })}
      />
      <PairFields
        title="Headers"
        noun="header"
        pairs={draft.headers}
        names={['prefer', 'x-mock-world']}
        onChange={(headers) => onChange({ ...draft, headers })}
      />
    </>
  );
}

interface WayFieldProps {
  readonly credentials: readonly Credential[];
  readonly way: number;
  readonly onChange: (way: number) => void;
}

function WayField({ credentials, way, onChange }: WayFieldProps): JSX.Element | null {
  if (credentials.length < 2) return null;
  return (
    <SelectField
      label="Carried by"
      class="narrow"
      value={way}
      options={credentials.map(({ header, isBearer }, value) => ({
        value,
        label: isBearer ? `${header}: Bearer` : header,
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

function ReferenceLink({ id, isOfApi }: { readonly id: string; readonly isOfApi: boolean }): JSX.Element {
  const { router } = useSession();
  return <a href={router.link(`reference/${isOfApi ? 'openapi' : 'control'}/${id}`)}>Reference</a>;
}

function controlCredential(token: string) {
  return { credential: { header: 'x-mock-control-token', isBearer: false, kind: 'api' } as const, token };
}

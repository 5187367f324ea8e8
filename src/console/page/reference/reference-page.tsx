import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { grouped } from '../../../json/json-value.ts';
import {
  type DescribedDocument,
  type DocumentedAnswer,
  type DocumentedOperation,
  type SchemaLine,
  headerInWords,
  parameterLines,
  schemaLines,
  textUnder,
} from '../api/described-document.ts';
import { sampleRequest } from '../send/draft.ts';
import { useSession } from '../session.ts';
import { asCurl } from '../text/copy-as.ts';
import { CodeView, JsonView, Mark, Prose, StatusMark, Table } from '../ui/code.tsx';
import { Panel, SearchField } from '../ui/controls.tsx';
import { Empty, LoadedView, useLoaded } from '../ui/notice.tsx';
import { useToken } from '../ui/requester.tsx';
import { CardList, Split, SplitDetail, hasWords } from '../ui/split-page.tsx';

const documents = [
  { name: 'openapi', title: 'The API' },
  { name: 'control', title: 'The control API' },
] as const;

/** The documents of the API and of the control API to read, one operation at a time. */
export function ReferencePage(): JSX.Element {
  const { document, origin, router } = useSession();
  const [, documentName, operationId] = router.route.value.steps;
  const { name } = documents.find((one) => one.name === documentName) ?? documents[0];
  const loaded = useLoaded(name, () => document(name));
  const detail =
    operationId === undefined ? undefined : (
      <SplitDetail key={operationId} name={`Operation ${operationId}`} list="operations" path={`reference/${name}`}>
        <LoadedView loaded={loaded} name="the operation">
          {({ operations }) => {
            const operation = operations.find(({ id }) => id === operationId);
            if (operation === undefined) return <Empty title={`The document has no operation ${operationId}`} />;
            return <OperationReference operation={operation} isOfApi={name === 'openapi'} />;
          }}
        </LoadedView>
      </SplitDetail>
    );
  return (
    <Split title="API reference" detail={detail}>
      <div class="row documents">
        {documents.map((one) => (
          <a
            key={one.name}
            class="button small"
            href={router.link(`reference/${one.name}`)}
            aria-current={one.name === name ? 'page' : undefined}
          >
            {one.title}
          </a>
        ))}
        <a href={`${origin}/__mock/${name}.yaml`}>YAML</a>
        <a href={`${origin}/__mock/${name}.json`}>JSON</a>
      </div>
      <LoadedView loaded={loaded} name="the document">
        {(read) => <OperationList read={read} documentName={name} openedId={operationId} />}
      </LoadedView>
    </Split>
  );
}

interface OperationListProps {
  readonly read: DescribedDocument;
  readonly documentName: string;
  readonly openedId: string | undefined;
}

function OperationList({ read, documentName, openedId }: OperationListProps): JSX.Element {
  const [text, setText] = useState('');
  const found = read.operations.filter(({ id, method, path, summary }) =>
    hasWords(`${id} ${method} ${path} ${summary}`, text),
  );
  const tags = [...grouped(found, ({ tag }) => tag)];
  return (
    <div class="stack">
      <div role="search">
        <SearchField placeholder="name, path, summary …" value={text} onChange={setText} />
      </div>
      {tags.length === 0 ? <Empty title="No operation is like that" /> : null}
      {tags.map(([tag, ofTag]) => (
        <section key={tag} class="stack close" aria-label={tag}>
          <h2>{tag}</h2>
          <CardList
            cards={ofTag.map(({ id, method, path, summary }) => ({
              path: `reference/${documentName}/${id}`,
              isOpened: id === openedId,
              content: (
                <>
                  <strong>{summary}</strong>
                  <span class="muted">
                    <span class="method">{method}</span> <code>{path}</code>{' '}
                  </span>
                </>
              ),
            }))}
          />
        </section>
      ))}
      {openedId === undefined ? (
        <Panel title={read.title}>
          <Prose text={read.description} />
        </Panel>
      ) : null}
    </div>
  );
}

interface OperationReferenceProps {
  readonly operation: DocumentedOperation;
  /** Whether it is the API's; else the control API's. */
  readonly isOfApi: boolean;
}

/** One operation: what it takes, what it answers, and a request that works as it stands. */
function OperationReference({ operation, isOfApi }: OperationReferenceProps): JSX.Element {
  const { router } = useSession();
  const { id, method, url, summary, description, parameters, body, responses } = operation;
  return (
    <>
      <header class="detail-head stack close">
        <h2>{summary}</h2>
        <p class="address">
          <span class="method">{method}</span> <code>{url}</code>
        </p>
        <div class="row">
          <code class="muted">{id}</code>
          <a class="button small primary" href={router.link(`send/${id}`)}>
            Try it
          </a>
        </div>
      </header>
      <Panel title="What it does">
        <Prose text={description === '' ? `${summary}.` : description} />
        {isOfApi ? <CredentialText operation={operation} /> : null}
      </Panel>
      {parameters.length === 0 ? null : (
        <Panel title="Parameters">
          <FieldTable name="What the parameters must be" lines={parameterLines(parameters)} />
        </Panel>
      )}
      {body === undefined ? null : (
        <Panel title={body.kind === 'form' ? 'Body, a form' : 'Body, JSON'}>
          <FieldTable name="Fields of the body" lines={schemaLines(body.schema)} />
          {body.examples.map((example) => (
            <details key={example.name}>
              <summary>Example: {example.summary === '' ? example.name : example.summary}</summary>
              <JsonView value={example.value} name={`Example ${example.name}`} />
            </details>
          ))}
        </Panel>
      )}
      <RequestSample operation={operation} isOfApi={isOfApi} />
      <Panel title="Answers">
        {responses.map((answer) => (
          <AnswerReference key={answer.status} answer={answer} />
        ))}
      </Panel>
    </>
  );
}

function CredentialText({ operation }: { readonly operation: DocumentedOperation }): JSX.Element {
  const [first] = operation.credentials;
  const kind = first?.kind === 'login' ? 'A login token' : 'An API token';
  return (
    <p class="muted">
      {kind} in the header{' '}
      {operation.credentials.map((credential, index) => (
        <span>
          {index === 0 ? '' : ' or '}
          <code>{headerInWords(credential)}</code>
        </span>
      ))}
      .
    </p>
  );
}

interface FieldTableProps {
  readonly name: string;
  readonly lines: readonly SchemaLine[];
}

/** What fields must be, one a row; nothing if there are none. */
function FieldTable({ name, lines }: FieldTableProps): JSX.Element | null {
  if (lines.length === 0) return null;
  const rows = lines.map(({ path, type, isRequired, description }) => [
    <>
      <code>{path}</code> {isRequired ? <Mark tone="warn">required</Mark> : null}
    </>,
    <>
      <span class="muted">{type}</span>
      {description === '' ? null : <Prose text={description} />}
    </>,
  ]);
  return <Table name={name} kind="fields" head={['Field', 'What it must be']} rows={rows} />;
}

/** A curl line that works as it stands: with a token of this world filled in. */
function RequestSample({ operation, isOfApi }: OperationReferenceProps): JSX.Element {
  const { router } = useSession();
  const [credential] = operation.credentials;
  const { token, picker } = useToken({ kind: credential?.kind ?? 'api' });
  const carried = { credential: isOfApi ? credential : undefined, token: token ?? '' };
  const sample = sampleRequest(operation, carried);
  const world = router.world.value === 'default' ? [] : [{ name: 'x-mock-world', value: router.world.value }];
  return (
    <Panel title="Request">
      {isOfApi ? picker : null}
      <CodeView name="curl" text={asCurl({ ...sample, headers: [...sample.headers, ...world] })} />
    </Panel>
  );
}

function AnswerReference({ answer }: { readonly answer: DocumentedAnswer }): JSX.Element {
  const { status, description, schema, examples } = answer;
  return (
    <details class="folded">
      <summary>
        <StatusMark status={status} /> {description}
      </summary>
      <FieldTable name={`Fields of the answer ${status}`} lines={schemaLines(schema)} />
      {examples.map((example) => (
        <div key={example.name} class="stack close">
          <h3>{textUnder(example.value, 'message') || example.summary || example.name}</h3>
          <code class="muted">{example.name}</code>
          <JsonView value={example.value} name={`Example ${example.name}`} />
        </div>
      ))}
    </details>
  );
}

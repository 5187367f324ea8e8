import type { JSX } from 'preact';
import { messageOfExample, type DocumentedAnswer, type DocumentedBody } from '../api/documented-content.ts';
import type { DocumentNode, DocumentNodes } from '../api/document-nodes.ts';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { asCurl, type SendableRequest } from '../text/copy-as.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { StatusMark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { bodyOfExample, newDraft, prepareDraft } from '../send/draft.ts';
import { schemaLines, typeText, type SchemaLine } from './schema-lines.ts';

export interface OperationReferenceProps {
  readonly operation: DocumentedOperation;
  readonly nodes: DocumentNodes;
  /** Whether it is the API's; else the control API's. */
  readonly isOfApi: boolean;
}

/** One operation: what it takes, what it answers, and a request that works as it stands. */
export function OperationReference({ operation, nodes, isOfApi }: OperationReferenceProps): JSX.Element {
  const { router } = useSession();
  const { id, method, url, summary, description, parameters, body, responses } = operation;
  return (
    <>
      <header class="detail-head">
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
          <MemberTable
            name="What the parameters must be"
            lines={parameters.map((parameter) => ({
              path: parameter.in === 'query' ? parameter.name : `${parameter.name} (${parameter.in})`,
              type: typeText(nodes, parameter.schema),
              isRequired: parameter.isRequired,
              description: parameter.description,
            }))}
          />
        </Panel>
      )}
      {body === undefined ? null : <BodyPanel body={body} nodes={nodes} />}
      <RequestSample operation={operation} isOfApi={isOfApi} />
      <Panel title="Answers">
        {responses.map((answer) => (
          <AnswerReference key={answer.status} answer={answer} nodes={nodes} />
        ))}
      </Panel>
    </>
  );
}

function CredentialText({ operation }: { readonly operation: DocumentedOperation }): JSX.Element {
  const [first] = operation.credentials;
  const kind = first?.kind === 'login' ? 'A login token' : 'An API token';
  const ways = operation.credentials.map(({ header, isBearer }) => (isBearer ? `${header}: Bearer TOKEN` : header));
  return (
    <p class="muted">
      {kind} in the header{' '}
      {ways.map((way, index) => (
        <span key={way}>
          {index === 0 ? '' : ' or '}
          <code>{way}</code>
        </span>
      ))}
      .
    </p>
  );
}

function BodyPanel({ body, nodes }: { readonly body: DocumentedBody; readonly nodes: DocumentNodes }): JSX.Element {
  return (
    <Panel title={body.kind === 'form' ? 'Body, a form' : 'Body, JSON'}>
      <SchemaView name="Members of the body" schema={body.schema} nodes={nodes} />
      {body.examples.map(({ name, summary, value }) => (
        <details key={name}>
          <summary>Example: {summary === '' ? name : summary}</summary>
          <JsonView value={value} name={`Example ${name}`} />
        </details>
      ))}
    </Panel>
  );
}

interface SchemaViewProps {
  readonly name: string;
  readonly schema: DocumentNode;
  readonly nodes: DocumentNodes;
}

function SchemaView({ name, schema, nodes }: SchemaViewProps): JSX.Element | null {
  const lines = schemaLines(nodes, schema);
  return lines.length === 0 ? null : <MemberTable name={name} lines={lines} />;
}

function MemberTable({ name, lines }: { readonly name: string; readonly lines: readonly SchemaLine[] }): JSX.Element {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={name}>
      <table class="members">
        <tbody>
          {lines.map(({ path, type, isRequired, description }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {isRequired ? <span class="required"> required</span> : null}
              </th>
              <td>
                <span class="muted">{type}</span>
                {description === '' ? null : <Prose text={description} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A curl line that works as it stands: with a token of this world filled in. */
function RequestSample({
  operation,
  isOfApi,
}: {
  readonly operation: DocumentedOperation;
  readonly isOfApi: boolean;
}): JSX.Element {
  const { router } = useSession();
  const [credential] = operation.credentials;
  const { token, picker } = useToken({ kind: credential?.kind ?? 'api' });
  const carried = { credential: isOfApi ? credential : undefined, token: token ?? '' };
  const prepared = prepareDraft(operation, newDraft(operation), {}, carried);
  const world = router.world.value;
  const headers = { ...prepared.headers, ...(world === 'default' ? {} : { 'x-mock-world': world }) };
  const sample: SendableRequest = {
    method: prepared.method,
    url: prepared.url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: sampleBody(operation),
  };
  return (
    <Panel title="Request">
      {isOfApi ? picker : null}
      <CodeSample name="curl" text={asCurl(sample)} />
    </Panel>
  );
}

function sampleBody(operation: DocumentedOperation): SendableRequest['body'] {
  const value = operation.body?.examples[0]?.value;
  if (value === undefined) return { kind: 'none' };
  if (operation.body?.kind === 'json') return { kind: 'json', value };
  const { form } = bodyOfExample(operation, value);
  return { kind: 'form', fields: form.map((field) => [field.name, field.value] as const), files: [] };
}

function AnswerReference({
  answer: { status, description, schema, examples },
  nodes,
}: {
  readonly answer: DocumentedAnswer;
  readonly nodes: DocumentNodes;
}): JSX.Element {
  return (
    <details class="answer-reference">
      <summary>
        <StatusMark status={status} /> {description}
      </summary>
      <SchemaView name={`Members of the answer ${status}`} schema={schema} nodes={nodes} />
      {examples.map((example) => (
        <div key={example.name} class="record">
          <h3>{messageOfExample(example) || example.summary || example.name}</h3>
          <code class="muted">{example.name}</code>
          <JsonView value={example.value} name={`Example ${example.name}`} />
        </div>
      ))}
    </details>
  );
}

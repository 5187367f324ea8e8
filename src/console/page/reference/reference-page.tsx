import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DocumentedOperation, ReadDocument } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Empty } from '../ui/notice.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { OperationReference } from './operation-reference.tsx';

const documents = [
  { name: 'openapi', title: 'The API' },
  { name: 'control', title: 'The control API' },
] as const;

/** The documents of the API and of the control API to read, one operation at a time. */
export function ReferencePage(): JSX.Element {
  const { document, origin, router } = useSession();
  const [, documentName, operationId] = router.route.value.steps;
  const { name } = documents.find((one) => one.name === documentName) ?? documents[0];
  const loaded = useLoaded(name, 0, () => document(name));
  return (
    <div class={`split ${operationId === undefined ? '' : 'with-detail'}`}>
      <div class="split-list">
        <div class="page-head">
          <h1>API reference</h1>
        </div>
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
      </div>
      {operationId === undefined ? null : (
        <article key={operationId} class="split-detail" aria-label={`Operation ${operationId}`}>
          <a class="back" href={router.link(`reference/${name}`)}>
            ← All operations
          </a>
          <LoadedView loaded={loaded} name="the operation">
            {(read) => <Opened read={read} id={operationId} isOfApi={name === 'openapi'} />}
          </LoadedView>
        </article>
      )}
    </div>
  );
}

interface OpenedProps {
  readonly read: ReadDocument;
  readonly id: string;
  readonly isOfApi: boolean;
}

function Opened({ read, id, isOfApi }: OpenedProps): JSX.Element {
  const operation = read.operations.find((one) => one.id === id);
  if (operation === undefined) return <Empty title={`The document has no operation ${id}`} />;
  return <OperationReference operation={operation} nodes={read.nodes} isOfApi={isOfApi} />;
}

interface OperationListProps {
  readonly read: ReadDocument;
  readonly documentName: string;
  readonly openedId: string | undefined;
}

function OperationList({ read, documentName, openedId }: OperationListProps): JSX.Element {
  const { router } = useSession();
  const [text, setText] = useState('');
  const found = read.operations.filter((operation) => isLike(operation, text));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <div class="stack">
      <div role="search">
        <Field label="Search" class="wide">
          <input
            type="search"
            placeholder="name, path, summary …"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
      </div>
      {tags.length === 0 ? <Empty title="No operation is like that" /> : null}
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h2 class="tag">{tag}</h2>
          <ul class="cards">
            {found
              .filter((operation) => operation.tag === tag)
              .map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a
                    class="card"
                    href={router.link(`reference/${documentName}/${id}`)}
                    aria-current={id === openedId ? 'true' : undefined}
                  >
                    <strong>{summary}</strong>
                    <span class="muted">
                      <span class="method">{method}</span> <code>{path}</code>
                    </span>
                  </a>
                </li>
              ))}
          </ul>
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

function isLike({ id, method, path, summary }: DocumentedOperation, text: string): boolean {
  const looked = `${id} ${method} ${path} ${summary}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => looked.includes(word));
}

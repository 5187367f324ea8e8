import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { sendableRequest, tokenWish } from '../requests/sendable-request.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Empty } from '../ui/notice.tsx';
import { Field } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Composer, type ComposerProps } from './composer.tsx';
import { draftOf, newDraft } from './draft.ts';

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
        : await answerOf(control.GET('/__mock/journal/{id}', { params: { path: { id: Number(entryId) } } }));
    const begin =
      entry === undefined ? newDraft(operation) : draftOf(operation, sendableRequest(entry, origin, '<TOKEN>'));
    const composer: ComposerProps = { operation, isOfApi, begin, token: entry === undefined ? {} : tokenWish(entry) };
    return { groups, composer };
  });
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Send</h1>
          <p class="muted">
            {entryId === undefined ? (
              'Any operation, built from its document. What is sent from here is marked as the console’s.'
            ) : (
              <>
                As <a href={router.link(`requests/${entryId}`)}>request {entryId}</a> was, to be changed.
              </>
            )}
          </p>
        </div>
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

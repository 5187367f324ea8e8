import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Mark } from '../ui/code.tsx';
import { Field, Panel } from '../ui/controls.tsx';
import { LoadedView, useLoaded } from '../ui/notice.tsx';

/** Where this world does otherwise than the default document: with the evidence of each difference, and behaviours to try. */
export function ChoicesPage(): JSX.Element {
  const { control, live, perform } = useSession();
  const [words, setWords] = useState('');
  const [edits, setEdits] = useState(0);
  const loaded = useLoaded('choices', live.revision.value + edits, () => dataFrom(control.GET('/__mock/profile')));
  const follow = (profile: Schemas['Profile'], said: string) =>
    void perform(async () => {
      const body = { ...profile, info: { ...profile.info }, actions: profile.actions.map((action) => ({ ...action })) };
      await dataFrom(control.PUT('/__mock/profile', { body }));
      setEdits((count) => count + 1);
      return said;
    });
  return (
    <>
      <h1>Choices</h1>
      <p class="lead">
        Where the specification is silent, more than one answer is right. A profile says what your deployment does, an
        OpenAPI Overlay of the document; here you can try another behaviour in this world.
      </p>
      <LoadedView loaded={loaded} name="the choices">
        {(view) => (
          <Panel
            title={view.profile === undefined ? 'No profile' : `Profile ${view.profile}`}
            aside={<span class="muted">{`${actionsOf(view).length} differences from the default document`}</span>}
          >
            <Field label="Filter">
              <input
                type="search"
                placeholder="deleted, audience-list, status …"
                value={words}
                onInput={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </Field>
            <button type="button" onClick={() => follow(withActions(view, []), 'This world follows no profile.')}>
              Reset
            </button>
            <DifferencesTable actions={matching(actionsOf(view), words)} />
            <BehavioursTable
              choices={matching(view.choices, words)}
              onDecide={(id, name) => follow(withBehaviour(view, id, name), `${id} is decided in this world.`)}
            />
          </Panel>
        )}
      </LoadedView>
    </>
  );
}

function DifferencesTable({ actions }: { readonly actions: readonly Action[] }): JSX.Element {
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">Difference</th>
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        <tbody>
          {actions.map((action) => (
            <tr key={JSON.stringify(action)}>
              <td>
                <code>{String(action['target'])}</code>
                <pre>
                  {action['remove'] === true ? 'removed' : JSON.stringify(action['update'] ?? action['copy'], null, 1)}
                </pre>
              </td>
              <td>
                <Origin learned={action['x-learned']} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BehavioursTableProps {
  readonly choices: View['choices'];
  readonly onDecide: (id: string, name: string) => void;
}

function BehavioursTable({ choices, onDecide }: BehavioursTableProps): JSX.Element {
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">Behaviour</th>
            <th scope="col">Decided</th>
          </tr>
        </thead>
        <tbody>
          {choices.map(({ id, question, alternatives, decided }) => (
            <tr key={id}>
              <td>
                <code>{id}</code>
                <p>{question}</p>
              </td>
              <td>
                <select
                  aria-label={id}
                  value={decided}
                  onChange={({ currentTarget }) => onDecide(id, currentTarget.value)}
                >
                  {alternatives.map(({ name, meaning }) => (
                    <option key={name} value={name}>
                      {name}: {meaning}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Origin({ learned }: { readonly learned: unknown }): JSX.Element {
  if (typeof learned !== 'object' || learned === null) return <Mark tone="accent">by hand</Mark>;
  const { on, request, answer } = learned as Readonly<Record<string, string>>;
  return (
    <details>
      <summary>learned {on}</summary>
      <pre>
        {request}
        {'\n'}
        {answer}
      </pre>
    </details>
  );
}

type View = Schemas['ProfileView'];
type Action = Readonly<Record<string, unknown>>;

const behaviours = "$['x-behaviours']";

function actionsOf({ overlay }: View): readonly Action[] {
  return overlay?.actions ?? [];
}

function withActions({ profile = 'console', overlay }: View, actions: readonly Action[]): Schemas['Profile'] {
  const info = overlay?.info ?? { title: profile, version: '1' };
  return { overlay: '1.1.0', info, actions: [...actions] };
}

/** The profile of a world with another behaviour, by hand; the default is left out. */
export function withBehaviour(view: View, id: string, name: string): Schemas['Profile'] {
  const isDefault = view.choices.find((choice) => choice.id === id)?.alternatives[0]?.name === name;
  const others = actionsOf(view).flatMap((action) => {
    const { [id]: named, ...update } = (action['update'] ?? {}) as Action;
    if (action['target'] !== behaviours || named === undefined) return [action];
    return Object.keys(update).length === 0 ? [] : [{ ...action, update }];
  });
  return withActions(view, isDefault ? others : [...others, { target: behaviours, update: { [id]: name } }]);
}

/** What has each of the words somewhere. */
export function matching<T>(entries: readonly T[], words: string): T[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    const text = JSON.stringify(entry).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

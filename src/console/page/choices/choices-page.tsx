import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { matchingChoices, withDecision } from './edited-profile.ts';

type ShownChoice = Schemas['Choice'];

/** What the specification leaves open: what each choice means, what decides it, and a way to try another. */
export function ChoicesPage(): JSX.Element {
  const { control, live, perform } = useSession();
  const [words, setWords] = useState('');
  const [edits, setEdits] = useState(0);
  const loaded = useLoaded('choices', live.revision.value + edits, () => answerOf(control.GET('/__mock/profile')));
  const decide = (view: Schemas['ProfileView'], id: string, text: string) =>
    void perform(async () => {
      await answerOf(control.PUT('/__mock/profile', { body: withDecision(view, id, text) }));
      setEdits((count) => count + 1);
      return `${id} is decided in this world.`;
    });
  return (
    <>
      <h1>Choices</h1>
      <p class="lead">
        Where the specification is silent, more than one answer is right. A profile says which one your deployment
        gives; here you can try another in this world.
      </p>
      <LoadedView loaded={loaded} name="the choices">
        {(view) => (
          <Panel
            title={view.profile === undefined ? 'No profile' : `Profile ${view.profile}`}
            aside={<span class="muted">{decidedText(view.choices)}</span>}
          >
            <Field label="Filter">
              <input
                type="search"
                placeholder="deleted, audience-list, status …"
                value={words}
                onInput={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </Field>
            <ChoicesTable
              choices={matchingChoices(view.choices, words)}
              onDecide={(id, text) => decide(view, id, text)}
            />
          </Panel>
        )}
      </LoadedView>
    </>
  );
}

interface ChoicesTableProps {
  readonly choices: readonly ShownChoice[];
  readonly onDecide: (id: string, text: string) => void;
}

function ChoicesTable({ choices, onDecide }: ChoicesTableProps): JSX.Element {
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">Choice</th>
            <th scope="col">Decided</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.id}>
              <td>
                <code>{choice.id}</code>
                <p>{choice.question}</p>
              </td>
              <td>
                <Decision choice={choice} onDecide={(text) => onDecide(choice.id, text)} />
                <Origin decided={choice.decided} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function decidedText(choices: readonly ShownChoice[]): string {
  const count = choices.filter(({ decided }) => decided !== undefined).length;
  return `${count} of ${choices.length} decided by a profile`;
}

interface DecisionProps {
  readonly choice: ShownChoice;
  readonly onDecide: (text: string) => void;
}

function Decision({ choice, onDecide }: DecisionProps): JSX.Element {
  const { id, alternatives, today, decided } = choice;
  const present = decided?.['alternative'] ?? decided?.['value'] ?? today;
  if (alternatives !== undefined) {
    return (
      <select aria-label={id} value={String(present)} onChange={({ currentTarget }) => onDecide(currentTarget.value)}>
        {alternatives.map(({ name, meaning }) => (
          <option key={name} value={name}>
            {name}: {meaning}
          </option>
        ))}
      </select>
    );
  }
  const text = typeof present === 'string' ? present : JSON.stringify(present ?? null);
  return (
    <input
      aria-label={id}
      key={text}
      defaultValue={text}
      onChange={({ currentTarget }) => onDecide(currentTarget.value)}
    />
  );
}

function Origin({ decided }: { readonly decided: ShownChoice['decided'] | undefined }): JSX.Element {
  if (decided === undefined) return <Mark>today</Mark>;
  const { learned, not_observed: reason } = decided;
  if (typeof reason === 'string') return <p class="muted">Not observed: {reason}</p>;
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

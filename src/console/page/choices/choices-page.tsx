import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Mark } from '../ui/code.tsx';
import { Field, Panel } from '../ui/controls.tsx';
import { LoadedView, useLoaded } from '../ui/notice.tsx';

type ShownChoice = Schemas['Choice'];

/** What the specification leaves open: what each choice means, what decides it, and a way to try another. */
export function ChoicesPage(): JSX.Element {
  const { control, live, perform } = useSession();
  const [words, setWords] = useState('');
  const [edits, setEdits] = useState(0);
  const loaded = useLoaded('choices', live.revision.value + edits, () => dataFrom(control.GET('/__mock/profile')));
  const decide = (view: Schemas['ProfileView'], id: string, text: string) =>
    void perform(async () => {
      await dataFrom(control.PUT('/__mock/profile', { body: withDecision(view, id, text) }));
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

type View = Schemas['ProfileView'];

/** The profile of a world with one choice decided by hand as the text says; what holds today anyway is left out. */
export function withDecision({ profile = 'console', choices }: View, id: string, text: string): Schemas['Profile'] {
  const entries = choices.flatMap((choice): readonly (readonly [string, object])[] => {
    if (choice.id !== id) return choice.decided === undefined ? [] : [[choice.id, choice.decided]];
    const made = choice.alternatives === undefined ? typedValue(text, choice.value?.['type']) : text;
    if (made === choice.today) return [];
    return [[id, choice.alternatives === undefined ? { value: made, by: 'hand' } : { alternative: made, by: 'hand' }]];
  });
  return {
    profile: 'voice-agent-mock/profile/1',
    name: profile,
    choices: Object.fromEntries(entries),
  };
}

/** A text stays one; of anything else the text is JSON, and stays a text if it is not. */
function typedValue(text: string, type: unknown): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The choices of which id, rule, question or decision has each of the words, the decided ones first. */
export function matchingChoices(choices: View['choices'], words: string): View['choices'] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = (choice: View['choices'][number]) => JSON.stringify(choice).toLowerCase();
  const found = choices.filter((choice) => wanted.every((word) => text(choice).includes(word)));
  const isDecided = ({ decided }: View['choices'][number]) => Number(decided !== undefined);
  return found.toSorted((one, other) => isDecided(other) - isDecided(one));
}

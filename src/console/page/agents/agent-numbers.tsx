import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

type PhoneNumber = Schemas['PhoneNumber'];

/** The numbers that an agent has, to be released, and those that it could have, to be attached. */
export function AgentNumbers({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { control, live, perform } = useSession();
  const { id, workspace_id, numbers } = agent;
  const loaded = useLoaded(`numbers ${workspace_id}`, live.revision.value, async () => {
    const found = await answerOf(control.GET('/__mock/numbers', { params: { query: { workspace_id } } }));
    return found.numbers;
  });
  const change = (number: string, body: Schemas['PhoneNumberChange'], text: string) =>
    perform(async () => {
      await answerOf(control.PUT('/__mock/numbers/{number}', { params: { path: { number } }, body }));
      return text;
    });
  return (
    <Panel title="Numbers">
      {numbers.length === 0 ? <p class="muted">None attached, so it cannot be published.</p> : null}
      <ul class="lines">
        {numbers.map(({ number, is_shared, is_active }) => (
          <li key={number}>
            <span class="number">{number}</span>
            {is_shared ? <Mark tone="warn">shared, does not count</Mark> : null}
            {is_active ? null : <Mark tone="warn">inactive</Mark>}
            <span class="push" />
            <button
              type="button"
              class="button small"
              onClick={() =>
                void change(number, { is_active: !is_active }, `${number} is ${is_active ? 'inactive' : 'active'}.`)
              }
            >
              {is_active ? 'Deactivate' : 'Activate'}
            </button>
            <button
              type="button"
              class="button small"
              onClick={() => void change(number, { agent_id: null }, `${number} is released.`)}
            >
              Release
            </button>
          </li>
        ))}
      </ul>
      <LoadedView loaded={loaded} name="numbers">
        {(all) => (
          <AttachForm
            numbers={all.filter((one) => one.agent_id !== id)}
            onAttach={(number) =>
              void change(number, { agent_id: id }, `${number} is attached to ${agent.agent_name}.`)
            }
          />
        )}
      </LoadedView>
    </Panel>
  );
}

interface AttachFormProps {
  readonly numbers: readonly PhoneNumber[];
  readonly onAttach: (number: string) => void;
}

function AttachForm({ numbers, onAttach }: AttachFormProps): JSX.Element {
  const [chosen, choose] = useState<string | undefined>();
  const number = numbers.find((one) => one.number === chosen)?.number ?? numbers[0]?.number;
  if (number === undefined) return <p class="muted">There are no other numbers to attach.</p>;
  return (
    <form
      class="row bottom"
      onSubmit={(event) => {
        event.preventDefault();
        onAttach(number);
      }}
    >
      <Field label="Another number">
        <select value={number} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {numbers.map((one) => (
            <option key={one.number} value={one.number}>
              {describe(one)}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit" class="button">
        Attach
      </button>
    </form>
  );
}

function describe({ number, is_shared, is_active, agent_id }: PhoneNumber): string {
  const facts = [
    is_shared ? 'shared' : '',
    is_active ? '' : 'inactive',
    agent_id === null ? 'free' : `of agent ${agent_id}`,
  ].filter((fact) => fact !== '');
  return `${number} (${facts.join(', ')})`;
}

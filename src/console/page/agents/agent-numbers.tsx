import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { ActionForm, Button, SelectField } from '../ui/controls.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

type PhoneNumber = Schemas['PhoneNumber'];

/** The numbers that an agent has, to be released, and those that it could have, to be attached. */
export function AgentNumbers({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { act, control, live } = useSession();
  const { id, workspace_id, numbers } = agent;
  const loaded = useLoaded(`numbers ${workspace_id}`, live.revision.value, async () => {
    const found = await answerOf(control.GET('/__mock/numbers', { params: { query: { workspace_id } } }));
    return found.numbers;
  });
  const change = (number: string, body: Schemas['PhoneNumberChange'], text: string) =>
    act(() => control.PUT('/__mock/numbers/{number}', { params: { path: { number } }, body }), text);
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
            <Button
              kind="small"
              onClick={() =>
                change(number, { is_active: !is_active }, `${number} is ${is_active ? 'inactive' : 'active'}.`)
              }
            >
              {is_active ? 'Deactivate' : 'Activate'}
            </Button>
            <Button kind="small" onClick={() => change(number, { agent_id: null }, `${number} is released.`)}>
              Release
            </Button>
          </li>
        ))}
      </ul>
      <LoadedView loaded={loaded} name="numbers">
        {(all) => (
          <AttachForm
            numbers={all.filter((one) => one.agent_id !== id)}
            onAttach={(number) => change(number, { agent_id: id }, `${number} is attached to ${agent.agent_name}.`)}
          />
        )}
      </LoadedView>
    </Panel>
  );
}

interface AttachFormProps {
  readonly numbers: readonly PhoneNumber[];
  readonly onAttach: (number: string) => unknown;
}

/** Free numbers first; one of another agent is taken only after it was said what that means. */
function AttachForm({ numbers, onAttach }: AttachFormProps): JSX.Element {
  const [chosen, choose] = useState<string | undefined>();
  const [isAsking, setAsking] = useState(false);
  const offered = numbers.toSorted((one, other) => rank(one) - rank(other));
  const found = offered.find((one) => one.number === chosen) ?? offered[0];
  if (found === undefined) return <p class="muted">There are no other numbers to attach.</p>;
  const { number, agent_id } = found;
  return (
    <>
      <ActionForm
        action={agent_id === null ? 'Attach' : 'Attach …'}
        onSubmit={() => (agent_id === null ? onAttach(number) : setAsking(true))}
      >
        <SelectField
          label="Another number"
          value={number}
          options={offered.map((one) => ({ value: one.number, label: describe(one) }))}
          onChange={choose}
        />
      </ActionForm>
      {isAsking ? (
        <ConfirmDialog
          title={`Take ${number} from agent ${agent_id}?`}
          action="Take the number"
          onConfirm={() => void onAttach(number)}
          onClose={() => setAsking(false)}
        >
          <p>
            Agent {agent_id} loses the number and keeps its state. The API would refuse this: it is done beside it, as
            the platform's portal would.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What publishing counts comes first: a free and active number of the workspace. */
function rank({ agent_id, is_shared, is_active }: PhoneNumber): number {
  return (agent_id === null ? 0 : 4) + (is_shared ? 2 : 0) + (is_active ? 0 : 1);
}

function describe({ number, is_shared, is_active, agent_id }: PhoneNumber): string {
  const facts = [
    is_shared ? 'shared' : '',
    is_active ? '' : 'inactive',
    agent_id === null ? 'free' : `of agent ${agent_id}`,
  ].filter((fact) => fact !== '');
  return `${number} (${facts.join(', ')})`;
}

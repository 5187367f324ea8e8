import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { StatusMark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { OperationField, TriggerField } from './operation-fields.tsx';
import { triggers, useAddFault, type Trigger } from './use-faults.ts';

const once: Trigger = triggers[0] ?? { name: 'the next request', when: { times: 1 } };

/** Every error that the document has of an operation, one click each. */
export function DocumentedErrors(): JSX.Element {
  const { operations } = useSession();
  const add = useAddFault();
  const [chosen, choose] = useState('createAgent');
  const [trigger, setTrigger] = useState(once);
  const loaded = useLoaded('operations', 0, operations);
  return (
    <Panel title="Documented errors">
      <div class="row bottom">
        <OperationField value={chosen} onChange={choose} />
        <TriggerField value={trigger} onChange={setTrigger} />
      </div>
      <LoadedView loaded={loaded} name="operations">
        {(all) => (
          <ul class="errors">
            {errorsOf(all.find(({ id }) => id === chosen)).map(({ status, example }) => (
              <li key={`${status} ${example}`}>
                <Button
                  kind="choice"
                  onClick={() =>
                    add({
                      operation: chosen,
                      effect: { type: 'error', status, ...(example === '' ? {} : { example }) },
                      ...(trigger.when === undefined ? {} : { when: trigger.when }),
                    })
                  }
                >
                  <StatusMark status={status} /> <code>{example === '' ? 'without an example' : example}</code>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
    </Panel>
  );
}

function errorsOf(operation: DocumentedOperation | undefined) {
  return (operation?.responses ?? [])
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples }) =>
      (examples.length === 0 ? [''] : examples).map((example) => ({ status, example })),
    );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOfExample } from '../api/documented-content.ts';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { StatusMark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { OperationField, TriggerField } from './operation-fields.tsx';
import { once, useAddFault } from './use-faults.ts';

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
            {errorsOf(all.find(({ id }) => id === chosen)).map(({ status, example, message }) => (
              <li key={`${status} ${example}`}>
                <Button
                  kind="choice"
                  onClick={() =>
                    add(() => ({
                      operation: chosen,
                      effect: { type: 'error', status, ...(example === '' ? {} : { example }) },
                      ...(trigger.when === undefined ? {} : { when: trigger.when }),
                    }))
                  }
                >
                  <StatusMark status={status} />
                  <span class="two-lines">
                    <span>{message === '' ? 'without an example' : message}</span>
                    <code class="muted">{example}</code>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
    </Panel>
  );
}

interface DocumentedError {
  readonly status: number;
  /** Empty if the document has no example of it. */
  readonly example: string;
  readonly message: string;
}

function errorsOf(operation: DocumentedOperation | undefined): readonly DocumentedError[] {
  return (operation?.responses ?? [])
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples }): readonly DocumentedError[] =>
      examples.length === 0
        ? [{ status, example: '', message: '' }]
        : examples.map((example) => ({ status, example: example.name, message: messageOfExample(example) })),
    );
}

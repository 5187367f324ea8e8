import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf, type Schemas } from '../api/control-client.ts';
import { ActionForm, CheckField, CodeField, NumberField, SelectField } from '../ui/controls.tsx';
import { Panel } from '../ui/panel.tsx';
import { OperationField, TriggerField } from './operation-fields.tsx';
import { once, useAddFault } from './use-faults.ts';

const json = 'application/json';
const types = [json, 'text/html', 'text/plain'];

/** An answer that a person writes, for one operation. */
export function OwnAnswer(): JSX.Element {
  const add = useAddFault();
  const [operation, setOperation] = useState('createAgent');
  const [trigger, setTrigger] = useState(once);
  const [status, setStatus] = useState(502);
  const [type, setType] = useState('text/html');
  const [body, setBody] = useState('<h1>Bad gateway</h1>');
  const [isUndocumented, setUndocumented] = useState(true);
  const [isAfterCommit, setAfterCommit] = useState(false);
  const submit = () =>
    add(() => ({
      operation,
      effect: {
        ...ownAnswer(status, type, body),
        ...(isUndocumented ? { undocumented: true } : {}),
        ...(isAfterCommit ? { after_commit: true } : {}),
      },
      ...(trigger.when === undefined ? {} : { when: trigger.when }),
    }));
  return (
    <Panel title="Your own answer">
      <ActionForm action="Add" onSubmit={submit}>
        <OperationField value={operation} onChange={setOperation} />
        <TriggerField value={trigger} onChange={setTrigger} />
        <NumberField label="Status" min={200} max={599} value={status} onChange={setStatus} />
        <SelectField label="Content-Type" value={type} options={types} onChange={setType} />
        <CodeField label="Body" rows={4} value={body} onChange={setBody} />
        <CheckField label="Differs from the document" value={isUndocumented} onChange={setUndocumented} />
        <CheckField label="The request takes effect first" value={isAfterCommit} onChange={setAfterCommit} />
      </ActionForm>
    </Panel>
  );
}

/** @throws Error if the body is said to be JSON and is not */
function ownAnswer(status: number, type: string, text: string): Schemas['RespondEffect'] {
  if (text === '') return { type: 'respond', status };
  return {
    type: 'respond',
    status,
    headers: { 'content-type': type },
    body: type === json ? readJson(text) : text,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`The body is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

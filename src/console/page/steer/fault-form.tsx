import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Schemas, errorMessage } from '../api/send-request.ts';
import { type DocumentedOperation, messageOfExample } from '../api/described-document.ts';
import { useSession } from '../session.ts';
import { type Trigger, everyTime, once, triggers, useAddFault } from './faults.tsx';
import { StatusMark } from '../ui/code.tsx';
import { ActionForm, Button, CheckField, CodeField, NumberField, Panel, SelectField } from '../ui/controls.tsx';
import { LoadedView, useLoaded } from '../ui/notice.tsx';

interface Kind {
  readonly name: string;
  /** How many of the two numbers of milliseconds it takes. */
  readonly numbers: 0 | 1 | 2;
  readonly effect: (milliseconds: number, maximum: number) => Schemas['FaultEffect'];
}

const delay: Kind = {
  name: 'delay',
  numbers: 1,
  effect: (milliseconds) => ({ type: 'delay', distribution: 'fixed', milliseconds }),
};
const kinds: readonly Kind[] = [
  delay,
  {
    name: 'delay between',
    numbers: 2,
    effect: (minimum, maximum) => ({ type: 'delay', distribution: 'uniform', minimum, maximum }),
  },
  { name: 'cut before the request is handled', numbers: 0, effect: () => ({ type: 'cut', at: 'before' }) },
  { name: 'cut in the middle of the answer', numbers: 0, effect: () => ({ type: 'cut', at: 'during' }) },
  { name: 'cut after it took effect', numbers: 0, effect: () => ({ type: 'cut', at: 'after' }) },
  { name: 'half of the JSON', numbers: 0, effect: () => ({ type: 'malformed-json' }) },
];

const bounds = { min: 0, max: 60_000 };

/** Which requests a fault is for, as one chooses it, and a way to add it. */
interface FaultForm {
  /** Empty for every operation. */
  readonly operation: string;
  readonly setOperation: (operation: string) => void;
  readonly trigger: Trigger;
  readonly setTrigger: (trigger: Trigger) => void;
  /** Adds a fault with this effect; tells what is wrong if making it throws. */
  readonly add: (effect: () => Schemas['FaultEffect']) => Promise<boolean>;
}

export function useFaultForm(firstOperation: string, firstTrigger = once): FaultForm {
  const addFault = useAddFault();
  const [operation, setOperation] = useState(firstOperation);
  const [trigger, setTrigger] = useState(firstTrigger);
  const { when } = trigger;
  const add: FaultForm['add'] = (effect) =>
    addFault(() => ({
      effect: effect(),
      ...(operation === '' ? {} : { operation }),
      ...(when === undefined ? {} : { when }),
    }));
  return { operation, setOperation, trigger, setTrigger, add };
}

/** Delays and broken connections. */
export function DelayForm(): JSX.Element {
  const form = useFaultForm('', everyTime);
  const [kind, setKind] = useState(delay);
  const [milliseconds, setMilliseconds] = useState(2000);
  const [maximum, setMaximum] = useState(4000);
  return (
    <Panel folds title="Delays and broken connections">
      <ActionForm action="Add" onSubmit={() => form.add(() => kind.effect(milliseconds, maximum))}>
        <SelectField
          label="What"
          value={kind.name}
          options={kinds.map(({ name }) => name)}
          onChange={(name) => setKind(kinds.find((one) => one.name === name) ?? kind)}
        />
        {kind.numbers > 0 ? (
          <NumberField label="Milliseconds" {...bounds} value={milliseconds} onChange={setMilliseconds} />
        ) : null}
        {kind.numbers > 1 ? (
          <NumberField label="and at most" {...bounds} value={maximum} onChange={setMaximum} />
        ) : null}
        <OperationField form={form} hasEvery />
        <TriggerField form={form} />
      </ActionForm>
    </Panel>
  );
}

/** Every error that the document has of an operation, one click each. */
export function DocumentedErrors(): JSX.Element {
  const { operations } = useSession();
  const form = useFaultForm('createAgent');
  const loaded = useLoaded('operations', 0, operations);
  return (
    <Panel folds title="Documented errors">
      <div class="row bottom">
        <OperationField form={form} />
        <TriggerField form={form} />
      </div>
      <LoadedView loaded={loaded} name="operations">
        {(all) => (
          <ul class="choices wide">
            {errorsOf(all.find(({ id }) => id === form.operation)).map(({ status, example, message }) => (
              <li key={`${status} ${example}`}>
                <Button
                  kind="choice row"
                  onClick={() => form.add(() => ({ type: 'error', status, ...(example === '' ? {} : { example }) }))}
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

const json = 'application/json';
const types = [json, 'text/html', 'text/plain'];

/** An answer that a person writes, for one operation. */
export function OwnAnswer(): JSX.Element {
  const form = useFaultForm('createAgent');
  const [status, setStatus] = useState(502);
  const [type, setType] = useState('text/html');
  const [body, setBody] = useState('<h1>Bad gateway</h1>');
  const [isUndocumented, setUndocumented] = useState(true);
  const [isAfterCommit, setAfterCommit] = useState(false);
  const effect = () => ({
    ...ownAnswer(status, type, body),
    ...(isUndocumented ? { undocumented: true } : {}),
    ...(isAfterCommit ? { after_commit: true } : {}),
  });
  return (
    <Panel folds title="Your own answer">
      <ActionForm action="Add" onSubmit={() => form.add(effect)}>
        <OperationField form={form} />
        <TriggerField form={form} />
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
    body: type === json ? typedJson(text) : text,
  };
}

/** @throws Error that says what is wrong with the text */
export function typedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`The body is not JSON: ${errorMessage(error)}`, { cause: error });
  }
}

interface FaultFieldProps {
  readonly form: FaultForm;
  /** Whether every operation can be chosen too. */
  readonly hasEvery?: boolean;
}

function OperationField({ form: { operation, setOperation }, hasEvery = false }: FaultFieldProps): JSX.Element {
  const { operations } = useSession();
  const loaded = useLoaded('operations', 0, operations);
  const options = [
    ...(hasEvery ? [{ value: '', label: 'every operation' }] : []),
    ...(loaded.state === 'ready' ? loaded.value.map(({ id }) => id) : []),
  ];
  return <SelectField label="Operation" value={operation} options={options} onChange={setOperation} />;
}

export function TriggerField({ form: { trigger, setTrigger } }: FaultFieldProps): JSX.Element {
  return (
    <SelectField
      label="On"
      value={trigger.name}
      options={triggers.map(({ name }) => name)}
      onChange={(chosen) => setTrigger(triggers.find(({ name }) => name === chosen) ?? trigger)}
    />
  );
}

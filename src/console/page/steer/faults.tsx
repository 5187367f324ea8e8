import type { JSX } from 'preact';
import { type DocumentedOperation, textUnder } from '../api/described-document.ts';
import { type Schemas, dataFrom, errorMessage } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { StatusMark } from '../ui/code.tsx';
import {
  ActionForm,
  Button,
  CheckField,
  CodeField,
  NumberField,
  Panel,
  SelectField,
  useFields,
} from '../ui/controls.tsx';
import { Lines, LoadedPanel, useFresh, useLoaded, useOperations } from '../ui/notice.tsx';

/** The faults of the world, with how often each fired. */
export function FaultList(): JSX.Element {
  const { act, control } = useSession();
  const loaded = useFresh('faults', async () => (await dataFrom(control.GET('/__mock/faults'))).faults);
  const remove = (id: number) =>
    act(() => control.DELETE('/__mock/faults/{id}', { params: { path: { id } } }), `Fault ${id} is gone.`);
  const clear = () => act(() => control.DELETE('/__mock/faults'), 'There are no faults any more.');
  const hasFaults = loaded.state === 'ready' && loaded.value.length > 0;
  return (
    <LoadedPanel
      title="Faults at work"
      name="faults"
      loaded={loaded}
      aside={hasFaults ? <Button text="Remove all" kind="small" onClick={clear} /> : null}
    >
      {(faults) => (
        <Lines items={faults} empty="None: every answer is what the rules say.">
          {({ id, definition, matched, fired }) => (
            <>
              <span class="muted number">{id}</span>
              <span class="grow">{describeFault(definition)}</span>
              <span class="muted number" title={`matched ${matched}`}>
                fired {fired}
              </span>
              <Button text="Remove" kind="small" label={`Remove fault ${id}`} onClick={() => remove(id)} />
            </>
          )}
        </Lines>
      )}
    </LoadedPanel>
  );
}

/** Situations by name. */
export function FaultPresets(): JSX.Element {
  const { control } = useSession();
  const add = useAddFault();
  const loaded = useLoaded('presets', () => dataFrom(control.GET('/__mock/fault-presets')));
  return (
    <LoadedPanel folds title="Presets" loaded={loaded}>
      {({ presets }) => (
        <ul class="choices">
          {presets.map(({ name, summary }) => (
            <li key={name}>
              <Button kind="choice" onClick={() => add(() => ({ preset: name }))}>
                <strong>{name}</strong>
                <span class="muted">{summary}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </LoadedPanel>
  );
}

/** A fault with the operation, or the preset, as the mock has listed them: any text as far as the page knows. */
type ListedFault =
  | { readonly preset: string }
  | (Omit<Schemas['FaultDefinition'], 'operation'> & { readonly operation?: string });

/** Adds a fault, or a preset's, and says what was added; or why not, if it throws as it is made. */
function useAddFault(): (make: () => ListedFault) => Promise<boolean> {
  const { act, control } = useSession();
  return (make) =>
    act(
      () => control.POST('/__mock/faults', { body: make() as Schemas['NewFault'] }),
      ({ faults }) => `Added: ${faults.map(({ definition }) => describeFault(definition)).join('; ')}.`,
    );
}

/** How often a fault fires, as one chooses it. */
const triggers: Readonly<Record<string, Schemas['FaultTrigger'] | undefined>> = {
  'the next request': { times: 1 },
  'every request': undefined,
  'every second request': { every: 2 },
  'one in five, by chance': { probability: 0.2 },
};

type Definition = Schemas['FaultDefinition'];
type Effect = Schemas['FaultEffect'];

/** A fault in words: what it does, to which requests, how often. */
export function describeFault({ operation, match, when, effect }: Definition): string {
  const parts = [
    describeEffect(effect),
    operation === undefined ? 'on every operation' : `on ${operation}`,
    match === undefined ? '' : `where ${JSON.stringify(match)}`,
    describeTrigger(when),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'error':
      return (
        `${effect.status} ${effect.example ?? ''}`.trim() +
        (effect.after_commit === true ? ' after it took effect' : '')
      );
    case 'respond':
      return describeAnswer(effect);
    case 'delay':
      return `delay of ${describeDelay(effect)}`;
    case 'dribble':
      return 'chunks' in effect ? 'slow body' : `body at ${effect.bytes_per_second} bytes a second`;
    case 'cut':
      return `connection cut ${effect.at} the answer`;
    case 'malformed-json':
      return 'half of the JSON';
  }
}

function describeAnswer({ patch, status, undocumented, after_commit: isLate }: Schemas['RespondEffect']): string {
  const marks = `${undocumented === true ? ', not in the document' : ''}${isLate === true ? ', after it took effect' : ''}`;
  if (patch !== undefined) return `the real answer, with ${JSON.stringify(patch)}${marks}`;
  return `${status ?? ''} with an answer of one's own${marks}`;
}

function describeDelay(effect: Extract<Effect, { readonly type: 'delay' }>): string {
  if ('milliseconds' in effect) return `${effect.milliseconds} ms`;
  return 'minimum' in effect ? `${effect.minimum} to ${effect.maximum} ms` : `about ${effect.median} ms`;
}

function describeTrigger({ after, every, times, probability }: NonNullable<Definition['when']> = {}): string {
  const parts = [
    after === undefined ? '' : `after the first ${after}`,
    every === undefined ? '' : `on every ${every}th`,
    probability === undefined ? '' : `by chance, ${Math.round(probability * 100)} %`,
    times === undefined ? '' : times === 1 ? 'once' : `${times} times`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

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

interface FaultForm {
  /** Adds a fault with this effect; tells what is wrong if making it throws. */
  readonly add: (effect: () => Schemas['FaultEffect']) => Promise<boolean>;
  /** The operation chosen: empty for every one. */
  readonly operation: string;
  readonly operationField: JSX.Element;
  readonly triggerField: JSX.Element;
}

/** Which requests a fault is for, as one chooses it, and a way to add it. */
export function useFaultForm(firstOperation: string, firstTrigger = 'the next request'): FaultForm {
  const addFault = useAddFault();
  const { values, field } = useFields({ operation: firstOperation, trigger: firstTrigger });
  const { operation } = values;
  const when = triggers[values.trigger];
  const ids = useOperations().map(({ id }) => id);
  const every = firstOperation === '' ? [{ value: '', label: 'every operation' }] : [];
  const add: FaultForm['add'] = (effect) =>
    addFault(() => ({
      effect: effect(),
      ...(operation === '' ? {} : { operation }),
      ...(when === undefined ? {} : { when }),
    }));
  return {
    add,
    operation,
    operationField: <SelectField label="Operation" options={[...every, ...ids]} {...field('operation')} />,
    triggerField: <SelectField label="On" options={Object.keys(triggers)} {...field('trigger')} />,
  };
}

/** Delays and broken connections. */
export function DelayForm(): JSX.Element {
  const form = useFaultForm('', 'every request');
  const { values, field } = useFields({ kind: delay, milliseconds: 2000, maximum: 4000 });
  const { kind, milliseconds, maximum } = values;
  return (
    <Panel folds title="Delays and broken connections">
      <ActionForm action="Add" onSubmit={() => form.add(() => kind.effect(milliseconds, maximum))}>
        <SelectField label="What" options={kinds.map((value) => ({ value, label: value.name }))} {...field('kind')} />
        {kind.numbers > 0 ? <NumberField label="Milliseconds" {...bounds} {...field('milliseconds')} /> : null}
        {kind.numbers > 1 ? <NumberField label="and at most" {...bounds} {...field('maximum')} /> : null}
        {form.operationField}
        {form.triggerField}
      </ActionForm>
    </Panel>
  );
}

/** Every error that the document has of an operation, one click each. */
export function DocumentedErrors(): JSX.Element {
  const { add, operation, operationField, triggerField } = useFaultForm('createAgent');
  const chosen = useOperations().find(({ id }) => id === operation);
  return (
    <Panel folds title="Documented errors">
      <div class="row bottom">
        {operationField}
        {triggerField}
      </div>
      <ul class="choices wide">
        {errorsOf(chosen).map(({ status, example, message }) => (
          <li key={`${status} ${example}`}>
            <Button
              kind="choice row"
              onClick={() => add(() => ({ type: 'error', status, ...(example === '' ? {} : { example }) }))}
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
    </Panel>
  );
}

/** The errors that a document has, each with its examples; one whose message is empty has none. */
function errorsOf(operation: DocumentedOperation | undefined) {
  const withoutExample = { name: '', value: undefined };
  return (operation?.responses ?? [])
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples }) =>
      (examples.length === 0 ? [withoutExample] : examples).map(({ name, value }) => {
        return { status, example: name, message: textUnder(value, 'message') };
      }),
    );
}

const json = 'application/json';

/** An answer that a person writes, for one operation. */
export function OwnAnswer(): JSX.Element {
  const form = useFaultForm('createAgent');
  const { values, field } = useFields({
    status: 502,
    type: 'text/html',
    body: '<h1>Bad gateway</h1>',
    isUndocumented: true,
    isAfterCommit: false,
  });
  const effect = (): Schemas['RespondEffect'] => {
    const { status, type, body, isUndocumented, isAfterCommit } = values;
    return {
      type: 'respond',
      status,
      ...(body === '' ? {} : { headers: { 'content-type': type }, body: type === json ? typedJson(body) : body }),
      ...(isUndocumented ? { undocumented: true } : {}),
      ...(isAfterCommit ? { after_commit: true } : {}),
    };
  };
  return (
    <Panel folds title="Your own answer">
      <ActionForm action="Add" onSubmit={() => form.add(effect)}>
        {form.operationField}
        {form.triggerField}
        <NumberField label="Status" min={200} max={599} {...field('status')} />
        <SelectField label="Content-Type" options={[json, 'text/html', 'text/plain']} {...field('type')} />
        <CodeField label="Body" rows={4} {...field('body')} />
        <CheckField label="Differs from the document" {...field('isUndocumented')} />
        <CheckField label="The request takes effect first" {...field('isAfterCommit')} />
      </ActionForm>
    </Panel>
  );
}

/** @throws Error that says what is wrong with the text */
export function typedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`The body is not JSON: ${errorMessage(error)}`, { cause: error });
  }
}

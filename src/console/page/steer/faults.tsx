import type { JSX } from 'preact';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/controls.tsx';
import { Lines, LoadedPanel, useFresh, useLoaded } from '../ui/notice.tsx';

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
  const loaded = useLoaded('presets', 0, async () => dataFrom(control.GET('/__mock/fault-presets')));
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
  | { readonly preset: string; readonly operation?: string }
  | (Omit<Schemas['FaultDefinition'], 'operation'> & { readonly operation?: string });

/** Adds a fault, or a preset's, and says what was added; or why not, if it throws as it is made. */
export function useAddFault(): (make: () => ListedFault) => Promise<boolean> {
  const { act, control } = useSession();
  return (make) =>
    act(
      () => control.POST('/__mock/faults', { body: make() as Schemas['NewFault'] }),
      ({ faults }) => `Added: ${faults.map(({ definition }) => describeFault(definition)).join('; ')}.`,
    );
}

export interface Trigger {
  readonly name: string;
  readonly when: Schemas['FaultTrigger'] | undefined;
}

export const once: Trigger = { name: 'the next request', when: { times: 1 } };
export const everyTime: Trigger = { name: 'every request', when: undefined };

/** How often a fault fires, as one chooses it. */
export const triggers: readonly Trigger[] = [
  once,
  everyTime,
  { name: 'every second request', when: { every: 2 } },
  { name: 'one in five, by chance', when: { probability: 0.2 } },
];

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

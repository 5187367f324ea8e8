import type { Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { describeFault } from './describe-fault.ts';

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

/** How often a fault fires, as one chooses it. */
export const triggers: readonly Trigger[] = [
  once,
  { name: 'every request', when: undefined },
  { name: 'every second request', when: { every: 2 } },
  { name: 'one in five, by chance', when: { probability: 0.2 } },
];

import type { Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { describeFault } from './describe-fault.ts';

/** Adds a fault, or a preset's, and says what was added. */
export function useAddFault(): (fault: Schemas['NewFault']) => Promise<boolean> {
  const { act, control } = useSession();
  return (body) =>
    act(
      () => control.POST('/__mock/faults', { body }),
      ({ faults }) => `Added: ${faults.map(({ definition }) => describeFault(definition)).join('; ')}.`,
    );
}

export interface Trigger {
  readonly name: string;
  readonly when: Schemas['FaultTrigger'] | undefined;
}

/** How often a fault fires, as one chooses it. */
export const triggers: readonly Trigger[] = [
  { name: 'the next request', when: { times: 1 } },
  { name: 'every request', when: undefined },
  { name: 'every second request', when: { every: 2 } },
  { name: 'one in five, by chance', when: { probability: 0.2 } },
];

import type { Alternatives } from '../clauses/choices.gen.ts';
import { chooseRules, type ruleAlternatives } from '../domain/choices/rules.ts';
import type { Refusal } from '../domain/refusal.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import type { Caller, Checked, OperationWorld } from '../operations/handler.ts';
import { openEphemeral } from '../store/open-ephemeral.ts';
import type { RecordStore } from '../store/state/record-store.ts';

/** The alternatives that are chosen, by their choices; the default ones of all others. */
export type Chosen = { readonly [Id in keyof typeof ruleAlternatives]?: Alternatives[Id] };

/** What handlers are called with where no request is sent: they are tested by any rules, and in no time. */
export interface HandlerWorld extends OperationWorld {
  readonly store: RecordStore;
  /** A user of workspace 101, and one of workspace 102. */
  readonly caller: Caller;
  readonly stranger: Caller;
}

/** The moment at which the clock of every world stands. */
export const worldTime = new Date('2026-11-20T12:00:00.000Z');

/** Reads the default scenario once, and gives a function that makes worlds which begin as it, each on its own. */
export async function prepareWorlds(): Promise<
  (chosen?: Chosen, values?: Readonly<Record<string, unknown>>) => HandlerWorld
> {
  const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
  return (chosen = {}, values = {}) => {
    const store = base.fork();
    return {
      store,
      clock: { now: () => worldTime },
      commit: async (changes) => {
        await store.commit(changes);
      },
      rules: chooseRules(new Map(Object.entries(chosen)), new Map(Object.entries(values))),
      caller: callerIn(store, 101, 1),
      stranger: callerIn(store, 102, 2),
    };
  };
}

/** A part of a request that is as the document says. */
export function checked<T extends object>(part: T): Checked<T> {
  return { sent: Object.fromEntries<unknown>(Object.entries(part)), valid: () => part };
}

/** A part of a request that is not. */
export function faulty<T extends object>(part: T, fault: Refusal): Checked<T> {
  return {
    ...checked(part),
    valid: () => {
      throw fault;
    },
  };
}

function callerIn(store: RecordStore, workspaceId: number, userId: number): Caller {
  const user = store.view().get('users', userId);
  const workspace = store.view().get('workspaces', workspaceId);
  if (user === undefined || workspace === undefined) throw new Error('The scenario has no such caller.');
  return { user, workspace };
}

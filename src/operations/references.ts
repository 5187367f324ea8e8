import type { Operation } from '../document/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import { isObject } from '../json/json-value.ts';
import type { View } from '../store/state/root.ts';
import type { Caller, Checked } from './handler.ts';

type Body = Checked<Record<string, unknown>>;

/**
 * The body of a request, whose references to records that nobody has, or another workspace, are refused or count as not
 * sent where the operation's `x-reading` says so; elsewhere the handler decides.
 */
export function withReferences(body: Body, operation: Operation, view: View, caller: Caller): Body {
  const { references, values } = operation.reading;
  const decided = Object.entries(references).filter(([field]) => values[field] !== undefined);
  if (decided.length === 0) return body;
  const valid: Body['valid'] = (only) => {
    const read = decided.reduce<unknown>((rest, [field, collection]) => {
      const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
      if (only?.includes(steps[0] ?? '') === false) return rest;
      return withValueChanged(rest, steps, (value) => {
        const kind = kindOfReference(collection, value, view, caller);
        const outcome = kind && values[field]?.[kind];
        if (kind === undefined || outcome !== 'refused') return outcome === 'absent' ? undefined : value;
        throw new Refusal(operation.invalidRefusal, `${field}: there is no ${String(value)}.`, {
          name: field,
          kind,
          value,
        });
      });
    }, body.valid(only));
    return read as Record<string, unknown>;
  };
  return { ...body, valid };
}

/** Undefined of a record that the caller may name. */
function kindOfReference(collection: string, value: unknown, view: View, caller: Caller): string | undefined {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const owners = ownersOf(collection, value, view);
  if (owners.length === 0) return 'unknown';
  return owners.some((owner) => owner === null || owner === caller.workspace.id) ? undefined : 'foreign';
}

/** The workspaces that have the record, null for all of them. Tools and sub-agents are known by the agents that have them. */
function ownersOf(collection: string, value: string | number, view: View): readonly (number | null)[] {
  if (collection === 'voices') return view.get(collection, value) === undefined ? [] : [null];
  if (collection === 'phone_numbers') {
    const record = view.get(collection, value);
    return record === undefined ? [] : [record.workspace_id];
  }
  const agents = [...view.all('agents')].filter(({ knowledge_base: { tools, sub_agents } }) =>
    (collection === 'tools' ? tools : sub_agents).some(({ id }) => id === value),
  );
  return agents.map(({ workspace_id: owner }) => owner);
}

/** Without what becomes undefined: a field, or an item of a list (`0`) with all that it holds. */
function withValueChanged(
  holder: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
  isItem = false,
): unknown {
  if (step === undefined) return change(holder);
  if (Array.isArray(holder)) {
    return holder.map((item) => withValueChanged(item, rest, change, true)).filter((item) => item !== undefined);
  }
  if (!isObject(holder) || holder[step] === undefined) return holder;
  const { [step]: before, ...others } = holder;
  const value = withValueChanged(before, rest, change);
  if (value === undefined) return isItem ? undefined : others;
  return { ...others, [step]: value };
}

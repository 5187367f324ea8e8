import type { FormPart } from '../../deployment/transport.ts';
import { valueAt, memberOf } from '../../json/json-value.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { wholly } from './expectation.ts';
import { withChoice, type AgentModel, type Judgement, type Model } from './model.ts';
import { numbersIn, showsAs } from './wants.ts';
import { namePointer, type SentField } from './fields.ts';

/** What a request that saves an agent sends. */
interface Sent {
  readonly operation: OperationId;
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
}

/** Undefined where it is open. */
export function typeOf({ seen, wants, open }: AgentModel): unknown {
  const [want] = wants.get(typePointer) ?? [];
  if (want !== undefined) return want.value;
  return open.includes(typePointer) ? undefined : valueAt(seen, typePointer);
}

const typePointer = '/basic_details/agent_type';

/** The numbers that are surely attached, and no others; null where that is open. */
export function attachedTo({ seen, wants, open }: AgentModel): string[] | null {
  if (open.includes('/phone_numbers')) return null;
  const [want, ...others] = wants.get('/phone_numbers') ?? [];
  if (want === undefined) return seen === null ? null : numbersIn(seen['phone_numbers']);
  const isKept = seen !== null && numbersIn(seen['phone_numbers']).length > 0;
  const isAll = others.length === 0 && want.may?.length === 0 && !isKept;
  return isAll ? [...(want.numbers ?? [])] : null;
}

/** Whether a value is one that a deployment may refuse: of a kind that is not shown, a name or number that is in use. */
export function isOpenValue(model: Model, { operation, fields, id }: Sent, agent: AgentModel | undefined): boolean {
  if (id === null && !fields.some(({ name }) => name.includes('agent_name'))) return true;
  // A form that names an agent may create another one all the same.
  const isItself = operation === 'createAgent' || model.choices.get('a form updates') === true;
  const named = [...model.agents.values()].filter((each) => each.id !== agent?.id || !isItself);
  const others = named.filter(({ life }) => life !== 'deleted');
  return fields.some(({ verdict, wants }) => {
    if (verdict !== 'taken' && !isShownBy(others, wants)) return true;
    return wants.some(([pointer, want]) => {
      // A deleted agent may keep its name.
      if (pointer === namePointer) return named.some((each) => mayShow(each, pointer, want.value));
      // Whether the type of an agent may change is not shown.
      if (pointer === typePointer && agent !== undefined) return want.value !== valueAt(agent.seen, pointer);
      return want.numbers !== undefined && mayBeTaken(model, others, want.numbers);
    });
  });
}

/** Which codes there are is not shown: one that another agent has is one. */
function isShownBy(others: readonly AgentModel[], wants: SentField['wants']): boolean {
  const [[pointer, want] = []] = wants;
  if (pointer === undefined || typeof want?.value !== 'number') return false;
  return others.some(({ seen }) => want.value === valueAt(seen, pointer));
}

/** A number may be attached to another agent, of this workspace or of the other one. */
function mayBeTaken({ lent }: Model, others: readonly AgentModel[], values: readonly string[]): boolean {
  if (values.some((number) => lent.includes(number))) return true;
  return others.some(
    (each) => each.life === 'unclear' || (attachedTo(each) ?? values).some((number) => values.includes(number)),
  );
}

/** Names that differ by case alone may count as one. */
function mayShow({ seen, wants }: AgentModel, pointer: string, value: unknown): boolean {
  const isAlike = (other: unknown): boolean => showsAs(lowered(value), lowered(other));
  return isAlike(valueAt(seen, pointer)) || (wants.get(pointer) ?? []).some((want) => isAlike(want.value));
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Names that may count as malformed; which do is not shown. */
const kinds: Readonly<Record<string, (names: readonly FormPart[]) => boolean>> = {
  nested: ([name]) => name?.name === 'basic_details[agent_name][first]',
  repeated: (names) => names.length > 1,
  'with control characters': ([name]) => /\p{Cc}/u.test(String(name?.value)),
  'without letter or digit': ([name]) => !/[\p{L}\p{N}]/u.test(String(name?.value)),
  'of thousands of characters': ([name]) => String(name?.value).length >= 5000,
};

const malformed = 'createagentorupdate.agent-name.invalid';

/** Each kind of malformed name may be taken, but not all of them: one is refused as invalid (section 7). */
export function malformedNameLaw(model: Model, answer: CheckedAnswer): Judgement {
  const { operation, body } = answer.request;
  const parts = operation === 'createAgentOrUpdate' && body.kind === 'form' ? body.parts : [];
  const names = parts.filter(({ name }) => name.startsWith('basic_details[agent_name]'));
  const kind = Object.keys(kinds).find((each) => names.length > 0 && kinds[each]?.(names) === true);
  const earlier = model.choices.get('malformed names');
  if (kind === undefined || earlier === 'refused') return { state: model, findings: [], reached: [] };
  const { message: invalid } = model.facts.refusalOf('createAgentOrUpdate', malformed);
  if (memberOf(answer.body, 'message') === invalid) {
    return { state: withChoice(model, 'malformed names', 'refused'), findings: [], reached: [malformed] };
  }
  const others = [...new Set([...(Array.isArray(earlier) ? (earlier as string[]) : []), kind])];
  const choices = new Map([...model.choices, ['malformed names', others] as const]);
  if (others.length < Object.keys(kinds).length) return { state: { ...model, choices }, findings: [], reached: [] };
  const expected = `one of five names refused with "${String(invalid)}": ${others.join(', ')}`;
  return { state: { ...model, choices }, findings: [wholly(malformed, expected, answer)], reached: [malformed] };
}

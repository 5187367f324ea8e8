import type { FormPart } from '../../deployment/transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { isContainer, memberOf, valueAt } from '../../json/json-value.ts';
import { sentParts, type CheckedAnswer } from '../report/violation.ts';
import { type Compared, type Expectation, isRefusal, nothing, refusedBy, wholly } from './expectation.ts';
import { hasNumber, isMemberOf, isOpaque, numbersIn, numbersWanted, showsAs } from './wants.ts';
import { type SentField, jsonFields, namePointer } from './fields.ts';
import { type AgentModel, type Facts, type Model, surelyShown, withChoice } from './model.ts';
import { type Saving, areRight, besideName, numbersSent, validationOf } from './read-saving.ts';

export type Expected =
  | { readonly kind: 'done'; readonly clauses: readonly [ClauseId, ...ClauseId[]] }
  | ({ readonly kind: 'refused' } & Expectation)
  /** `statuses` of a refusal, where the operation lists them. */
  | { readonly kind: 'open'; readonly statuses: readonly number[] };

/** The first rule that says something decides: which of several mistakes is told is not shown. */
export function expectedOf(saving: Saving): Expected {
  for (const rule of rules) {
    const expected = rule(saving);
    if (expected !== null) return expected;
  }
  return doneExpected(saving);
}

/** Fields of create-agent that a deployment names where it refuses a right creation without them: what a creation needs is not said. */
export function fieldsNeeded(saving: Saving, { status, body }: CheckedAnswer): readonly string[] {
  if (saving.operation !== 'createAgent' || saving.id !== null || (status !== 400 && status !== 422)) return [];
  if (expectedOf(saving).kind !== 'done') return [];
  const words = wordsOf(body).join(' ');
  const isNamed = (name: string): boolean =>
    new RegExp(`\\b${name.replaceAll('_', '[ _]')}\\b(?! agent)`, 'i').test(words);
  return Object.keys(jsonFields).filter((name) => !saving.fields.some((field) => field.name === name) && isNamed(name));
}

/** The texts of an error body, and the names of its inner fields. */
function wordsOf(body: unknown, names: readonly string[] = []): readonly string[] {
  if (typeof body === 'string') return [body];
  if (!isContainer(body)) return [];
  return [
    ...names,
    ...Object.values(body).flatMap((each) => wordsOf(each, isContainer(each) ? Object.keys(each) : [])),
  ];
}

const rules: readonly ((saving: Saving) => Expected | null)[] = [
  incomplete,
  draftOfSettings,
  nobody,
  (saving) => (isOpenAgent(saving) ? openTo(saving) : null),
  (saving) => (saving.operation === 'createAgent' && saving.status !== undefined ? besideStatus(saving) : null),
  wrongField,
  // Whether two agents may have one name is not shown, nor how another one is refused.
  (saving) => (hasTakenName(saving) ? { kind: 'open', statuses: [] } : null),
  (saving) =>
    isOpenValue(saving) ? { kind: 'open', statuses: saving.operation === 'updateAgent' ? [] : [422] } : null,
];

/** Whether it is open that there is such an agent, or that it may be named so. */
function isOpenAgent({ id, isNamedOtherwise, agent }: Saving): boolean {
  return id === undefined || isNamedOtherwise === true || (agent?.life ?? 'live') !== 'live';
}

function openTo({ operation }: Saving): Expected {
  return { kind: 'open', statuses: operation === 'createAgent' ? [400, 404, 422] : [] };
}

/** With which status agent/update or a file is refused is not shown. */
function incomplete({ operation, first, fields, isRight }: Saving): Expected | null {
  if (first === null || isRight) return first && { kind: 'refused', ...first };
  const isFile = fields.some(({ name, verdict }) => name === 'FILE_KNOWLEDGE_BASES' && verdict !== 'taken');
  const statuses = isFile || operation === 'updateAgent' ? undefined : [422];
  return { kind: 'refused', ...first, message: undefined, statuses };
}

/** A draft of the settings, which has no number that counts, is not published. */
function draftOfSettings({ operation, id, status, fields, model: { facts } }: Saving): Expected | null {
  const { draft_with_inactive_number: inactive, draft_with_shared_number: shared } = facts.agents ?? {};
  if (operation !== 'createAgent' || status !== 1 || fields.length > 0 || typeof id !== 'number') return null;
  return id === inactive || id === shared ? withoutNumber(facts, id === shared) : null;
}

/** Refused where nothing but the agent can be wrong. */
function nobody(saving: Saving): Expected | null {
  const { operation, id, agent, status, isRight, model } = saving;
  if (typeof id !== 'number' || agent !== undefined) return null;
  // What agent/update and the form answer is not shown.
  if (!isRight || ![undefined, 1, 2, 3].includes(status as undefined) || operation !== 'createAgent') {
    return openTo(saving);
  }
  return { kind: 'refused', ...refusedBy(model.facts, operation, 'create-agent.not-found', 'there is no such agent') };
}

function besideStatus(saving: Saving): Expected {
  const { id, wrong, status, isRight } = saving;
  const { facts } = saving.model;
  const either = [400, 422];
  if (id === null) return statusOfNobody(saving);
  if (wrong !== undefined) {
    const why = 'a status needs right fields beside it';
    return { kind: 'refused', statuses: either, clauses: ['create-agent.validation'], why };
  }
  if (typeof status !== 'number') return openTo(saving);
  const isListed = [1, 2, 3].includes(status);
  // Which of two reasons for a refusal comes first is not shown.
  if (!isRight && isListed) return { kind: 'open', statuses: either };
  if (!isListed) {
    const refusal = refusedBy(facts, 'createAgent', 'create-agent.status.invalid', 'status is not 1, 2 or 3');
    return { kind: 'refused', ...refusal, ...(!isRight && { statuses: either, message: undefined }) };
  }
  if (status === 1) return publishExpected(saving);
  return { kind: 'done', clauses: [status === 2 ? 'create-agent.delete' : 'create-agent.unpublish'] };
}

/** Beside the fields of a new agent it may be refused or ignored, one that there is not may be told first, and 3 makes a draft. */
function statusOfNobody({ fields, status, model: { facts, choices } }: Saving): Expected {
  // Where a new agent needs no name, a status alone may be one of a new agent.
  const isOfNew = fields.length > 0 || choices.has('create-agent takes no name');
  if (isOfNew || (status !== 1 && status !== 2)) return { kind: 'open', statuses: [400, 422] };
  const why = 'there is no agent to publish or delete';
  const refusal = refusedBy(facts, 'createAgent', 'create-agent.agent-id.required', why);
  const statuses = [...(refusal.statuses ?? []), 404, 422];
  // A new agent that is to be active at once has no number.
  const otherMessage = status === 1 ? withoutNumber(facts).message : undefined;
  return { kind: 'refused', ...refusal, statuses, otherMessage };
}

function wrongField({ operation, wrong }: Saving): Expected | null {
  if (wrong === undefined) return null;
  const { name, clause } = wrong;
  const why = `${name} is not of the type or kind that it takes`;
  if (operation === 'updateAgent') return { kind: 'refused', clauses: [clause], why };
  const clauses = [validationOf({ operation }), clause] as const;
  if (operation === 'createAgent') return { kind: 'refused', statuses: [422], clauses, why };
  // Section 7 lists what a form is refused for: names. Another wrong value may be ignored, but for a file (section 8).
  if (name !== 'FILE_KNOWLEDGE_BASES') return { kind: 'open', statuses: [422] };
  // Errors are 401, 422 and 500 (4.3), but HTTP has statuses of its own for files; one too large may not even be read.
  const isLarge = clause === 'createagentorupdate.files.size';
  return { kind: 'refused', ...(!isLarge && { statuses: [413, 415, 422] }), clauses, why };
}

function publishExpected(saving: Saving): Expected {
  const { agent } = saving;
  const { facts } = saving.model;
  // Whether agents of another type need a number is not shown.
  const attached = agent === undefined || surelyShown(agent, typePointer) !== 3 ? null : attachedTo(agent, facts);
  const { owned = [], shared = [], inactive = [] } = facts.numbers ?? {};
  const known = [...owned, ...shared, ...inactive];
  if (attached?.every((number) => hasNumber(known, number)) !== true) return openTo(saving);
  const isOwned = attached.map((number) => hasNumber(owned, number));
  if (isOwned.includes(true)) return { kind: 'done', clauses: [publishClause(agent, !isOwned.includes(false))] };
  const isShared = attached.map((number) => hasNumber(shared, number));
  const refusal = withoutNumber(facts, isShared.includes(true));
  // Beside a shared number one of the workspace's own that is not active: either text says what is wrong.
  const isMixed = isShared.includes(true) && isShared.includes(false);
  return isMixed ? { ...refusal, clauses: ['create-agent.publish.shared-do-not-count'], message: undefined } : refusal;
}

export function publishClause(agent: AgentModel | undefined, isOwnedAlone = true): ClauseId {
  if (valueAt(agent?.seen, '/basic_details/status') === 1) return 'create-agent.publish.again';
  return isOwnedAlone ? 'create-agent.publish' : 'create-agent.publish.mixed';
}

function withoutNumber(facts: Facts, isShared = false): Extract<Expected, { kind: 'refused' }> {
  const refusal = isShared ? 'create-agent.publish.global-provider' : 'create-agent.publish.no-number';
  const why = isShared ? 'only shared numbers are attached' : 'no active number is attached';
  return { kind: 'refused', ...refusedBy(facts, 'createAgent', refusal, why) };
}

function doneExpected(saving: Saving): Expected {
  if (saving.operation === 'updateAgent') {
    return { kind: 'done', clauses: ['agent-update.body', 'agent-update.bearer'] };
  }
  const clauses = doneClauses(saving);
  const freed = freedBy(saving);
  return { kind: 'done', clauses: freed === null ? clauses : [freed, ...clauses] };
}

/** The rule by which a number that a form sends is free again. */
function freedBy({ model: { agents, rejected }, fields }: Saving): ClauseId | null {
  const sent = numbersSent(fields);
  const deleted = [...agents.values()].filter(({ life }) => life === 'deleted');
  const isReleased = deleted.some(({ seen }) => numbersIn(seen?.['phone_numbers']).some((each) => sent.includes(each)));
  if (isReleased) return 'create-agent.delete.releases-numbers';
  return sent.some((number) => rejected.includes(number)) ? 'createagentorupdate.atomic' : null;
}

function doneClauses({ operation, id, fields }: Saving): readonly [ClauseId, ...ClauseId[]] {
  const beside = besideName(fields);
  const tried = withoutType(beside);
  const [only] = tried.length === 1 ? tried : [];
  if (operation === 'createAgentOrUpdate') {
    if (only !== undefined) return [only.clause, ...(only.also ?? [])];
    return [tried.length === 0 ? 'createagentorupdate.only-name-required' : 'createagentorupdate.success'];
  }
  if (id === null) return [only?.clause ?? 'create-agent.create'];
  const own = only?.clause ?? 'create-agent.success';
  // An update is taken by its agent_id alone, whatever else is left out.
  const rules = [own, 'create-agent.update', 'create-agent.agent-id.places'] as const;
  return beside.length < fields.length ? rules : [...rules, 'create-agent.update.partial'];
}

/** The type of a new agent goes with what is tried. */
function withoutType(fields: readonly SentField[]): readonly SentField[] {
  return fields.length > 1 ? fields.filter(({ name }) => !name.includes('agent_type')) : fields;
}

const typePointer = '/basic_details/agent_type';

/** The numbers that are attached, and no others, perhaps without inactive ones; null where that is open, or the items show none. */
function attachedTo({ seen, wants, open }: AgentModel, { numbers }: Facts): readonly string[] | null {
  const list = seen?.['phone_numbers'];
  if (isMemberOf('/phone_numbers', open) || isOpaque(list)) return null;
  const [want, ...others] = wants.get('/phone_numbers') ?? [];
  const shown = numbersIn(list);
  if (want === undefined) return seen === null ? null : shown;
  const isInactive = (number: string): boolean => numbers?.inactive?.includes(number) === true;
  const isAll = others.length === 0 && want.may?.every(isInactive) === true && shown.length === 0;
  return isAll ? numbersWanted(want) : null;
}

/** Whether a value is one that a deployment may refuse: of a kind that is not shown, a name or number that is in use. */
function isOpenValue(saving: Saving): boolean {
  const { model, operation, fields, id, agent, isRight } = saving;
  // Which languages there are is not shown, nor whether one may be left out: where it was, it may.
  if (operation === 'updateAgent') {
    return !isRight || fields.length === 0 || (fields.length === 1 && !model.choices.has('agent/update takes a name'));
  }
  if (id === null && !fields.some(({ name }) => name.includes('agent_name'))) return true;
  const others = othersOf(saving).filter(({ life }) => life !== 'deleted');
  return fields.some(({ verdict, wants }) => {
    if (verdict !== 'taken' && !isShownBy(others, wants)) return true;
    return wants.some(([pointer, want]) => {
      // Whether the type of an agent may change is not shown.
      if (pointer === typePointer && agent !== undefined) return want.value !== valueAt(agent.seen, pointer);
      if (want.numbers === undefined) return false;
      return mayBeTaken(model, others, want.numbers) || isBereft(saving, want.numbers);
    });
  });
}

/** Whether an agent that may be published is left with none of the workspace's numbers: what becomes of it is not shown. */
function isBereft({ model: { facts }, agent }: Saving, numbers: readonly string[]): boolean {
  const wanted = agent?.wants.get('/basic_details/status') ?? [];
  const isPublished = [valueAt(agent?.seen, '/basic_details/status'), ...wanted.map(({ value }) => value)].includes(1);
  return isPublished && !numbers.some((number) => facts.numbers?.owned?.includes(number));
}

/** A deleted agent may keep its name; in recorded traffic an agent that was never seen may have it. */
function hasTakenName(saving: Saving): boolean {
  const names = saving.fields.flatMap(({ wants }) => wants.filter(([pointer]) => pointer === namePointer));
  if (saving.model.facts.isShared === true) return names.length > 0;
  const others = othersOf(saving);
  return names.some(([pointer, want]) => others.some((each) => mayShow(each, pointer, want.value)));
}

/** A form that names an agent may create another one all the same. */
function othersOf({ updates, model, agent }: Saving): readonly AgentModel[] {
  const isItself = updates === undefined || model.choices.get(updates) === true;
  return [...model.agents.values()].filter((each) => each.id !== agent?.id || !isItself);
}

/** Which codes there are is not shown: one that another agent has is one. */
function isShownBy(others: readonly AgentModel[], wants: SentField['wants']): boolean {
  const [[pointer, want] = []] = wants;
  if (pointer === undefined || typeof want?.value !== 'number') return false;
  return others.some(({ seen }) => want.value === valueAt(seen, pointer));
}

/** A number may be attached to another agent, of this workspace or of the other one. */
function mayBeTaken({ lent, facts }: Model, others: readonly AgentModel[], values: readonly string[]): boolean {
  if (values.some((number) => lent.includes(number))) return true;
  return others.some(
    (each) =>
      each.life === 'unclear' || (attachedTo(each, facts) ?? values).some((number) => hasNumber(values, number)),
  );
}

/** Names that differ by case alone may count as one. */
function mayShow({ seen, wants }: AgentModel, pointer: string, value: unknown): boolean {
  const name = String(value).toLowerCase();
  const isAlike = (other: unknown): boolean => typeof other === 'string' && showsAs(name, other.toLowerCase());
  return isAlike(valueAt(seen, pointer)) || (wants.get(pointer) ?? []).some((want) => isAlike(want.value));
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
export function malformedNameLaw(model: Model, answer: CheckedAnswer): Compared {
  const isForm = answer.request.operation === 'createAgentOrUpdate';
  const names = !isForm ? [] : sentParts(answer).filter(({ name }) => name.startsWith('basic_details[agent_name]'));
  const kind = Object.keys(kinds).find((each) => names.length > 0 && kinds[each]?.(names) === true);
  if (kind === undefined) return nothing;
  const { message: invalid } = refusedBy(model.facts, 'createAgentOrUpdate', malformed, '');
  const isMet = memberOf(answer.body, 'message') === invalid;
  const told = [malformed, `a name refused with "${String(invalid)}"`] as const;
  const law = oneOfLaw(model, answer, told, [kind, Object.keys(kinds).length], isMet);
  // One that is refused once is malformed wherever it is sent.
  const choice = `malformed ${JSON.stringify(names.map(({ name, value }) => [name, value]))}` as const;
  const isTaken = answer.status < 300 && model.choices.has(choice);
  const findings = isTaken ? [wholly(malformed, 'a refusal, as before for this name', answer)] : law.findings;
  return { ...law, findings, state: isMet ? withChoice(law.state ?? model, choice, true) : (law.state ?? model) };
}

/** A value whose spelling is not shown must be taken in one of the usual ones, where nothing else can be wrong. */
export function spellingLaw(saving: Saving, answer: CheckedAnswer): Compared {
  const { model, fields } = saving;
  const [spelled, ...others] = fields.filter(({ way }) => way !== undefined);
  const rest = fields.filter((field) => field !== spelled);
  const isSure =
    others.length === 0 && expectedOf({ ...saving, fields: rest, isRight: areRight(rest) }).kind === 'done';
  if (spelled?.way === undefined || !isSure) return nothing;
  return oneOfLaw(model, answer, [spelled.clause, `${spelled.name} taken`], spelled.way, !isRefusal(answer));
}

/** Of several ways one must do what is told, whichever it is: a finding once all of them have been tried. */
function oneOfLaw(
  model: Model,
  answer: CheckedAnswer,
  [clause, told]: readonly [ClauseId, string],
  [way, of]: NonNullable<SentField['way']>,
  isMet: boolean,
): Compared {
  const choice = `ways of ${told}` as const;
  const earlier = model.choices.get(choice);
  const tried = [...new Set([...(Array.isArray(earlier) ? (earlier as string[]) : []), way])];
  const isDone = isMet || earlier === 'done';
  const state = withChoice(model, choice, isDone ? 'done' : tried, true);
  if (isDone || tried.length < of) return { state, findings: [], reached: isDone ? [clause] : [] };
  const expected = `${told}, in one of these ways: ${tried.join(', ')}`;
  return { state, findings: [wholly(clause, expected, answer)], reached: [clause] };
}

import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { shownBy, type ShownValue } from '../../document/shown-values.ts';
import { fieldOf, isJsonList, isJsonObject, isSameJson, pointerOf, type Json, valueAt } from '../../json/json-value.ts';
import { normalisedValue } from '../as-mock/normalise.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { fieldSeen, pointersBeyond } from './answers-seen.ts';
import { type ExampleLesson, grouped, operationTarget } from './refusals-seen.ts';

/** Both sides' answer of success to the same request: bodies with the rules of comparison applied. */
export interface SeenSuccess {
  /** Of the script that asked. */
  readonly script: string;
  readonly answer: CheckedAnswer;
  readonly shown: Json;
  readonly mock: Json;
  /** By which the mock carried it out. */
  readonly rule?: string | undefined;
  /** Whether it shows an agent of which nothing was sent but its name and description. */
  readonly isNew?: boolean;
}

type Sample = Omit<SeenSuccess, 'rule'>;

/** The operations whose answers show records: of others the examples of the document are learned. */
const shapedOperations: readonly OperationId[] = ['getAgent', 'listVoices', 'listAudience'];

/**
 * How a deployment shows values that the mock shows otherwise: by a rule that fits all that was seen, each several times.
 * What no rule shows is named.
 */
export function shapeLessons(seen: readonly SeenSuccess[], document: ContractDocument): readonly ExampleLesson[] {
  const own = seen.filter(({ answer: { request } }) => {
    return request.operation !== null && shapedOperations.includes(request.operation);
  });
  return [...grouped(own, ({ answer }) => String(answer.request.operation))].flatMap(([operation, all]) => {
    const samples = new Map<string, Sample[]>();
    const added = new Set<string>();
    for (const { mock, shown, ...about } of all) {
      collect(mock, shown, '', (at, one, other) => {
        if (one === undefined) return added.add(at);
        const sample = { ...about, mock: one, shown: other };
        const known = samples.get(at);
        return known === undefined ? samples.set(at, [sample]) : known.push(sample);
      });
    }
    const target = `${operationTarget(document, operation as OperationId)}.responses['200']`;
    const answers = all.map(({ answer }) => answer);
    return [
      ...[...samples].flatMap(([pointer, each]) => {
        const [own, others] = newAgentLesson(pointer, each, document);
        return [...own, ...lessonOf(`${operation} ${pointer}`, pointer, others, target)];
      }),
      ...[...added].flatMap((pointer) => addedLesson(operation as OperationId, pointer, answers, document)),
    ];
  });
}

/** What new agents have otherwise than by the document, each of several the same, and the samples that show something else. */
function newAgentLesson(
  pointer: string,
  samples: readonly Sample[],
  { openapi }: ContractDocument,
): readonly [lessons: readonly ExampleLesson[], others: readonly Sample[]] {
  const usual = fieldOf(valueAt(openapi, ['x-values', 'new-agent']), pointer);
  const agents = samples.filter(({ isNew }) => isNew);
  const [first] = agents;
  const isTold = agents.every(({ mock, shown }) => isSameJson(mock, usual) && isSameJson(shown, first?.shown));
  if (first === undefined || agents.length < fewest || !isTold || isSameJson(first.shown, usual)) return [[], samples];
  const { shown, answer } = first;
  const actions = [{ target: "$['x-values']", update: { 'new-agent': { [pointer]: shown } } }];
  const lesson = { what: `getAgent ${pointer} of a new agent`, said: JSON.stringify(shown), actions, answer };
  return [[lesson], samples.filter(({ mock }) => !isSameJson(mock, usual))];
}

/** A field that the items of an open list have beyond the mock's; those that the document rules out are learned elsewhere. */
function addedLesson(
  operation: OperationId,
  pointer: string,
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
): readonly ExampleLesson[] {
  const [answer] = answers;
  if (answer === undefined || answers.some((each) => pointersBeyond(operation, each, document).includes(pointer))) {
    return [];
  }
  const { isConstant, value } = fieldSeen(pointer, answers);
  const target = `${operationTarget(document, operation)}.responses['200']`;
  const actions = isConstant ? [{ target, update: { 'x-added': { [pointer]: value as Json } } }] : undefined;
  return [{ what: `${operation} ${pointer}`, said: JSON.stringify(value), actions, answer }];
}

function lessonOf(what: string, pointer: string, samples: readonly Sample[], target: string): readonly ExampleLesson[] {
  // Lists of the same length are told by their items; a rule for a whole list must hold for them too.
  const differing = samples.find(({ mock, shown }) => !isSameJson(mock, shown) && !isSameLength(mock, shown));
  if (differing === undefined) return [];
  const { answer } = differing;
  // Another number or truth value is another state, not another way to show it.
  const isState = typeof differing.mock === typeof differing.shown && /number|boolean/.test(typeof differing.mock);
  const rule = samples.length < fewest || isState ? undefined : (ruleFor(samples) ?? ruleWithoutOne(samples));
  if (rule === undefined || /<(?:agent \d|token|address|uuid|time|n)>/.test(JSON.stringify(rule))) {
    const said = `shown otherwise: ${JSON.stringify(differing.shown).slice(0, 200)}`;
    return [{ what, said, actions: undefined, answer }];
  }
  const said = JSON.stringify(rule);
  const stranger = samples.find(({ mock, shown }) => !holdsFor(rule, { mock, shown }));
  const left = stranger && { what: `${what} elsewhere`, said: JSON.stringify(stranger.shown), actions: undefined };
  return [
    ...(left === undefined ? [] : [{ ...left, answer: stranger?.answer ?? answer }]),
    { what, said, actions: [{ target, update: { 'x-shown': { [pointer]: rule as Json } } }], answer },
  ];
}

function isSameLength(mock: Json, shown: Json): boolean {
  return isJsonList(mock) && isJsonList(shown) && mock.length === shown.length;
}

/** So many values show what stands in one place: fewer may be like that by chance. */
const fewest = 2;

type Collecting = (pointer: string, mock: Json | undefined, shown: Json) => void;

/**
 * Every place where the deployment has a value, `*` for the items of a list; undefined where the mock has none. An object
 * that lacks a field is one value.
 */
function collect(mock: Json | undefined, shown: Json, pointer: string, note: Collecting): void {
  if (isJsonList(mock) && isJsonList(shown)) {
    note(pointer, mock, shown);
    if (mock.length !== shown.length) return;
    mock.forEach((item, index) => collect(item, shown[index] ?? null, `${pointer}/*`, note));
    return;
  }
  if (isJsonObject(mock) && isJsonObject(shown) && Object.keys(mock).every((name) => Object.hasOwn(shown, name))) {
    for (const [name, other] of Object.entries(shown)) collect(mock[name], other, pointer + pointerOf([name]), note);
    return;
  }
  note(pointer, mock, shown);
}

type Pair = Pick<Sample, 'mock' | 'shown'>;

/** So many other scripts agree where one is left out: what it has done may have changed something else there. */
const fewestScripts = 8;

function ruleWithoutOne(samples: readonly Sample[]): ShownValue | undefined {
  const scripts = [...new Set(samples.map(({ script }) => script))];
  if (scripts.length <= fewestScripts) return undefined;
  for (const left of scripts) {
    const rule = ruleFor(samples.filter(({ script }) => script !== left));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** A rule that shows every value as it came; undefined if none does. */
function ruleFor(pairs: readonly Pair[]): ShownValue | undefined {
  return verified(pairs, generalRules(pairs)) ?? ruleWithCases(pairs) ?? tableOf(pairs);
}

function verified(pairs: readonly Pair[], rules: Iterable<ShownValue>): ShownValue | undefined {
  for (const rule of rules) {
    if (pairs.every((pair) => holdsFor(rule, pair))) return rule;
  }
  return undefined;
}

function holdsFor(rule: ShownValue, { mock, shown }: Pair): boolean {
  return isSameJson(normalisedValue(shownBy(mock, rule)), shown);
}

/** Rules that the first pair allows, those that depend on the value first. */
function* generalRules(pairs: readonly Pair[]): Generator<ShownValue> {
  const [{ mock, shown } = { mock: null, shown: null }] = pairs;
  if (typeof shown === 'number' && typeof mock === 'string') yield { number: true };
  if (typeof shown === 'string' && (typeof mock === 'string' || typeof mock === 'number')) {
    yield* textRules(String(mock), shown, pairs);
  }
  if (isJsonObject(mock)) {
    for (const from of Object.keys(mock)) yield { from };
  }
  if (isJsonObject(shown)) {
    const fields = fieldRules(pairs, shown);
    if (fields !== undefined) yield { fields };
  }
  if (!isOneList(pairs)) yield { constant: shown };
}

/** What one list is shown as says nothing of others. */
function isOneList(pairs: readonly Pair[]): boolean {
  return pairs.every(({ mock }) => isJsonList(mock) && mock.length > 0) && !areSeveral(pairs);
}

/** Whether it was seen of more than one value. */
function areSeveral(pairs: readonly Pair[]): boolean {
  return new Set(pairs.map(({ mock }) => JSON.stringify(mock))).size > 1;
}

/** No part of another text by chance: `<agent 1>` is as long. */
const longEnough = 6;

/** Texts around the value, whole or cut in two; of a short one only if others show it too. The digits of moments are 9. */
function* textRules(value: string, shown: string, pairs: readonly Pair[]): Generator<ShownValue> {
  const moment = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/.exec(shown);
  if (moment !== null) {
    const [, separator, fraction = '', zone = 'Z'] = moment;
    yield { time: { digits: fraction.length, zone, separator: separator as 'T' } };
  }
  const isTold = value.length >= longEnough || areSeveral(pairs);
  if (value === '' || !isTold || /[{}]/.test(shown)) return;
  for (let cut = value.length; cut > 0; cut -= 1) {
    const [head, tail] = [value.slice(0, cut), value.slice(cut)];
    const start = shown.indexOf(head);
    const end = shown.indexOf(tail, start + head.length);
    if (start < 0 || end < 0) continue;
    const [before, between] = [shown.slice(0, start), shown.slice(start + head.length, end)];
    if (tail === '') yield { text: `${before}{value}${shown.slice(start + head.length)}` };
    else yield { text: `${before}{head}${between}{tail}${shown.slice(end + tail.length)}`, cut };
  }
}

/** Each field of an object by the value, or by one of its fields; undefined if one shows nothing of it. */
function fieldRules(pairs: readonly Pair[], first: Json): Readonly<Record<string, ShownValue>> | undefined {
  const entries = Object.keys(first as object).map((name) => {
    const own = pairs.map(({ mock, shown }): Pair => {
      return { mock, shown: isJsonObject(shown) ? (shown[name] ?? null) : null };
    });
    return [name, verified(own, generalRules(own))] as const;
  });
  if (entries.some(([, rule]) => rule === undefined)) return undefined;
  return Object.fromEntries(entries) as Readonly<Record<string, ShownValue>>;
}

/** What empty values, and signs alone, are shown as, each seen several times, and a rule for all others. */
function ruleWithCases(pairs: readonly Pair[]): ShownValue | undefined {
  const special = pairs.filter(
    ({ mock }) => mock === null || (typeof mock === 'string' && !/[\p{L}\p{N}]/u.test(mock)),
  );
  const others = pairs.filter((pair) => !special.includes(pair));
  const cases = shownCases(special);
  if (cases === undefined || cases.length === 0) return undefined;
  if (others.every(({ mock, shown }) => isSameJson(mock, shown))) return { cases };
  const rule = verified(others, others.length < fewest ? [] : generalRules(others));
  return rule && { cases, ...rule };
}

/** What each of a few values is shown as. */
function tableOf(pairs: readonly Pair[]): ShownValue | undefined {
  const isPlain = pairs.every(({ mock }) => !isJsonObject(mock) && !isJsonList(mock) && !/\d{4}|</.test(String(mock)));
  const cases = isPlain ? shownCases(pairs) : undefined;
  return cases && { cases };
}

/** Undefined if one value is shown in two ways, or was seen too seldom. */
function shownCases(pairs: readonly Pair[]): ShownValue['cases'] {
  const groups = [...grouped(pairs, ({ mock }) => JSON.stringify(mock)).values()];
  const isTold = groups.every(
    ([first, ...more]) => more.length + 1 >= fewest && more.every(({ shown }) => isSameJson(shown, first?.shown)),
  );
  return isTold
    ? groups.flatMap(([first]) => (first === undefined ? [] : [{ is: first.mock, shown: first.shown }]))
    : undefined;
}

import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ShownValue } from '../../document/shown-values.ts';
import {
  fieldOf,
  holdersAt,
  isJsonList,
  isJsonObject,
  isSameJson,
  pointerOf,
  stepsOf,
  type Json,
  type JsonObject,
  grouped,
} from '../../json/json-value.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import { countingAction } from '../as-mock/mock-worlds.ts';
import { normalised } from '../as-mock/normalise.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { countedFields, mayNameRequest, withoutCounts } from './counters.ts';
import { type ExampleLesson, operationTarget } from './refusals-seen.ts';
import { fewOdd, isOfOne } from './placeholders.ts';
import { fewest } from './shown-cases.ts';
import { holdsFor } from './saved-rules.ts';
import { ruleShowing, ruleShowingAll, ruleShowingMost } from './shown-rules.ts';
import { type ShownPair, withMoments } from './shown-texts.ts';
import { sourcesNear, sourcesOfItem, type Sources } from './sources.ts';
import { ruleRecorded, withPlace } from './recorded-rules.ts';

/** Both sides' answer of success to the same request: bodies with the rules of comparison applied. */
export interface SeenSuccess {
  /** Of the script that asked. */
  readonly script: string;
  readonly answer: CheckedAnswer;
  readonly shown: Json;
  readonly mock: Json;
  /** By which the mock carried it out. */
  readonly rule?: string | undefined;
  /** The operation that made the agent that it shows, where nothing was sent of it but its name and description. */
  readonly madeBy?: string | undefined;
  /** What the answer may repeat. */
  readonly sources: Sources;
  /** Whether it shows other records than the mock's: of these is learned what they have beyond the mock. */
  readonly isOtherData?: boolean;
  /** Whether it was recorded: what a recording shows once is all that there will be. */
  readonly isRecorded?: boolean;
  /** Whether its script tries odd values, of which the deployment may keep something else. */
  readonly isTrying?: boolean;
}

interface Sample extends ShownPair {
  readonly answer: CheckedAnswer;
  readonly isOtherData?: boolean | undefined;
  readonly isRecorded?: boolean;
  /** Whether it is no item of a list of several, which may be in another order. */
  readonly isAlone: boolean;
  /** What an item of a list may be shown by beside the sources of the answer. */
  readonly item?: Sources;
}

/**
 * How a deployment shows values that the mock shows otherwise: by a rule that fits all that was seen, each several times.
 * What no rule shows is named.
 */
export function shapeLessons(seen: readonly SeenSuccess[], document: ContractDocument): readonly ExampleLesson[] {
  return [...grouped(seen, ({ answer }) => answer.request.operation ?? '')].flatMap(([operation, each]) => {
    if (operation === '') return [];
    const bodies = each.map(({ answer: { request }, shown }) => ({ request, body: shown }));
    const counted = countedFields(bodies, mayNameRequest);
    const all = each.map((success) => ({ ...success, shown: withoutCounts(success.shown, counted) }));
    const responses = `${operationTarget(document, operation as OperationId)}.responses`;
    // What is shown as a whole is not looked at field by field.
    const whole: string[] = [];
    return [...samplesOf(all)].flatMap(([pointer, samples]) => {
      if (whole.some((each) => pointer.startsWith(`${each}/`))) return [];
      const what = `${operation} ${pointer}`;
      const isBeyond = !pointer.includes('/*') && isOfBeyond(samples);
      const told = isBeyond ? lessonOf(what, pointer, samples, responses, () => undefined) : [];
      if (told.length > 0) whole.push(pointer);
      return told.length > 0 ? told : lessonOf(what, pointer, isBeyond ? samples.map(asHolder) : samples, responses);
    });
  });
}

/** Whether the mock has nothing where objects are shown. */
function isOfBeyond(samples: readonly Sample[]): boolean {
  return samples.every(({ mock }) => mock === undefined) && samples.some(({ shown }) => isJsonObject(shown));
}

/** An object that the mock lacks, its fields apart. */
function asHolder(sample: Sample): Sample {
  return isJsonObject(sample.shown) ? { ...sample, shown: {} } : sample;
}

/** What both sides have in each place where one of them has something. */
function samplesOf(seen: readonly SeenSuccess[]): ReadonlyMap<string, readonly Sample[]> {
  const samples = new Map<string, Sample[]>();
  for (const { mock, shown, isOtherData, ...about } of seen) {
    collect(mock, shown, '', (at, one, other, item) => {
      if (item?.isOther === true && isOtherData !== true) return;
      // What belongs to an agent of others and is as much on both sides is named by the settings.
      const isOpen = at.includes('/*') !== (about.answer.request.operation === 'getAgent');
      if (isOtherData === true && isOpen && one !== undefined) return;
      const sample = { ...about, isOtherData, mock: one, shown: other, isAlone: true, ...item };
      const known = samples.get(at);
      if (known === undefined) samples.set(at, [sample]);
      else known.push(sample);
    });
  }
  // Where some answers have something beyond the mock, others may have nothing.
  for (const [pointer, known] of samples) {
    if (known.some(({ mock }) => mock !== undefined)) continue;
    const having = new Set(known.map(({ answer }) => answer));
    const holder = stepsOf(pointer).slice(0, -1);
    const lacking = seen.filter(({ answer, shown }) => !having.has(answer) && holdersAt([shown], holder).length > 0);
    known.push(...lacking.map((each) => ({ ...each, mock: undefined, shown: undefined, isAlone: true })));
  }
  return samples;
}

/** Gives the rule of samples, undefined for none. */
type Ruling = (samples: readonly Sample[]) => ShownValue | undefined;

/** Where no rule fits all. */
const ruleOfMost: Ruling = (samples) => {
  const calm = ruleOfCalm(samples);
  const rule =
    (areRecorded(samples) ? ruleRecorded(samples) : undefined) ?? (calm?.isOfNearlyAll ? calm.rule : undefined);
  if (rule !== undefined) return rule;
  const found = [ruleShowingMost(samples), calm?.rule].filter((each) => each !== undefined);
  const countOf = (each: ShownValue): number => samples.filter((sample) => holdsFor(each, sample)).length;
  const [most] = found.toSorted((one, other) => countOf(other) - countOf(one));
  const isOfMost = most !== undefined && countOf(most) > samples.length / 2;
  return isOfMost ? most : (ruleOfExamples(samples) ?? most);
};

/** Of what the mock has nothing of, some that were seen: each record has its own, and nothing tells which. */
function ruleOfExamples(samples: readonly Sample[]): ShownValue | undefined {
  const seen = [...new Set(samples.map(({ shown }) => shown))];
  const isPlain = (shown: Json | undefined): shown is string | number =>
    (typeof shown === 'string' || typeof shown === 'number') && typeof shown === typeof seen[0] && !isOfOne(shown);
  const isBeyond = samples.every(({ mock }) => mock === undefined);
  const isOften = seen.length > mostExamples || seen.length > samples.length / 4;
  return isBeyond && isOften && seen.length >= fewestExamples && seen.every(isPlain)
    ? { examples: seen.slice(0, mostExamples) }
    : undefined;
}

const fewestExamples = 4;
const mostExamples = 12;

/** What shows all values that are not odd, and whether it shows nearly all of these too. */
function ruleOfCalm(
  samples: readonly Sample[],
): { readonly rule: ShownValue; readonly isOfNearlyAll: boolean } | undefined {
  const calm = samples.filter(({ isTrying }) => isTrying !== true);
  const rule = calm.length < samples.length / 2 ? undefined : ruleShowing(calm);
  if (rule === undefined) return undefined;
  const strangers = samples.filter((sample) => !holdsFor(rule, sample));
  const isOfFew = new Set(strangers.map(({ script }) => script)).size < fewest;
  return { rule, isOfNearlyAll: isOfFew || strangers.length < samples.length / fewOdd };
}

function areRecorded(samples: readonly Sample[]): boolean {
  return samples.every(({ isRecorded }) => isRecorded === true);
}

/** @param otherwise where no rule fits all */
function lessonOf(
  what: string,
  pointer: string,
  seen: readonly Sample[],
  responses: string,
  otherwise: Ruling = ruleOfMost,
): readonly ExampleLesson[] {
  const telling = samplesTelling(seen);
  // Lists of the same length are told by their items; a rule for a whole list must hold for them too.
  const differing = telling.find(isDiffering);
  if (differing === undefined || (pointer === '' && !telling.every(({ shown }) => isJsonList(shown)))) return [];
  const samples = telling.map((each) => ({
    ...each,
    sources: sourcesNear(pointer, each.sources, withPlace(each.item, each.sources)),
    counts: each.sources.get('saved.counted') as JsonObject | undefined,
  }));
  const rules = new Map(rulesFor(samples, otherwise));
  const { answer } = differing;
  if (rules.size === 0) {
    const unlike = { what, said: `shown otherwise: ${valueSaid(differing)}`, actions: undefined, answer };
    return otherwise === ruleOfMost ? [unlike] : [];
  }
  const said = JSON.stringify([...new Set(rules.values())]).slice(1, -1);
  const actions: OverlayAction[] = [...rules].map(([status, rule]) => {
    const moving = withMoments(rule, pointer, samples[0]?.sources ?? new Map());
    const update = { 'x-shown': { [pointer]: asSeen(moving, pointer, answer) } };
    return { target: `${responses}['${status}']`, update };
  });
  if (said.includes('"counted"')) actions.push(countingAction);
  const isShown = (sample: Sample): boolean => {
    const rule = rules.get(String(sample.answer.status));
    return rule === undefined ? !isDiffering(sample) : holdsFor(rule, sample);
  };
  const stranger = samples.find((sample) => !isShown(sample));
  const left = stranger && { what: `${what} elsewhere`, said: valueSaid(stranger), answer: stranger.answer };
  return [...(left === undefined ? [] : [{ ...left, actions: undefined }]), { what, said, actions, answer }];
}

/** The samples that tell of a place: a rule is told by several. What others' records have is their own, where enough are not. */
function samplesTelling(seen: readonly Sample[]): readonly Sample[] {
  const own = seen.filter(({ isOtherData }) => isOtherData !== true);
  const telling = own.length < fewest ? seen : own;
  const [only, ...others] = telling;
  if (only === undefined || others.length > 0 || only.isRecorded !== true) return telling;
  return [only, only];
}

/** One rule for all statuses, or one for each, the simplest of them. */
function rulesFor(samples: readonly Sample[], otherwise: Ruling): readonly (readonly [string, ShownValue])[] {
  const byStatus = [...grouped(samples, (sample) => String(sample.answer.status))];
  const forAll = (rule: ShownValue | undefined) => rule && byStatus.map(([status]) => [status, rule] as const);
  const differing = byStatus.filter(([, each]) => each.some(isDiffering));
  const forEach = (ruling: Ruling) => {
    const each = differing.map(([status, own]) => [status, ruling(own)] as const);
    return each.every(([, rule]) => rule !== undefined) ? (each as [string, ShownValue][]) : undefined;
  };
  const alone = samples.filter(({ isAlone }) => isAlone);
  // What the mock lacks is in no other order.
  const isOrdered = areRecorded(samples) || samples.every(({ mock }) => mock === undefined);
  return (
    (byStatus.length > 1 ? forEach(ruleShowingAll) : undefined) ??
    forAll(ruleShowing(samples) ?? (isOrdered ? undefined : ruleShowing(alone))) ??
    forEach(ruleShowing) ??
    forAll(otherwise(samples)) ??
    []
  );
}

function isDiffering({ mock, shown }: Sample): boolean {
  return !isSameJson(mock, shown) && !isSameLength(mock, shown);
}

/** Ids and other values that stand for any other are some that were seen. */
function asSeen(rule: ShownValue, pointer: string, { body }: CheckedAnswer): Json {
  const steps = stepsOf(pointer);
  const holders = holdersAt([body], steps);
  const seen =
    holders.length > 0 ? holders : holdersAt([body], steps.slice(0, -1)).map((each) => each[steps.at(-1) ?? '']);
  const values = seen.flatMap((value) => [value, ...(isJsonObject(value) ? Object.values(value) : [])]);
  const id = holders.find((holder) => /number|string/.test(typeof holder['id']))?.['id'];
  // Each agent has its own; nothing tells which. Of an item of a list the agent cannot be named.
  const own = /^\/data(?:\/\w+)*\/id$/.test(pointer) ? `{${[...steps.slice(0, -1), 'agent_id'].join('.')}}` : null;
  const text = values
    .reduce<string>((rest, value) => {
      const standIn = JSON.stringify(normalised(value) ?? null);
      return /<|9999-99/.test(standIn) ? rest.replaceAll(standIn, () => JSON.stringify(value)) : rest;
    }, JSON.stringify(rule))
    .replaceAll(/"<id(?: in a text)?>"/g, JSON.stringify(id ?? own));
  return JSON.parse(text.replaceAll('<id>', '1001')) as JsonObject;
}

function valueSaid({ shown }: Sample): string {
  return shown === undefined ? 'nothing' : JSON.stringify(shown).slice(0, 200);
}

function isSameLength(mock: Json | undefined, shown: Json | undefined): boolean {
  return isJsonList(mock) && isJsonList(shown) && mock.length === shown.length;
}

type Collecting = (
  pointer: string,
  mock: Json | undefined,
  shown: Json | undefined,
  item?: Pick<Sample, 'isAlone' | 'item'> & { readonly isOther: boolean },
) => void;

/**
 * Every place where a side has a value, `*` for the items of a list. Of an item of a list that lacks a field of the mock's
 * the whole is one value.
 */
function collect(mock: Json | undefined, shown: Json | undefined, pointer: string, note: Collecting): void {
  const isItem = pointer.includes('/*');
  const own = mock === undefined && !isItem ? {} : mock;
  const isObject = isJsonObject(own) && isJsonObject(shown);
  const isParted = isObject && !(isItem && Object.keys(own).some((name) => !(name in shown)));
  // Of a list, and of what the mock lacks, the whole stands before its parts.
  if (!isParted || mock === undefined) note(pointer, mock, shown);
  if (isJsonList(mock) && isJsonList(shown)) collectItems(mock, shown, pointer, note);
  if (!isParted) return;
  for (const name of new Set([...Object.keys(own), ...Object.keys(shown)])) {
    collect(own[name], shown[name], pointer + pointerOf([name]), note);
  }
}

function collectItems(mock: readonly Json[], shown: readonly Json[], pointer: string, note: Collecting): void {
  // Other records may be more or fewer.
  const places = mock.length === shown.length ? placesIn(shown, mock) : mock.map(() => -1);
  for (const [index, item] of mock.slice(0, shown.length).entries()) {
    const isOther = places[index] === -1;
    const own = { item: sourcesOfItem(item, index), isOther };
    const place = isOther ? index : (places[index] ?? index);
    collect(item, shown[place] ?? null, `${pointer}/*`, (at, one, other, inner) => {
      const isStrange = isOther || inner?.isOther === true;
      note(at, one, other, {
        ...own,
        ...inner,
        isOther: isStrange,
        isAlone: inner?.isAlone !== false && mock.length === 1,
      });
    });
  }
}

/**
 * Where each of the texts of a list stands in another one, which may be in another order, or each of the records, -1 for one
 * that does not; nothing if that cannot be told.
 */
function placesIn(list: readonly Json[], items: readonly Json[]): readonly number[] {
  const [own = [], others = []] = [items, list].map((each) => each.map((item) => fieldOf(item, 'id') ?? null));
  // What stands for ids that nobody can tell apart is the same for all.
  const areNamed = [own, others].every((ids) => !ids.includes(null) && new Set(ids).size === ids.length);
  if (areNamed) return own.map((id) => others.indexOf(id));
  const shown = list.map((item) => JSON.stringify(item));
  const places = items.map((text) =>
    typeof text === 'string' ? shown.findIndex((each) => each.includes(JSON.stringify(text))) : -1,
  );
  return !places.includes(-1) && new Set(places).size === items.length ? places : [];
}

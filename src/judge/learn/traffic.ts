import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { askedFor, type ShownValue } from '../../document/shown-values.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { checkBody, checkQuery } from '../../document/validate/check-request.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import { SeenAnswer } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { asDocumented } from './answers-seen.ts';
import type { Findings } from './findings.ts';
import { repeatedBy } from './placeholders.ts';
import { constantOfMost, fieldRules, holdsFor, type ShownPair } from './shown-rules.ts';
import { grouped, sourcesFor, type Sources } from './sources.ts';
import { defaultLimitOf } from './values.ts';
import { isJsonObject, isSameJson, memberOf, type Json } from '../../json/json-value.ts';

/**
 * Notes what an exchange shows by itself, whatever was done before it: what its answer of success looks like, and what
 * refused it if the request has one fault that anyone can see, or the answer carries a text that the specification gives.
 */
export function observe(answer: CheckedAnswer, findings: Findings, document: ContractDocument): void {
  const { operation } = answer.request;
  if (operation === null) return;
  notePageSize(answer, findings);
  if (answer.status >= 200 && answer.status < 300) {
    const { plain } = new SeenAnswer({ answer, roots: [] }, new Map());
    const [shown, mock] = [plain.body as Json, asDocumented(plain, document)];
    const sources = sourcesFor(plain, shown, new Map());
    const about = { script: String(findings.granted.length), answer, sources };
    findings.granted.push({ ...about, shown, mock, isRecorded: true, isByItself: true });
  }
  if (answer.status >= 400 && answer.status < 500) {
    const described = document.operations.get(operation);
    const clause = statedRule(answer, operation, document) ?? (described && visibleFault(answer, described));
    if (clause !== undefined) findings.refused(clause, answer);
  }
}

/** The rule whose text the specification gives, if the answer carries it; a bad token is always refused with 401. */
function statedRule(answer: CheckedAnswer, operation: OperationId, document: ContractDocument): RefusalId | undefined {
  const refusals = [...(document.operations.get(operation)?.refusals ?? [])];
  if (answer.status === 401) return refusals.findLast(([, { status }]) => status === 401)?.[0];
  const message = memberOf(answer.body, 'message');
  const found = refusals.filter(
    ([clause, { status, body }]) =>
      document.clauses.get(clause)?.kind === 'stated' &&
      status === answer.status &&
      memberOf(body, 'message') === message,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** What is wrong with a refused request, if the document alone says so, and nothing else. */
function visibleFault({ request }: CheckedAnswer, operation: Operation): RefusalId | undefined {
  const { query, body } = request;
  const sent = body.kind === 'json' && isJsonObject(body.value) ? body.value : {};
  const given = query.map(([name, value]) => ({ name, value }));
  const ofBody = operation.body === 'json' ? checkBody(operation, sent).faults : [];
  const [fault, ...others] = [...checkQuery(operation, given).faults, ...ofBody];
  // A value that the document does not list another one may take.
  const isPlain = fault !== undefined && ['missing', 'type'].includes(fault.kind);
  return isPlain && others.length === 0 ? fault.clause : undefined;
}

/** Notes how many voices a page has by default. */
export function notePageSize(answer: CheckedAnswer, findings: Findings): void {
  const { asked, voices } = pageOf(answer);
  const id = defaultLimitOf(asked.get('provider_id'));
  if (id !== undefined && voices !== undefined && !asked.has('limit')) findings.decide(id, voices, answer);
}

/** Notes how many voices a page of a recording has at most: more were asked for, and there are more. */
export function noteLargestPage(answer: CheckedAnswer, findings: Findings): void {
  const { asked, voices } = pageOf(answer);
  if (voices === undefined || voices >= Number(asked.get('limit') ?? 0)) return;
  findings.decide('voice-list.limit.maximum', voices, answer);
  findings.decide('listVoices limit=outside' as ChoiceId, 'nearest', answer);
}

/** What a page of voices was asked with, and how many it has; undefined if it is the last, or none. */
function pageOf({ request: { operation, query }, status, body }: CheckedAnswer) {
  const isPage = operation === 'listVoices' && status >= 200 && status < 300;
  const voices = memberOf(body, 'data.voices');
  const isWhole = memberOf(body, 'data.has_more') === false;
  return { asked: new Map(query), voices: isPage && !isWhole && Array.isArray(voices) ? voices.length : undefined };
}

/**
 * The sources of a recorded answer with what was asked for: answers that show no agent, which may change, are told apart by
 * that.
 */
export function withAsked(sources: Sources, { request }: CheckedAnswer): Sources {
  const { operation, query, body } = request;
  if (operation === 'getAgent') return sources;
  const parts = body.kind === 'form' ? Object.fromEntries(body.parts.map(({ name }) => [name, name])) : {};
  return new Map([...sources, ['asked', askedFor(query, body.kind === 'json' ? body.value : parts)]]);
}

/** What an item of a recorded list may be shown by beside: its place in what was asked for. */
export function withPlace(item: Sources | undefined, sources: Sources): Sources | undefined {
  const [place, asked] = [item?.get('item.place'), sources.get('asked')];
  const isKnown = typeof place === 'number' && typeof asked === 'string';
  return item && isKnown ? new Map([...item, ['item.asked', `${place} of ${asked}`]]) : item;
}

/** More cases are no rule. */
const mostCases = 1000;

/**
 * The rule of a place in a recording that no simple one shows: what it shows once is all that there will be. Cases by the
 * value, one of its fields, the item of a list that it is in, or by what was asked for; the fewest.
 */
export function ruleRecorded(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ mock, shown } = { mock: null, shown: null }] = pairs;
  const fields = isJsonObject(shown) ? fieldRules(pairs, shown, ruleRecorded) : undefined;
  const names = isJsonObject(mock) ? Object.keys(mock) : [];
  const tables = [
    casesOf(pairs, (pair) => pair.mock, {}),
    ...names.map((from) => {
      const own = pairs.map((pair) => ({ ...pair, mock: isJsonObject(pair.mock) ? pair.mock[from] : undefined }));
      return casesOf(own, (pair) => pair.mock, { from });
    }),
    ...['item.id', 'asked', 'item.asked'].map((by) => casesOf(pairs, ({ sources }) => sources.get(by), { by })),
  ].flatMap((rule) => rule ?? []);
  const sorted = tables.toSorted((one, other) => (one.cases?.length ?? 0) - (other.cases?.length ?? 0));
  const rules = fields === undefined ? sorted : [{ fields }, ...sorted];
  return rules.find((rule) => pairs.every((pair) => holdsFor(rule, pair)));
}

/** What is shown in each case, and what in most cases else; undefined if cases are not told apart so. */
function casesOf(
  pairs: readonly ShownPair[],
  keyOf: (pair: ShownPair) => Json | undefined,
  rule: ShownValue,
): ShownValue | undefined {
  const groups = [...grouped(pairs, (pair) => JSON.stringify(keyOf(pair) ?? null)).values()];
  const told = groups.flatMap((group) => {
    const [pair] = group as readonly [ShownPair];
    const isOne = group.every(({ shown }) => isSameJson(shown, pair.shown));
    const [is, shown] = [keyOf(pair), isOne ? pair.shown : repeatedBy(group)];
    const isOpen = is === undefined || typeof is === 'object' || (!isOne && shown === undefined);
    // What stands for any moment, id or token is in no answer.
    return isOpen || /<[a-z\d ]+>|9999-99/.test(JSON.stringify([is, shown])) ? [] : [{ ...pair, is, shown }];
  });
  if (told.length < groups.length || groups.length > mostCases) return undefined;
  const usual = constantOfMost(told);
  const cases = told
    .filter((each) => !(usual === undefined ? isSameJson(each.shown, each.mock) : holdsFor(usual, each)))
    .map(({ is, shown, mock }) => ({ is, ...(shown !== undefined && !isSameJson(shown, mock) && { shown }) }));
  return { ...rule, ...usual, cases };
}

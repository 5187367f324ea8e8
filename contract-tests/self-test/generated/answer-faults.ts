import { isDeepStrictEqual } from 'node:util';
import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import type { Operation } from '../../../src/document/operation.ts';
import { objectIn, valueAt } from '../../../src/json/json-value.ts';
import { answering, editAt, showingField, type Answer } from '../breaks.ts';
import { json, type Body, type Call, broken, brokenBy, type Break, type Fault } from '../fault.ts';

type Schema = Readonly<Record<string, unknown>>;
type Change = (value: Body) => unknown;

/** A field of an answer of success. */
interface Field {
  readonly operation: Operation;
  /** The steps to it; `[]` stands for every item of a list. */
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** The stated rule about the field itself, or what it stands in. */
  readonly clause: ClauseId;
}

/** Every field of an operation's answer of success that the document states: left out, of another type, with another's value. */
export function answerFaults(operation: Operation): readonly Fault[] {
  const { id, responses, successStatus } = operation;
  const schema = responses.get(successStatus)?.content.get('application/json')?.stated.schema;
  const found = schema === undefined ? [] : statedFields(operation, schema);
  const whole = Object.entries(found.length > 0 ? wholly : placed).map(([how, [clause, answer]]) =>
    broken(
      `${id} ${how}`,
      clause === 'versioning.prefix' && alone.has(id) ? 'addresses.prefixes' : clause,
      answering((call) => call.is(id) && call.status === successStatus, answer),
    ),
  );
  return [...whole, ...found.flatMap(faultsOfField)];
}

/** Operations of addresses of their own. */
const alone: ReadonlySet<OperationId> = new Set(['createAgentOrUpdate', 'updateAgent']);

/** Answers of success that are wrong as a whole. */
const placed: Readonly<Record<string, readonly [ClauseId, Answer]>> = {
  'lies elsewhere': ['versioning.prefix', () => json(404, { error: true, message: 'no such address' })],
};
const wholly: typeof placed = {
  ...placed,
  'answers as text/html': ['payload.json', ({ answer }) => ({ ...answer, headers: { 'content-type': 'text/html' } })],
  'answers with XML': ['payload.json', ({ answer }) => ({ ...answer, text: '<answer/>' })],
  'answers without a body': ['payload.json', ({ answer }) => ({ ...answer, text: '' })],
  'answers with a list': ['payload.json', ({ status, body }) => json(status, [body])],
  'answers with 202': ['payload.json', 202],
};

function statedFields(
  operation: Operation,
  schema: Schema,
  path: readonly string[] = [],
  outer?: ClauseId,
): readonly Field[] {
  const own = ruleOf(operation, schema) ?? outer;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(objectIn(schema['properties'])).flatMap(([name, value]) => {
    const inner = objectIn(value);
    const clause = ruleOf(operation, inner) ?? own;
    const place = [...path, name];
    const field = { operation, path: place, schema: inner, isRequired: required.includes(name) };
    return [...(clause === undefined ? [] : [{ ...field, clause }]), ...statedFields(operation, inner, place, clause)];
  });
  const items = objectIn(schema['items']);
  const inItems = Object.keys(items).length === 0 ? [] : statedFields(operation, items, [...path, '[]'], own);
  // Of an answer in two formats a field of both is one.
  const formats = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => [schema[word] ?? []].flat()).map(objectIn);
  const inFormats = formats.flatMap((each) => statedFields(operation, each, path, own));
  const known = new Map(
    [...properties, ...inItems, ...inFormats].toReversed().map((field) => [field.path.join('.'), field]),
  );
  return [...known.values()];
}

/** The first stated rule that a schema names. */
function ruleOf({ id, catalogue }: Operation, schema: Schema): ClauseId | undefined {
  const named = Array.isArray(schema['x-clauses']) ? schema['x-clauses'] : [];
  return named
    .map((name) => catalogue.get(name as ClauseId))
    .find((clause) => clause?.kind === 'stated' && (clause.operations === 'all' || clause.operations.includes(id)))?.id;
}

/** Fields of which no sentence says more than their type, so that another one's value cannot be told from their own. */
const untold =
  /_description(\.|$)|\.(workspace_id|calling_type|company_id|last_modified|voice_analysis|webhook_url|provider_name)$|configuration\.(?!(id|agent_id)$)|knowledge_base|\.tools(\.(?!denials)|$)|dispositions_config|creator|guardrails|metadata_output|metadata_input\.|voices\.\[\]\.(?!id)|^metadata|^(success|message|code|email|workspace_name)$/;

function faultsOfField(field: Field): readonly Fault[] {
  const { operation, schema, isRequired, clause } = field;
  const path = field.path.join('.');
  const shownAs = (change: Change): Break => showingField(operation.id, path, change);
  const [wrong, outside] = [wrongTypeOf(schema), outsideOf(schema)];
  const isTold = !untold.test(path);
  const changes = Object.entries(isTold ? otherwise(field) : {});
  const hows = {
    'is left out': isRequired && shownAs(() => undefined),
    [`is ${JSON.stringify(wrong)}`]: wrong !== undefined && shownAs(() => wrong),
    [`is ${JSON.stringify(outside)}`]: outside !== undefined && shownAs(() => outside),
    'is that of another one': isTold && outside === undefined && showingAnothers(field),
    ...Object.fromEntries(changes.map(([how, change]) => [how, shownAs(change)])),
  };
  return brokenBy(hows, (how) => [`${operation.id}: ${path} ${how}`, clause]);
}

/** Values of the right type and form in place of the right one. */
function otherwise({ operation, path, schema: { type, enum: listed } }: Field): Readonly<Record<string, Change>> {
  const types = [type ?? []].flat();
  if (Array.isArray(listed)) {
    return { 'is another of its values': (value) => listed[(listed.indexOf(value) + 1) % listed.length] };
  }
  if (types.includes('boolean')) return { 'is the other one': (value) => !value };
  // In which order an agent shows what it has is not said.
  const isOfList = operation.id !== 'getAgent';
  // Which id an item of a list has, and which second it is, no sentence says.
  if (/configuration\.id$|\[\]\.id$|timestamp$/.test(path.join('.'))) return {};
  if (types.includes('integer'))
    return { 'is one more': (value) => Number(value) + 1, 'is one less': (value) => value - 1 };
  if (!types.includes('array')) return {};
  return {
    'lacks its last item': (items) => items.slice(0, -1),
    ...(isOfList && { 'repeats its first item': (items) => [...items.slice(0, 1), ...items] }),
    ...(isOfList && { 'is the other way round': (items) => items.toReversed() }),
  };
}

/** A value of a type that the schema does not take; undefined if it takes any. */
function wrongTypeOf(schema: Schema): unknown {
  const types = [schema['type'] ?? []].flat();
  if (types.length === 0) return undefined;
  const values: Readonly<Record<string, unknown>> = { string: 'x', number: 7.5, object: {}, array: [], boolean: true };
  const isTaken = (type: string): boolean => types.includes(type) || (type === 'number' && types.includes('integer'));
  // A number for a text and a text for anything else are what implementations get wrong.
  const order = types.includes('string') ? ['number', 'boolean', 'object'] : ['string', 'boolean', 'object'];
  const other = order.find((type) => !isTaken(type));
  return other === undefined ? undefined : values[other];
}

/** A value of the right type that the schema does not take; undefined if it says no more than the type. */
function outsideOf(schema: Schema): unknown {
  const { const: only, enum: listed, pattern, format, minimum, type } = schema;
  if (typeof only === 'boolean') return !only;
  if (typeof only === 'number') return only + 1;
  if (typeof minimum === 'number' && minimum !== 0) return minimum / 1000;
  if (Array.isArray(listed)) return typeof listed[0] === 'number' ? 9 : 'other';
  if (format === 'date-time' && type === 'string') return '2026-03-02 09:15:00';
  const isTold = typeof pattern === 'string' && !new RegExp(pattern, 'u').test('other');
  return typeof only === 'string' || isTold ? 'other' : undefined;
}

/** Shows the value of the record before: of the answer before that was about another one, or of the list's item before. */
function showingAnothers({ operation, path }: Field): Break {
  const list = path.indexOf('[]');
  return {
    after: (call, body, status) => {
      if (call.operation !== operation.id || status !== operation.successStatus) return;
      if (list >= 0) {
        const items = valueAt(body, path.slice(0, list)) as Body[] | undefined;
        const before = structuredClone(items ?? []);
        items?.forEach((item, at) => {
          const other = valueAt(before[at - 1], path.slice(list + 1));
          if (at > 0) editAt(item, path.slice(list + 1), (holder, name) => (holder[name] = other));
        });
        return;
      }
      const others = call.past.filter((each) => each.operation === operation.id && isOfAnother(each, call));
      const own = valueAt(body, path);
      const values = others.map((each) => valueAt(each.body, path));
      const other = values.findLast((value) => value !== undefined && !isDeepStrictEqual(value, own));
      if (other !== undefined) editAt(body, path, (holder, name) => (holder[name] = other));
    },
  };
}

/** Whether two answers of an operation are about different records. */
function isOfAnother(one: Call, other: Call): boolean {
  if (one.status !== other.status || one.token !== other.token) return one.status === other.status;
  const isOtherAgent = one.agent !== other.agent && !Number.isNaN(other.agent);
  return isOtherAgent || ['provider_id', 'campaign_id'].some((name) => one.query(name) !== other.query(name));
}

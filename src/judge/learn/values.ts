import type { OverlayAction } from '../../document/overlay.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { keyOfField } from '../../document/validate/check-form.ts';
import { operationTarget } from './refusals-seen.ts';
import { targetByName } from './value-classes.ts';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'] as const;
const limits = { 'voice-list.limit.maximum': 'listVoices', 'audience-list.limit.maximum': 'listAudience' } as const;

/** Sizes of pages. */
export type ValueId =
  | keyof typeof limits
  | `voice-list.default-limit.${(typeof providers)[number]}`
  | `${OperationId} ${string} longest`;

export const valueIds: readonly ValueId[] = [
  ...(Object.keys(limits) as (keyof typeof limits)[]),
  ...providers.map((name) => `voice-list.default-limit.${name}` as const),
];

/** The size of a page of a provider by default. */
export function defaultLimitOf(provider: unknown): ValueId | undefined {
  const known = providers.find((each) => each === provider);
  return known && `voice-list.default-limit.${known}`;
}

/** What makes the mock have a value; undefined for what none can be. */
export function valueActions(
  id: ValueId,
  value: unknown,
  document: ContractDocument,
): readonly OverlayAction[] | undefined {
  if (id === 'voice-list.limit.maximum' || id === 'audience-list.limit.maximum') {
    return Number.isInteger(value) ? limitActions(limits[id], Number(value), document) : undefined;
  }
  if (isJsonObject(value)) return lengthActions(id, value, document);
  return Number.isInteger(value) ? [{ target: "$['x-values']", update: { [id]: value as Json } }] : undefined;
}

/** How long a text may be is the operation's: the document may have one schema for texts of several. */
function lengthActions(
  id: ValueId,
  { longest, long }: JsonObject,
  { operations }: ContractDocument,
): readonly OverlayAction[] {
  const [operation, field = ''] = id.split(' ');
  const members = operations.get(operation as OperationId)?.members.filter(({ name }) => keyOfField(name) === field);
  const most = Math.min(...(members ?? []).map(({ schema }) => maximumIn(schema, 'maxLength') ?? Infinity));
  if (longest === undefined || (longest === most && long === 'refused')) return [];
  // What is longer than by default is taken, so far.
  const outcome = long === 'refused' && Number(longest) > most ? 'taken' : long;
  const values = outcome === 'refused' ? {} : { values: { [field]: { long: outcome as Json } } };
  const reading = { longest: { [field]: longest }, ...values };
  return [{ target: targetByName(operation ?? ''), update: { 'x-reading': reading } }];
}

function limitActions(
  operation: (typeof limits)[keyof typeof limits],
  maximum: number,
  document: ContractDocument,
): readonly OverlayAction[] {
  const parameter = document.operations.get(operation)?.parameters.find(({ name }) => name === 'limit');
  const before = parameter && maximumIn(parameter.schema);
  if (before === maximum || before === undefined) return [];
  const place = `${operationTarget(document, operation)}.parameters[?@.name == 'limit']`;
  const { 'x-expected': written } = parameter?.schema ?? {};
  const expectation = typeof written === 'string' ? written : '';
  const expected = expectation.replace(String(before), String(maximum));
  return [
    { target: `${place}.schema['x-assumed'].maximum`, update: maximum },
    ...(expected === '' ? [] : [{ target: place, update: { 'x-expected': expected } }]),
  ];
}

/** The largest value that a schema takes, what is assumed included. */
function maximumIn(schema: JsonObject, keyword = 'maximum'): number | undefined {
  if (typeof schema[keyword] === 'number') return schema[keyword];
  const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly Json[]) : [];
  return parts
    .filter(isJsonObject)
    .map((part) => maximumIn(part, keyword))
    .find((each) => each !== undefined);
}

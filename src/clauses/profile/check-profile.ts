import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { createSchemaCompiler } from '../../document/validate/schema-compiler.ts';
import { nearest } from '../../text/nearest.ts';
import type { ChoiceId } from '../choices.gen.ts';
import type { Choice } from '../choices.ts';
import { profileFormat, ProfileError, type Decision, type Origin, type Profile } from './profile.ts';

export type Choices = ReadonlyMap<ChoiceId, Choice>;

/**
 * The profile that a value stands for, each choice checked against the catalogue.
 * @throws ProfileError with every fault: what is not known is named, and what was most likely meant
 */
export function checkProfile(value: unknown, choices: Choices): Profile {
  const faults: string[] = [];
  const { profile: format, name, choices: decisions, ...others } = isJsonObject(value) ? value : {};
  if (format !== profileFormat) faults.push(`profile: is not ${profileFormat}, the format that is read here.`);
  for (const other of Object.keys(others)) {
    faults.push(`${other}: is not known here: a profile has profile, name and choices.`);
  }
  if (typeof name !== 'string' || !/^[\w.-]{1,60}$/.test(name)) {
    faults.push('name: must be 1 to 60 letters, digits, dots, hyphens and underscores.');
  }
  if (!isJsonObject(decisions)) faults.push('choices: must be the choices by their ids.');
  const decided = Object.entries(isJsonObject(decisions) ? decisions : {}).flatMap(([id, entry]) => {
    const choice = choices.get(id as ChoiceId);
    if (choice === undefined) faults.push(`choices.${id}: is not a choice.${meant(id, [...choices.keys()])}`);
    const decision = choice && readDecision(choice, entry, `choices.${id}`, faults);
    return choice === undefined || decision === undefined ? [] : [[choice.id, decision] as const];
  });
  if (faults.length > 0 || typeof name !== 'string') throw new ProfileError(faults);
  return { name, choices: new Map(decided) };
}

/** The same as plain JSON, to be read again. */
export function profileJson({ name, choices }: Profile): JsonObject {
  return { profile: profileFormat, name, choices: Object.fromEntries(choices) as unknown as JsonObject };
}

function readDecision(choice: Choice, entry: Json, place: string, faults: string[]): Decision | undefined {
  if (!isJsonObject(entry)) {
    faults.push(`${place}: must be an object with ${choice.value === undefined ? 'alternative' : 'value'} and by.`);
    return undefined;
  }
  const { alternative, value, not_observed: reason, by, learned, ...others } = entry;
  for (const other of Object.keys(others)) {
    faults.push(`${place}.${other}: is not known here: take alternative or value, and by or learned.`);
  }
  if (typeof reason === 'string' && alternative === undefined && value === undefined) return { not_observed: reason };
  const origin = readOrigin(by, learned, place, faults);
  const made = choice.alternatives === undefined ? valueOf(choice, entry) : alternativeOf(choice, entry);
  if ('fault' in made) faults.push(`${place}${made.fault}`);
  return 'fault' in made || origin === undefined ? undefined : { ...made, ...origin };
}

function readOrigin(by: unknown, learned: unknown, place: string, faults: string[]): Origin | undefined {
  if (by === 'hand' && learned === undefined) return { by };
  const { on, request, answer } = isJsonObject(learned) ? learned : {};
  if (by === undefined && typeof on === 'string' && typeof request === 'string' && typeof answer === 'string') {
    return { learned: { on, request, answer } };
  }
  faults.push(`${place}: must say where it comes from: by: hand, or learned with on, request and answer.`);
  return undefined;
}

interface Fault {
  readonly fault: string;
}

function alternativeOf(
  { alternatives }: Choice,
  { alternative }: JsonObject,
): { readonly alternative: string } | Fault {
  const names = [...(alternatives?.keys() ?? [])];
  if (typeof alternative === 'string' && names.includes(alternative)) return { alternative };
  const known = names.join(', ');
  if (typeof alternative !== 'string') return { fault: `: must name an alternative: ${known}.` };
  return { fault: `.alternative: ${alternative} is not one of ${known}.${meant(alternative, names)}` };
}

function valueOf({ id, value: schema, check }: Choice, { value }: JsonObject): { readonly value: Json } | Fault {
  if (value === undefined || schema === undefined) return { fault: `: must have a value.` };
  const { description = JSON.stringify(schema) } = schema;
  const [error] = (check ?? createSchemaCompiler().check(() => schema, id)).errors(value);
  if (error === undefined) return { value };
  return {
    fault: `.value: ${shortly(value)} is not ${typeof description === 'string' ? description : shortly(schema)}.`,
  };
}

function meant(sent: string, names: readonly string[]): string {
  const near = nearest(sent, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

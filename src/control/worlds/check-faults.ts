import type { components } from '../../document/control-types.gen.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { isJsonList, isJsonObject } from '../../json/json-value.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { checkResponse, undocumentedMembers } from '../../document/validate/check-response.ts';
import { schemaFaults } from '../../document/validate/request-fault.ts';
import { YamlError, parseYaml, placesInFile } from '../../files/yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import { contentTypeOf, isJsonType, patchedJson } from '../../http/steer/steered-answer.ts';
import { didYouMean } from '../../text/nearest.ts';
import {
  type ErrorEffect,
  type FaultDefinition,
  faultPresets,
  maximumFaults,
  type RespondEffect,
} from '../../worlds/faults.ts';
import type { ControlDocument } from '../control-handler.ts';

type NewFault = components['schemas']['NewFault'];

/**
 * The faults that a request asks for, each validated against the document: what it names must be there.
 * @throws Problem 400 with the field, and what there is
 */
export function checkFaults(given: NewFault, document: ContractDocument): readonly FaultDefinition[] {
  const operations =
    given.operation === undefined ? [...document.operations.values()] : [operationOf(given.operation, document)];
  if ('preset' in given) return presetFaults(given, operations);
  const { effect } = given;
  if (effect.type === 'error') checkError(effect, operations);
  if (effect.type === 'respond') checkRespond(effect, operations);
  if ('maximum' in effect && effect.maximum < effect.minimum) {
    throw new Problem(400, 'effect.maximum is below effect.minimum.', 'effect.maximum');
  }
  return [given];
}

/** @throws Problem 400, naming the operations that there are */
export function operationOf(id: string, document: ContractDocument): Operation {
  const operation = document.operations.get(id as OperationId);
  if (operation === undefined) throw unknownName('operation', id, [...document.operations.keys()]);
  return operation;
}

function presetFaults(
  { preset, operation }: components['schemas']['PresetFault'],
  operations: readonly Operation[],
): readonly FaultDefinition[] {
  const found = Object.hasOwn(faultPresets, preset) ? faultPresets[preset] : undefined;
  if (found === undefined) throw unknownName('preset', preset, Object.keys(faultPresets));
  for (const { effect } of found.faults) if (effect.type === 'error') checkError(effect, operations);
  return found.faults.map((fault) => (operation === undefined ? fault : { ...fault, operation }));
}

function unknownName(field: 'operation' | 'preset', name: string, names: readonly string[]): Problem {
  const message = `There is no ${field} ${name}: take ${names.join(', ')}.${didYouMean(name, names)}`;
  return new Problem(400, message, field);
}

/** The status and the example must be documented by every operation that the fault is for, unless it says otherwise. */
function checkError(effect: ErrorEffect, operations: readonly Operation[]): void {
  const { status, example, undocumented } = effect;
  for (const operation of operations) {
    const response = operation.responses.get(status);
    if (response === undefined) {
      if (undocumented === true && example === undefined) continue;
      const documented = [...operation.responses.keys()].join(', ');
      throw undocumented === true
        ? new Problem(400, `${operation.id} documents no ${status}, and so no example of it.`, 'effect.example')
        : new Problem(
            400,
            `${operation.id} documents no ${status}: take one of ${documented}, or say undocumented: true.`,
            'effect.status',
          );
    }
    if (example !== undefined && !response.examples.has(example)) {
      const names = [...response.examples.keys()].join(', ');
      throw new Problem(
        400,
        `${operation.id} has no example ${example} of ${status}: take ${names}.`,
        'effect.example',
      );
    }
  }
}

/** In bytes of JSON. */
const largestBody = 2 ** 20;
/** Headers that say how an answer is sent, and that the mock itself sets. */
const ownHeaders = /^(?:connection|content-length|keep-alive|trailer|transfer-encoding|upgrade|x-mock-.*)$/i;

/** The answer must be as every operation that the fault is for documents it, unless it says otherwise. */
function checkRespond(effect: RespondEffect, operations: readonly Operation[]): void {
  checkSendable(effect);
  if (effect.undocumented === true) return;
  for (const operation of operations) {
    const departure = departureOf(effect, operation);
    if (departure === undefined) continue;
    const { field, message } = departure;
    const said = `${operation.id}, ${respondStatus(effect, operation)}: ${message} Change the answer, or say undocumented: true.`;
    throw new Problem(400, said, field);
  }
}

function checkSendable(effect: RespondEffect): void {
  const taken = Object.keys(effect.headers ?? {}).find((name) => ownHeaders.test(name));
  if (taken !== undefined) {
    throw new Problem(400, `The header ${taken} is the mock's own to set: leave it out.`, `effect.headers.${taken}`);
  }
  const given = effect.patch === undefined ? 'body' : 'patch';
  if (given === 'body') checkRespondBody(effect);
  else checkPatch(effect);
  if (Buffer.byteLength(JSON.stringify(effect[given] ?? null)) > largestBody) {
    throw new Problem(400, `The ${given} is larger than ${largestBody} bytes.`, `effect.${given}`);
  }
}

function checkRespondBody(effect: RespondEffect): void {
  const { status, body } = effect;
  const contentType = contentTypeOf(effect);
  if (status === undefined) throw new Problem(400, 'effect.status is required, or effect.patch.', 'effect.status');
  if (body !== undefined && !isJsonType(contentType) && typeof body !== 'string') {
    throw new Problem(400, `A body of the type ${contentType ?? 'given'} must be a text.`, 'effect.body');
  }
}

function checkPatch(effect: RespondEffect): void {
  if (effect.after_commit !== false && isJsonType(contentTypeOf(effect))) return;
  const wrong = effect.after_commit === false ? 'after_commit' : 'headers';
  throw new Problem(400, 'effect.patch changes the JSON answer of a request that took effect.', `effect.${wrong}`);
}

const places = { status: 'effect.status', 'content-type': 'effect.headers', schema: 'effect.body' };

/**
 * Where an answer is not as the document says, and what is wrong there; undefined if nothing is. Of a patch it is seen by
 * the document's examples of the answer.
 */
function departureOf(
  effect: RespondEffect,
  operation: Operation,
): { readonly field: string; readonly message: string } | undefined {
  const { patch } = effect;
  const status = respondStatus(effect, operation);
  const examples = patch === undefined ? [] : [...(operation.responses.get(status)?.examples.values() ?? [])];
  const bodies = patch === undefined ? [effect.body] : examples.map((example) => patchedJson(example, patch));
  const place = patch === undefined ? places.schema : 'effect.patch';
  const contentType = contentTypeOf(patch === undefined ? effect : { ...effect, body: patch });
  for (const body of bodies.length === 0 ? [patch] : bodies) {
    const [fault] = checkResponse(operation, status, contentType, body, { assumptions: true });
    if (fault !== undefined) {
      const field = fault.kind === 'schema' ? place + dottedField(fault.pointer) : places[fault.kind];
      return { field, message: fault.message };
    }
    const [stranger] = undocumentedMembers(operation, status, body);
    if (stranger !== undefined) {
      return { field: place + dottedField(stranger), message: `${stranger} is not documented.` };
    }
  }
  return undefined;
}

function respondStatus({ status }: RespondEffect, operation: Operation): number {
  return status ?? operation.successStatus;
}

function dottedField(pointer: string): string {
  return pointer.replaceAll('/', '.');
}

/** Faults to begin with: as `POST /__mock/faults` takes them, or the file of YAML or JSON that holds them. */
export type GivenFaults = string | readonly NewFault[];

/** Faults that cannot be taken. `faults` has one sentence for each mistake. */
export class FaultsError extends Error {
  override readonly name = 'FaultsError';

  readonly faults: readonly string[];

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.faults = faults;
  }
}

/** What is wrong, and where: `faults[1].effect.status`. */
interface Mistake {
  readonly path: string;
  readonly message: string;
}

/**
 * The faults that are given, each validated against `control.yaml` and the document.
 * @throws FaultsError with every mistake, in a file with line and column; UnusableFileError if the file cannot be read
 */
export function readFaults(
  given: GivenFaults,
  document: ContractDocument,
  control: ControlDocument,
): readonly FaultDefinition[] {
  const check = control.operations.get('addFaults')?.bodyCheck;
  if (check === undefined) throw new Error('control.yaml does not say what a fault is.');
  const { faults, mistakes, print } = foundFaults(given);
  const definitions = faults.flatMap((fault, index) => {
    const wrong: { name: string; message?: string | undefined }[] = isJsonObject(fault)
      ? [...schemaFaults(check, fault)]
      : [{ name: '', message: 'a fault is an object.' }];
    try {
      // Sound: it is as the schema says, which the type comes from.
      if (wrong.length === 0) return checkFaults(fault as NewFault, document);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      wrong.push({ name: error.field ?? '', message: error.message });
    }
    for (const { name, message = 'is invalid.' } of wrong) {
      mistakes.push({ path: `faults[${index}].${name}`, message: `faults[${index}]: ${message}` });
    }
    return [];
  });
  if (definitions.length > maximumFaults) {
    mistakes.push({ path: 'faults', message: `There are ${maximumFaults} faults at most.` });
  }
  if (mistakes.length > 0) throw new FaultsError(mistakes.map(print));
  return definitions;
}

interface FoundFaults {
  readonly faults: readonly unknown[];
  /** What is wrong beside them. */
  readonly mistakes: Mistake[];
  readonly print: (mistake: Mistake) => string;
}

function foundFaults(file: GivenFaults): FoundFaults {
  if (typeof file !== 'string') return { faults: file, mistakes: [], print: ({ message }) => message };
  const text = readTextFile(file);
  const placeOf = placesInFile(file, text);
  const print = ({ path, message }: Mistake) => `${placeOf(path)}: ${message}`;
  const { faults, $schema: _, ...others } = objectInFile(file, text);
  const mistakes = Object.keys(others).map((name) => {
    return {
      path: name,
      message: `${name} is not known here: a file of faults has faults, a list, and may have $schema.`,
    };
  });
  if (isJsonList(faults)) return { faults, mistakes, print };
  throw new FaultsError([...mistakes, { path: 'faults', message: 'faults must be a list of faults.' }].map(print));
}

function objectInFile(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseYaml(text);
    if (isJsonObject(value)) return value;
    throw new FaultsError([`${file}:1:1: a file of faults is an object with faults, a list.`]);
  } catch (error) {
    if (error instanceof YamlError) throw new FaultsError([`${file}, ${error.message}.`], { cause: error });
    throw error;
  }
}

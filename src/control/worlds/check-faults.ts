import type { components } from '../../document/control-types.gen.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { isJsonList, isJsonObject } from '../../json/json-value.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { checkResponse, undocumentedMembers } from '../../document/validate/check-response.ts';
import { schemaFaults } from '../../document/validate/request-fault.ts';
import { YamlError, parseYaml, placesInFile } from '../../files/yaml.ts';
import { ExplainedError } from '../../files/file-system.ts';
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
  return new Problem(400, `There is no ${field} ${name}: take ${names.join(', ')}.${didYouMean(name, names)}`, field);
}

/** The status and the example must be documented by every operation that the fault is for, unless it says otherwise. */
function checkError({ status, example, undocumented }: ErrorEffect, operations: readonly Operation[]): void {
  for (const { id, responses } of operations) {
    const examples = responses.get(status)?.examples;
    if (examples === undefined && undocumented !== true) {
      const documented = [...responses.keys()].join(', ');
      const message = `${id} documents no ${status}: take one of ${documented}, or say undocumented: true.`;
      throw new Problem(400, message, 'effect.status');
    }
    if (example === undefined || examples?.has(example) === true) continue;
    const message =
      examples === undefined
        ? `${id} documents no ${status}, and so no example of it.`
        : `${id} has no example ${example} of ${status}: take ${[...examples.keys()].join(', ')}.`;
    throw new Problem(400, message, 'effect.example');
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
    const status = effect.status ?? operation.successStatus;
    const [departure] = departuresOf(effect, operation, status);
    if (departure === undefined) continue;
    const { field, message } = departure;
    const wayOut = 'Change the answer, or say undocumented: true.';
    throw new Problem(400, `${operation.id}, ${status}: ${message} ${wayOut}`, field);
  }
}

function checkSendable(effect: RespondEffect): void {
  const { headers = {}, body, patch, after_commit: isAfter } = effect;
  const taken = Object.keys(headers).find((name) => ownHeaders.test(name));
  if (taken !== undefined) {
    throw new Problem(400, `The header ${taken} is the mock's own to set: leave it out.`, `effect.headers.${taken}`);
  }
  if (patch === undefined) checkRespondBody(effect);
  else if (isAfter === false || !isJsonType(contentTypeOf(effect))) {
    const wrong = isAfter === false ? 'after_commit' : 'headers';
    throw new Problem(400, 'effect.patch changes the JSON answer of a request that took effect.', `effect.${wrong}`);
  }
  if (Buffer.byteLength(JSON.stringify(patch ?? body ?? null)) > largestBody) {
    const given = patch === undefined ? 'body' : 'patch';
    throw new Problem(400, `The ${given} is larger than ${largestBody} bytes.`, `effect.${given}`);
  }
}

function checkRespondBody(effect: RespondEffect): void {
  const { status, body } = effect;
  const contentType = contentTypeOf(effect);
  if (status === undefined) throw new Problem(400, 'effect.status is required, or effect.patch.', 'effect.status');
  if (body === undefined || isJsonType(contentType) || typeof body === 'string') return;
  throw new Problem(400, `A body of the type ${contentType ?? 'given'} must be a text.`, 'effect.body');
}

const places = { status: 'effect.status', 'content-type': 'effect.headers', schema: 'effect.body' };

/** Where an answer is not as documented, and what is wrong there; a patch is tried on the document's examples. */
function* departuresOf(
  effect: RespondEffect,
  operation: Operation,
  status: number,
): Generator<{ readonly field: string; readonly message: string }> {
  const { patch } = effect;
  const examples = patch === undefined ? [] : [...(operation.responses.get(status)?.examples.values() ?? [])];
  const bodies = examples.length === 0 ? [patch ?? effect.body] : examples.map((each) => patchedJson(each, patch));
  const place = patch === undefined ? places.schema : 'effect.patch';
  const fieldAt = (pointer: string) => place + pointer.replaceAll('/', '.');
  const contentType = contentTypeOf(patch === undefined ? effect : { ...effect, body: patch });
  for (const body of bodies) {
    for (const fault of checkResponse(operation, status, contentType, body, { assumptions: true })) {
      const field = fault.kind === 'schema' ? fieldAt(fault.pointer) : places[fault.kind];
      yield { field, message: fault.message };
    }
    for (const stranger of undocumentedMembers(operation, status, body)) {
      yield { field: fieldAt(stranger), message: `${stranger} is not documented.` };
    }
  }
}

/** Faults to begin with: as `POST /__mock/faults` takes them, or the file of YAML or JSON that holds them. */
export type GivenFaults = string | readonly NewFault[];

/** Faults that cannot be taken: a sentence for each mistake. */
export class FaultsError extends ExplainedError {
  override readonly name = 'FaultsError';
}

/** A mistake with the place of its path, `faults[1].effect.status`. */
type Print = (path: string, message: string) => string;

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
  const [value, print] = typeof given === 'string' ? parsedFile(given) : [{ faults: given }, printMessage];
  if (!isJsonObject(value)) throw new FaultsError([print('', 'a file of faults is an object with faults, a list.')]);
  const { faults, $schema: _, ...others } = value;
  const mistakes = Object.keys(others).map((name) =>
    print(name, `${name} is not known here: a file of faults has faults, a list, and may have $schema.`),
  );
  if (!isJsonList(faults)) throw new FaultsError([...mistakes, print('faults', 'faults must be a list of faults.')]);
  const definitions = faults.flatMap((fault, index) => {
    const refuse = (name: string, message = 'is invalid.') =>
      mistakes.push(print(`faults[${index}].${name}`, `faults[${index}]: ${message}`));
    if (!isJsonObject(fault)) refuse('', 'a fault is an object.');
    const wrong = isJsonObject(fault) ? schemaFaults(check, fault) : [];
    for (const { name, message } of wrong) refuse(name, message);
    try {
      // Sound: it is as the schema says, which the type comes from.
      if (isJsonObject(fault) && wrong.length === 0) return checkFaults(fault as NewFault, document);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(error.field ?? '', error.message);
    }
    return [];
  });
  if (definitions.length > maximumFaults) mistakes.push(print('faults', `There are ${maximumFaults} faults at most.`));
  if (mistakes.length > 0) throw new FaultsError(mistakes);
  return definitions;
}

const printMessage: Print = (_, message) => message;

/** @throws FaultsError if it is not YAML */
function parsedFile(file: string): readonly [value: unknown, print: Print] {
  const text = readTextFile(file);
  try {
    const value = parseYaml(text);
    const placeOf = placesInFile(file, text);
    return [value, (path, message) => `${placeOf(path)}: ${message}`];
  } catch (error) {
    if (error instanceof YamlError) throw new FaultsError([`${file}, ${error.message}.`], { cause: error });
    throw error;
  }
}

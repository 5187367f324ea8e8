import type { components } from '../../document/control-types.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { checkResponse } from '../../document/validate/check-response.ts';
import { undocumentedMembers } from '../../document/validate/undocumented-members.ts';
import { contentTypeOf, isJson } from '../../http/steer/fault-answer.ts';
import type { ErrorEffect, FaultDefinition, RespondEffect } from '../../worlds/fault-definition.ts';
import { nearest } from '../../text/nearest.ts';
import { faultPresets } from '../../worlds/fault-presets.ts';
import { Problem } from '../../http/answer/problem.ts';

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
  if (operation !== undefined) return operation;
  throw new Problem(
    400,
    `There is no operation ${id}: take ${[...document.operations.keys()].join(', ')}.${meant(id, [...document.operations.keys()])}`,
    'operation',
  );
}

function meant(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function presetFaults(
  { preset, operation }: components['schemas']['PresetFault'],
  operations: readonly Operation[],
): readonly FaultDefinition[] {
  const found = Object.hasOwn(faultPresets, preset) ? faultPresets[preset] : undefined;
  if (found === undefined) {
    const names = Object.keys(faultPresets);
    throw new Problem(400, `There is no preset ${preset}: take ${names.join(', ')}.${meant(preset, names)}`, 'preset');
  }
  for (const { effect } of found.faults) if (effect.type === 'error') checkError(effect, operations);
  return found.faults.map((fault) => (operation === undefined ? fault : { ...fault, operation }));
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
    const said = `${operation.id}, ${effect.status}: ${message} Change the answer, or say undocumented: true.`;
    throw new Problem(400, said, field);
  }
}

function checkSendable(effect: RespondEffect): void {
  const { headers = {}, body } = effect;
  const contentType = contentTypeOf(effect);
  const taken = Object.keys(headers).find((name) => ownHeaders.test(name));
  if (taken !== undefined) {
    throw new Problem(400, `The header ${taken} is the mock's own to set: leave it out.`, `effect.headers.${taken}`);
  }
  if (body === undefined) return;
  if (!isJson(contentType) && typeof body !== 'string') {
    throw new Problem(400, `A body of the type ${contentType ?? 'given'} must be a text.`, 'effect.body');
  }
  if (Buffer.byteLength(JSON.stringify(body)) > largestBody) {
    throw new Problem(400, `The body is larger than ${largestBody} bytes.`, 'effect.body');
  }
}

const places = { status: 'effect.status', 'content-type': 'effect.headers', schema: 'effect.body' };

/** Where an answer is not as the document says, and what is wrong there; undefined if nothing is. */
function departureOf(
  effect: RespondEffect,
  operation: Operation,
): { readonly field: string; readonly message: string } | undefined {
  const { status, body } = effect;
  const [fault] = checkResponse(operation, status, contentTypeOf(effect), body, { assumptions: true });
  if (fault !== undefined) return { field: places[fault.kind] + fieldOf(fault.pointer), message: fault.message };
  const [stranger] = undocumentedMembers(operation, status, body);
  if (stranger === undefined) return undefined;
  return { field: places.schema + fieldOf(stranger), message: `${stranger} is not documented.` };
}

function fieldOf(pointer: string): string {
  return pointer.replaceAll('/', '.');
}

import type { components } from '../contract-document/control-types.gen.ts';
import type { ContractDocument } from '../contract-document/load.ts';
import type { OperationId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { ErrorEffect, FaultDefinition, FaultEffect } from '../worlds/fault-definition.ts';
import { faultPresets } from '../worlds/fault-presets.ts';
import { ControlError } from './control-error.ts';

type NewFault = components['schemas']['NewFault'];
type EffectParts = components['schemas']['FaultEffect'];

/**
 * The faults that a request asks for, each held to the document: what it names must be there.
 * @throws ControlError 400 with the field, and what there is
 */
export function checkFaults(given: NewFault, document: ContractDocument): readonly FaultDefinition[] {
  const operations =
    given.operation === undefined ? [...document.operations.values()] : [operationOf(given.operation, document)];
  if (given.preset !== undefined) return presetFaults(given, operations);
  if (given.effect === undefined) throw new ControlError(400, 'effect is required, or preset.', 'effect');
  const effect = effectOf(given.effect);
  if (effect.type === 'error') checkError(effect, operations);
  return [{ ...(given as FaultDefinition), effect }];
}

/** @throws ControlError 400, naming the operations that there are */
export function operationOf(id: string, document: ContractDocument): Operation {
  const operation = document.operations.get(id as OperationId);
  if (operation !== undefined) return operation;
  throw new ControlError(
    400,
    `There is no operation ${id}: take ${[...document.operations.keys()].join(', ')}.`,
    'operation',
  );
}

function presetFaults(given: NewFault, operations: readonly Operation[]): readonly FaultDefinition[] {
  const { preset = '', operation, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ControlError(400, `${other} is part of the preset: give it without one.`, other);
  const found = Object.hasOwn(faultPresets, preset) ? faultPresets[preset] : undefined;
  if (found === undefined) {
    throw new ControlError(
      400,
      `There is no preset ${preset}: take ${Object.keys(faultPresets).join(', ')}.`,
      'preset',
    );
  }
  for (const { effect } of found.faults) if (effect.type === 'error') checkError(effect, operations);
  return found.faults.map((fault) => (operation === undefined ? fault : { ...fault, operation }));
}

const parts: Readonly<Record<EffectParts['type'], readonly string[]>> = {
  error: ['status', 'example', 'after_commit', 'undocumented'],
  delay: ['distribution', 'milliseconds', 'minimum', 'maximum', 'median', 'sigma'],
  dribble: ['bytes_per_second', 'chunks', 'milliseconds'],
  cut: ['at'],
  'malformed-json': [],
};

function effectOf(given: EffectParts): FaultEffect {
  const { type, ...others } = given;
  const stranger = Object.keys(others).find((name) => !parts[type].includes(name));
  if (stranger !== undefined) {
    const known = parts[type].length === 0 ? 'nothing else is taken' : `take ${parts[type].join(', ')}`;
    throw new ControlError(400, `effect.${stranger} is no part of ${type}: ${known}.`, `effect.${stranger}`);
  }
  switch (type) {
    case 'error': {
      const { example, after_commit, undocumented } = given;
      const optional = { example, after_commit, undocumented };
      return { type, status: required(given, 'status'), ...withoutUndefined(optional) };
    }
    case 'delay':
      return delayOf(given);
    case 'dribble':
      if (given.bytes_per_second !== undefined) {
        only(given, 'bytes_per_second', ['bytes_per_second']);
        return { type, bytes_per_second: given.bytes_per_second };
      }
      return { type, chunks: required(given, 'chunks'), milliseconds: required(given, 'milliseconds') };
    case 'cut':
      return { type, at: required(given, 'at') };
    case 'malformed-json':
      return { type };
  }
}

function delayOf(given: EffectParts): FaultEffect {
  const { distribution = 'fixed' } = given;
  switch (distribution) {
    case 'fixed':
      only(given, distribution, ['distribution', 'milliseconds']);
      return { type: 'delay', distribution, milliseconds: required(given, 'milliseconds') };
    case 'uniform': {
      only(given, distribution, ['distribution', 'minimum', 'maximum']);
      const [minimum, maximum] = [required(given, 'minimum'), required(given, 'maximum')];
      if (maximum < minimum) throw new ControlError(400, 'effect.maximum is below effect.minimum.', 'effect.maximum');
      return { type: 'delay', distribution, minimum, maximum };
    }
    case 'lognormal':
      only(given, distribution, ['distribution', 'median', 'sigma']);
      return { type: 'delay', distribution, median: required(given, 'median'), sigma: required(given, 'sigma') };
  }
}

function required<Name extends keyof EffectParts>(given: EffectParts, name: Name): NonNullable<EffectParts[Name]> {
  const value = given[name];
  if (value === undefined) {
    throw new ControlError(400, `effect.${name} is required.`, `effect.${name}`);
  }
  return value;
}

function only(given: EffectParts, what: string, names: readonly string[]): void {
  const stranger = Object.keys(given).find((name) => name !== 'type' && !names.includes(name));
  if (stranger === undefined) return;
  throw new ControlError(400, `effect.${stranger} does not go with ${what}.`, `effect.${stranger}`);
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
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
        ? new ControlError(400, `${operation.id} documents no ${status}, and so no example of it.`, 'effect.example')
        : new ControlError(
            400,
            `${operation.id} documents no ${status}: take one of ${documented}, or say undocumented: true.`,
            'effect.status',
          );
    }
    if (example !== undefined && !response.examples.has(example)) {
      const names = [...response.examples.keys()].join(', ');
      throw new ControlError(
        400,
        `${operation.id} has no example ${example} of ${status}: take ${names}.`,
        'effect.example',
      );
    }
  }
}

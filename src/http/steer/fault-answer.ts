import { STATUS_CODES } from 'node:http';
import type { Operation } from '../../document/operation.ts';
import type { ErrorEffect } from '../../worlds/fault-definition.ts';
import type { FiredFault } from '../../worlds/faults.ts';
import type { Answer } from '../exchange.ts';

export type FiredError = FiredFault & { readonly effect: ErrorEffect };

/** The first of the fired faults that answers an error. */
export function errorFault(faults: readonly FiredFault[]): FiredError | undefined {
  return faults.find((fault): fault is FiredError => fault.effect.type === 'error');
}

/** The document's example that a fault asks for; for a status that it does not document, an error of the usual shape. */
export function faultAnswer(operation: Operation, { status, example }: ErrorEffect): Answer {
  const examples = operation.responses.get(status)?.examples ?? new Map<string, unknown>();
  const [first] = examples.keys();
  const known = examples.get(example ?? first ?? '');
  const body = known ?? { error: true, code: status, message: STATUS_CODES[status] ?? 'Unknown status', data: {} };
  return { status, headers: { 'x-mock-source': 'fault' }, body, clause: undefined };
}

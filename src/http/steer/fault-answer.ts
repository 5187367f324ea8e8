import { STATUS_CODES } from 'node:http';
import type { Operation } from '../../document/operation.ts';
import type { ErrorEffect, RespondEffect } from '../../worlds/fault-definition.ts';
import type { FiredFault } from '../../worlds/faults.ts';
import type { Answer } from '../exchange.ts';

export type AnsweringFault = FiredFault & { readonly effect: ErrorEffect | RespondEffect };

/** The first of the fired faults that answers by itself. */
export function answeringFault(faults: readonly FiredFault[]): AnsweringFault | undefined {
  return faults.find((fault): fault is AnsweringFault => ['error', 'respond'].includes(fault.effect.type));
}

/**
 * The answer of a fault: its own, or the document's example that it asks for; for a status that the operation does not
 * document, an error of the usual shape.
 */
export function faultAnswer(operation: Operation, effect: AnsweringFault['effect']): Answer {
  const marks = { 'x-mock-source': 'fault' };
  if (effect.type === 'respond') return { ...ownAnswer(effect, marks), clause: undefined };
  const { status, example } = effect;
  const examples = operation.responses.get(status)?.examples ?? new Map<string, unknown>();
  const [first] = examples.keys();
  const known = examples.get(example ?? first ?? '');
  const body = known ?? { error: true, code: status, message: STATUS_CODES[status] ?? 'Unknown status', data: {} };
  return { status, headers: marks, body, clause: undefined };
}

function ownAnswer(effect: RespondEffect, marks: Answer['headers']): Omit<Answer, 'clause'> {
  const { status, body } = effect;
  const given = Object.entries(effect.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    status,
    headers: { ...Object.fromEntries(given), ...marks },
    body,
    ...(typeof body === 'string' && !isJson(contentTypeOf(effect)) && { text: body }),
  };
}

/** The type that the body of one's own answer is sent as; undefined where it has none. */
export function contentTypeOf({ headers = {}, body }: RespondEffect): string | undefined {
  const [, given] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return given ?? (body === undefined ? undefined : 'application/json; charset=utf-8');
}

/** Whether a body of this type is sent as JSON. */
export function isJson(contentType = 'application/json'): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

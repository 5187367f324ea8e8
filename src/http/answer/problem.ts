import type { OperationAddress } from '../../document/operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import { editDistance } from '../../text/nearest.ts';

/** What a request cannot be answered with, where no rule of the API refuses: status, message and headers of the answer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** The part of the request that is at fault: `from.world`. */
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, field?: string, headers: Problem['headers'] = {}) {
    super(message);
    this.status = status;
    this.field = field;
    this.headers = headers;
  }
}

/** The body of every answer that is an error (`errors.shape.full`). */
export function errorBody(
  code: number,
  message: string,
  field?: string,
): { error: true; code: number; message: string; data: { field?: string } } {
  return { error: true, code, message, data: field === undefined ? {} : { field } };
}

type UnreadableKind =
  | 'aborted'
  | 'malformed'
  | 'missing-boundary'
  | 'not-json'
  | 'not-multipart'
  | 'number-out-of-range'
  | 'read-before'
  | 'too-deep'
  | 'too-large'
  | 'too-many-fields'
  | 'truncated'
  | 'unsupported-charset'
  | 'unsupported-encoding'
  | 'wrong-content-type';

type UnreadableFacts = Readonly<Record<string, string | number>>;

/**
 * A request that cannot be read as what the operation takes. `message` is a full sentence for people; which status
 * and body it becomes is the caller's to say, by `kind` and `facts`.
 */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  readonly kind: UnreadableKind;
  readonly facts: UnreadableFacts;

  constructor(kind: UnreadableKind, message: string, facts: UnreadableFacts = {}) {
    super(message);
    this.kind = kind;
    this.facts = facts;
  }
}

/** The address takes other methods. */
export class MethodNotAllowed extends Refusal {
  readonly allow: readonly string[];

  constructor(method: string, path: string, allow: readonly string[]) {
    super('addresses.method', `${path} takes ${allow.join(' or ')}, not ${method}.`);
    this.allow = allow;
  }
}

/** Refuses an address that the document does not know, naming the nearest that it does. */
export function unknownAddress(method: string, path: string, operations: readonly OperationAddress[]): Refusal {
  const nearest = nearestOperation(operations, `${method} ${path}`);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.method} ${nearest.path}?`;
  return new Refusal('addresses.unknown', `There is no ${path}.${hint}`);
}

/** The operation whose method and path are most like an address; undefined if there is none. */
export function nearestOperation<O extends OperationAddress>(operations: readonly O[], address: string): O | undefined {
  const [first, ...others] = operations;
  if (first === undefined) return undefined;
  // An address may be kilobytes long, and the distance takes time in proportion to its length.
  const sent = address.slice(0, 200);
  const distance = ({ method, path }: OperationAddress): number => editDistance(sent, `${method} ${path}`, costs);
  return others.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest), first);
}

/** Added characters cost little: a caller who sends /agents has left something out, and does not mean the shortest path. */
const costs = { added: 1, removed: 8, replaced: 8, swapped: Infinity };

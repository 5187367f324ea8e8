export type UnreadableKind =
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

export type UnreadableFacts = Readonly<Record<string, string | number>>;

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

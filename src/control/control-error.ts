/** What a control request cannot be answered with: it becomes the status and the body of the answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** The part of the request that is at fault: `from.world`. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** A known address does not take the method. */
export class MethodNotAllowed extends ControlError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[], message: string) {
    super(405, message);
    this.allow = allow;
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

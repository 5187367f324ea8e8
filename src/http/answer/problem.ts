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

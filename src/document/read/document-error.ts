/** The document or the catalogue is not what it must be: nothing may start with it. The message names the place. */
export class ContractDocumentError extends Error {
  override readonly name = 'ContractDocumentError';

  constructor(
    /** Where in which file: `openapi.yaml#/paths/~1verify/post`. */
    readonly place: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${problem}`, options);
  }
}

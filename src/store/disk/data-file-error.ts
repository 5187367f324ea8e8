/** A data file is broken or does not fit; it is left as it is. `message` says where, what, and the way out. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';

  /**
   * @param file path of the file or folder
   * @param place where in it: `:12:5`, ` at /3/agent_name`, or '' for the whole
   */
  constructor(
    readonly file: string,
    readonly place: string,
    readonly fault: string,
    wayOut: string,
  ) {
    super(`${file}${place}: ${fault}. The file was left as it is. ${wayOut}`);
  }
}

/** The command cannot run as it was called. `message` is one sentence, or some: what, with which value, and the way out. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The sentences, each to be printed in a line of its own. */
  readonly lines: readonly string[];

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    const lines = typeof sentences === 'string' ? [sentences] : sentences;
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

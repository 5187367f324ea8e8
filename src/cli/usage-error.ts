/** The command cannot run as it was called. `message` is one sentence: what, with which value, and the way out. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The target, the plan or a person stopped a run; the ledger tells where. */
export class SeedStoppedError extends Error {
  override readonly name = 'SeedStoppedError';
}

/** What a run of a plan came to. */
export type SeedOutcome = 'made' | 'there already' | 'stopped';

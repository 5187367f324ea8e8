/** What the entries of a log make, command by command. All replicas that applied the same entries are in the same state. */
export interface Machine {
  /**
   * Applies an entry; what this replica submitted comes as the same objects.
   * @throws LogFormatError for one that this version cannot read
   */
  apply(commands: readonly unknown[]): void;
  /** What writes the commands of one entry in their order, each as JSON: it may lean on those before it. */
  writer(): (command: unknown) => string;
  /** The commands of an entry, from the JSON array of what was written. */
  read(body: string): readonly unknown[];
  /** The whole state, as text. */
  snapshot(): string;
  /** Puts a state in the place of the present one; undefined: the one before the first entry. */
  load(snapshot: string | undefined): void;
  /** Another number with every entry that changes this part of the state, and after every `load`. */
  versionOf(scope: string): number;
}

/** The passing of time, handed in so that a simulation can make its own. */
export interface Timer {
  /** Runs something after a time in milliseconds, unless it is called off by what this gives. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs something when all that has arrived already was looked at. */
  soon(run: () => void): void;
}

/** What the present state was decided by: the versions of the parts of it that were looked at. */
export type Expectations = ReadonlyMap<string, number>;

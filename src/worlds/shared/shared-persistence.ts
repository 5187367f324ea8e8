import type { LoggedChange } from '../../store/state/logged-change.ts';
import type { Persistence } from '../../store/state/record-store.ts';
import type { SharedCommand } from './shared-command.ts';

type Commit = Extract<SharedCommand, { readonly do: 'commit' }>;

/** Writes the commits of a world's store to the shared log, from which they come back to be applied. */
export class SharedPersistence implements Persistence {
  readonly isFollowed = true;
  readonly #world: string;
  readonly #submit: (command: Commit) => Promise<void>;
  readonly #faults: () => readonly string[];
  #writing: Commit | undefined;

  /** @param submit resolves when the command is applied; rejects with `ConflictError` if another replica was first */
  constructor(world: string, submit: (command: Commit) => Promise<void>, faults: () => readonly string[]) {
    this.#world = world;
    this.#submit = submit;
    this.#faults = faults;
  }

  prepare(changes: readonly LoggedChange[]): Buffer {
    return Buffer.from(JSON.stringify(changes));
  }

  async write(lines: readonly Buffer[]): Promise<void> {
    // As it comes back to the others.
    const commits = lines.map((line) => JSON.parse(line.toString()) as readonly LoggedChange[]);
    const command = { do: 'commit', world: this.#world, commits } as const;
    this.#writing = command;
    try {
      await this.#submit(command);
    } finally {
      if (this.#writing === command) this.#writing = undefined;
    }
  }

  /** Whether a command that is applied is the one that is being written. */
  isOwn(command: Commit): boolean {
    return command === this.#writing;
  }

  faults(): readonly string[] {
    return this.#faults();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

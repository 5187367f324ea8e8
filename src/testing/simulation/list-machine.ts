import type { Machine } from '../../store/shared/machine.ts';

export interface ListCommand {
  readonly key: string;
  readonly item: string;
}

/** Lists that commands append to: a state in which every lost, doubled or reordered command shows. */
export class ListMachine implements Machine {
  #lists = new Map<string, readonly string[]>();
  readonly #versions = new Map<string, number>();
  #loads = 0;

  list(key: string): readonly string[] {
    return this.#lists.get(key) ?? [];
  }

  apply(commands: readonly unknown[]): void {
    // Sound because nothing else is submitted.
    for (const { key, item } of commands as readonly ListCommand[]) {
      this.#lists.set(key, [...this.list(key), item]);
      this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1);
    }
  }

  writer(): (command: unknown) => string {
    return (command) => JSON.stringify(command);
  }

  read(body: string): readonly unknown[] {
    return JSON.parse(body) as readonly unknown[];
  }

  snapshot(): string {
    return JSON.stringify([...this.#lists]);
  }

  load(snapshot: string | undefined): void {
    this.#lists = new Map(JSON.parse(snapshot ?? '[]') as [string, readonly string[]][]);
    this.#loads += 1;
  }

  versionOf(scope: string): number {
    return this.#loads * 1e6 + (this.#versions.get(scope) ?? 0);
  }
}

import type { RecordId } from '../../domain/records.ts';

const chunkSize = 256;

/**
 * Ids in ascending order, in chunks: a list with one id more or less shares all chunks but one with the list before it,
 * so that the ten-thousandth agent of a workspace costs what the tenth did.
 */
export class IdList {
  static readonly empty = new IdList([], 0);

  readonly #chunks: readonly (readonly RecordId[])[];

  private constructor(
    chunks: readonly (readonly RecordId[])[],
    readonly size: number,
  ) {
    this.#chunks = chunks;
  }

  /** @param ids distinct, in ascending order */
  static from(ids: readonly RecordId[]): IdList {
    const chunks: (readonly RecordId[])[] = [];
    for (let i = 0; i < ids.length; i += chunkSize) chunks.push(ids.slice(i, i + chunkSize));
    return new IdList(chunks, ids.length);
  }

  ids(): readonly RecordId[] {
    return this.#chunks.length === 1 ? (this.#chunks[0] ?? []) : this.#chunks.flat();
  }

  /** The list with an id that it does not have. */
  add(id: RecordId): IdList {
    const at = this.#chunkOf(id);
    const chunk = this.#chunks[at] ?? [];
    const longer = chunk.toSpliced(chunk.findLastIndex((other) => other < id) + 1, 0, id);
    // Ids grow: a full last chunk stays as it is, and a new one begins.
    const isFull = longer.length > chunkSize;
    const cut = longer.at(-1) === id ? chunkSize : chunkSize / 2;
    const parts = isFull ? [longer.slice(0, cut), longer.slice(cut)] : [longer];
    return new IdList(this.#chunks.toSpliced(at, 1, ...parts), this.size + 1);
  }

  /** The list without an id that it has. */
  delete(id: RecordId): IdList {
    const at = this.#chunkOf(id);
    const rest = (this.#chunks[at] ?? []).filter((other) => other !== id);
    return new IdList(this.#chunks.toSpliced(at, 1, ...(rest.length === 0 ? [] : [rest])), this.size - 1);
  }

  /** The only chunk that can hold an id: the last whose first id is not above it. */
  #chunkOf(id: RecordId): number {
    const above = this.#chunks.findLastIndex(([first]) => first !== undefined && first <= id);
    return Math.max(0, above);
  }
}

/** In bytes; each chunk is twice as large as the one before, for most worlds see few requests. */
const firstChunk = 2 ** 12;
const largestChunk = 2 ** 18;

/**
 * Encodes texts into memory beside the heap, where they may stay. An answer is sent from there and kept there by the
 * journal: encoded once, and never moved or looked at by a garbage collection, which would cost a request more than
 * everything else that is noted of it.
 */
export class TextKeeper {
  #chunk: Buffer | undefined;
  #used = 0;

  /** The bytes of the chunk that is being filled. */
  get open(): number {
    return this.#chunk?.length ?? 0;
  }

  /** The text in UTF-8. Its bytes are its own: nothing is written over them. */
  keep(text: string): Buffer {
    const chunk = this.#chunkWithRoomFor(text);
    if (chunk === undefined) return Buffer.from(text);
    const start = this.#used;
    this.#used += chunk.write(text, start, 'utf8');
    return chunk.subarray(start, this.#used);
  }

  /** A copy of bytes: what comes off a connection is a part of something larger. */
  keepBytes(pieces: readonly Buffer[]): Buffer {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    const chunk = this.#chunkOf(size);
    const start = chunk === undefined ? 0 : this.#used;
    const copy = (chunk ?? Buffer.allocUnsafeSlow(size)).subarray(start, start + size);
    let at = 0;
    for (const piece of pieces) at += piece.copy(copy, at);
    if (chunk !== undefined) this.#used += size;
    return copy;
  }

  /** Begins anew: what was kept goes with the last that holds it. */
  clear(): void {
    this.#chunk = undefined;
  }

  /** Undefined for a text that is too large to share a chunk with others. */
  #chunkWithRoomFor(text: string): Buffer | undefined {
    if (this.#chunk !== undefined && this.#used + 3 * text.length <= this.#chunk.length) return this.#chunk;
    return this.#chunkOf(Buffer.byteLength(text));
  }

  #chunkOf(size: number): Buffer | undefined {
    if (size > largestChunk / 4) return undefined;
    if (this.#chunk === undefined || this.#used + size > this.#chunk.length) {
      const next = Math.min(largestChunk, this.#chunk === undefined ? firstChunk : 2 * this.#chunk.length);
      // Of its own, not of the pool that all buffers share: it goes when the last text in it goes.
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(next, Math.min(largestChunk, 4 * size)));
      this.#used = 0;
    }
    return this.#chunk;
  }
}

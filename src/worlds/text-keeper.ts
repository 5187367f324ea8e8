const chunkSize = 2 ** 18;

/**
 * Encodes texts into memory beside the heap, where they may stay. An answer is sent from there and kept there by the
 * journal: encoded once, and never moved or looked at by a garbage collection, which would cost a request more than
 * everything else that is noted of it.
 */
export class TextKeeper {
  #chunk: Buffer | undefined;
  #used = 0;

  /** The text in UTF-8. Its bytes are its own: nothing is written over them. */
  keep(text: string): Buffer {
    const chunk = this.#chunkWithRoomFor(text);
    if (chunk === undefined) return Buffer.from(text);
    const start = this.#used;
    this.#used += chunk.write(text, start, 'utf8');
    return chunk.subarray(start, this.#used);
  }

  /** Undefined for a text that is too large to share a chunk with others. */
  #chunkWithRoomFor(text: string): Buffer | undefined {
    if (this.#chunk !== undefined && this.#used + 3 * text.length <= chunkSize) return this.#chunk;
    const size = Buffer.byteLength(text);
    if (size > chunkSize / 4) return undefined;
    if (this.#chunk === undefined || this.#used + size > chunkSize) {
      // Of its own, not of the pool that all buffers share: it goes when the last text in it goes.
      this.#chunk = Buffer.allocUnsafeSlow(chunkSize);
      this.#used = 0;
    }
    return this.#chunk;
  }
}

const chunkSize = 2 ** 18;

/**
 * Keeps texts as bytes beside the heap. A journal holds megabytes of answers for a while; as texts they would be moved
 * and looked at by each garbage collection, which costs a request more than everything else that is noted of it.
 */
export class TextKeeper {
  #chunk: Buffer | undefined;
  #used = 0;

  /**
   * The text's first bytes in UTF-8, whole characters only.
   * @param size of the whole text, in bytes
   * @param limit how many bytes to keep at most
   */
  keep(text: string, size: number, limit: number): Buffer {
    const wanted = Math.min(size, limit);
    if (wanted > chunkSize) return Buffer.from(text).subarray(0, wanted);
    if (this.#chunk === undefined || this.#used + wanted > chunkSize) {
      // Of its own, not of the pool that all buffers share: it goes when the last text in it goes.
      this.#chunk = Buffer.allocUnsafeSlow(chunkSize);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += this.#chunk.write(text, start, wanted, 'utf8');
    return this.#chunk.subarray(start, this.#used);
  }
}

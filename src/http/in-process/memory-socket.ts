import { Duplex } from 'node:stream';

/** In bytes: how much of an answer waits for its reader, as a system's own buffers let it. */
const waitingBytes = 2 ** 20;

/**
 * One end of a connection within the process. What is written to it is read at the other end, and a writer waits for a
 * slow reader as on the network.
 */
export class MemorySocket extends Duplex {
  #other: MemorySocket | undefined;
  /** Called once the other end may write more. */
  #takesMore: (() => void) | undefined;
  #hasEnded = false;

  /** @returns the client's end, and the server's */
  static connect(): readonly [client: MemorySocket, server: MemorySocket] {
    const client = new MemorySocket({ readableHighWaterMark: waitingBytes });
    const server = new MemorySocket();
    client.#other = server;
    server.#other = client;
    return [client, server];
  }

  /** What a socket of the network has beside a stream: ends, and goes once all is written. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    const takesMore = this.#takesMore;
    this.#takesMore = undefined;
    takesMore?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const other = this.#other;
    // As on the network: what is sent to an end that has gone is lost without a word.
    if (other === undefined || other.destroyed || other.push(chunk)) done();
    else other.#takesMore = done;
  }

  override _final(done: () => void): void {
    this.#endOther();
    done();
  }

  /** An end that goes by an error resets the connection; one that just goes ends it. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const other = this.#other;
    if (error !== null && other?.destroyed === false) {
      other.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    }
    this.#endOther();
    // Whoever still waits to write need not any more.
    this._read();
    done(error);
  }

  #endOther(): void {
    if (this.#hasEnded || this.#other?.destroyed !== false) return;
    this.#hasEnded = true;
    this.#other.push(null);
  }
}

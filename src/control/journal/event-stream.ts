import type { ServerResponse } from 'node:http';

export interface EventStreamOptions {
  /** Calls back with the id of each event from now on, and gives what ends that. */
  readonly subscribe: (listener: (id: number) => void) => () => void;
  /** An event as it is sent, the same bytes for every reader; empty if it is not for this one, undefined if it is gone. */
  readonly print: (id: number) => Buffer | undefined;
  readonly lastId: () => number;
  /** What the client has seen: what came after it is sent first. */
  readonly seen: number;
  /** Milliseconds between two comments that keep the connection alive. */
  readonly heartbeat: number;
  readonly ended: AbortSignal;
}

/** In bytes: a client for which more than this waits is cut off. It comes back with `Last-Event-ID`, or has left. */
const waitingBytes = 2 ** 20;

/**
 * Streams events to a client as server-sent events until it leaves, is cut off or the stream is ended. A client that is
 * behind is sent what there is as fast as it takes it; of what is gone by then, it is told how many.
 */
export function streamEvents(response: ServerResponse, options: EventStreamOptions): Promise<void> {
  const { subscribe, print, lastId, heartbeat, ended } = options;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  let seen = options.seen;
  let dropped = 0;
  /** What came while the client took nothing. */
  let waiting = 0;
  let hasRoom = true;
  // Nobody catches what is thrown to an event: what cannot be shown counts as gone.
  const printed = (id: number) => {
    try {
      return print(id);
    } catch {
      return undefined;
    }
  };
  const flush = () => {
    while (hasRoom && seen < lastId()) {
      seen += 1;
      const bytes = printed(seen);
      if (bytes === undefined) dropped += 1;
      else if (bytes.length > 0) hasRoom = response.write(bytes);
    }
    if (hasRoom && dropped > 0) {
      hasRoom = response.write(`event: dropped\ndata: ${JSON.stringify({ count: dropped })}\n\n`);
      dropped = 0;
    }
  };
  const stop = subscribe((id) => {
    if (hasRoom) flush();
    else waiting += printed(id)?.length ?? 0;
    if (waiting > waitingBytes) response.destroy();
  });
  const beat = setInterval(() => {
    if (hasRoom) hasRoom = response.write(': heartbeat\n\n');
  }, heartbeat).unref();
  return new Promise((resolve) => {
    const finish = () => {
      stop();
      clearInterval(beat);
      ended.removeEventListener('abort', finish);
      response.end();
      resolve();
    };
    response.on('drain', () => {
      hasRoom = true;
      waiting = 0;
      flush();
    });
    response.once('close', finish);
    response.once('error', finish);
    // A reader has nothing more to say: its end is its leaving.
    response.socket?.once('end', finish);
    ended.addEventListener('abort', finish, { once: true });
    if (ended.aborted) finish();
    else flush();
  });
}

export function printEvent(id: number, event: string, data: unknown): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

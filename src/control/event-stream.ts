import type { ServerResponse } from 'node:http';

export interface ServerEvent {
  readonly id: number;
  readonly event: string;
  /** Undefined where it is gone by the time that it is to be sent. */
  readonly data: () => unknown;
}

export interface EventStreamOptions {
  /** Calls back for each event from now on, and gives what ends that. */
  readonly subscribe: (listener: (event: ServerEvent) => void) => () => void;
  /** What came before and is to be sent first. */
  readonly missed: readonly ServerEvent[];
  /** Milliseconds between two comments that keep the connection alive. */
  readonly heartbeat: number;
  /** Ends the stream. */
  readonly ended: AbortSignal;
}

/** So many events wait for a client that reads slowly; more are dropped, and it is told how many. */
const waitingEvents = 1000;

/**
 * Streams events to a client as server-sent events until it leaves or the stream is ended. What a slow client has not
 * taken yet is kept back, within bounds: an event is printed when there is room for it, not when it happens.
 */
export function streamEvents(response: ServerResponse, options: EventStreamOptions): Promise<void> {
  const { subscribe, missed, heartbeat, ended } = options;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  let waiting: ServerEvent[] = [...missed];
  let dropped = 0;
  let hasRoom = true;
  const flush = () => {
    while (hasRoom && waiting.length > 0) {
      const [event] = waiting;
      waiting = waiting.slice(1);
      const text = event && printed(event);
      if (text === undefined) dropped += 1;
      else hasRoom = response.write(text);
    }
    if (hasRoom && dropped > 0) {
      hasRoom = response.write(`event: dropped\ndata: ${JSON.stringify({ count: dropped })}\n\n`);
      dropped = 0;
    }
  };
  const stop = subscribe((event) => {
    if (waiting.length >= waitingEvents) dropped += 1;
    else waiting.push(event);
    flush();
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
      flush();
    });
    response.once('close', finish);
    ended.addEventListener('abort', finish, { once: true });
    if (ended.aborted) finish();
    else flush();
  });
}

function printed({ id, event, data }: ServerEvent): string | undefined {
  try {
    const value = data();
    return value === undefined ? undefined : `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
  } catch {
    // An error here would fall on whoever made the event, or end the process: the client is told that one is missing.
    return undefined;
  }
}

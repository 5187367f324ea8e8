import type { IncomingMessage } from 'node:http';
import { UnreadableRequest } from './unreadable-request.ts';
import { isError } from '../../../files/is-error.ts';

/**
 * Tells whether a request has a body of at least one byte. Waits for the first byte or the end where only they can
 * tell, and takes nothing from the stream.
 * @throws UnreadableRequest 'aborted' or 'read-before'
 */
export async function hasBody(request: IncomingMessage): Promise<boolean> {
  refuseGone(request);
  refuseReadBefore(request);
  if (request.headers['transfer-encoding'] === undefined) {
    return declaredLength(request) > 0;
  }
  return new Promise((resolve, reject) => {
    const stop = listen(request, {
      readable: () => {
        stop();
        resolve(request.readableLength > 0);
      },
      end: () => {
        stop();
        resolve(false);
      },
      gone: () => {
        stop();
        reject(abortedRequest());
      },
    });
  });
}

/**
 * Reads the whole body. Past the limit it stops reading and leaves the rest in the stream, so that the request can
 * still be answered (see `discardBody`).
 * @param onBytes given each piece as it comes; what it throws ends the reading
 * @throws UnreadableRequest 'too-large' or 'aborted'
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  onBytes: (chunk: Buffer) => void = () => undefined,
): Promise<Buffer> {
  refuseGone(request);
  if (declaredLength(request) > limit) {
    throw tooLargeBody(limit);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error) => {
      stop();
      request.pause();
      reject(error);
    };
    const stop = listen(request, {
      data: (chunk) => {
        size += chunk.length;
        const refusal = size > limit ? tooLargeBody(limit) : refusalOf(() => onBytes(chunk));
        if (refusal === undefined) chunks.push(chunk);
        else fail(refusal);
      },
      end: () => {
        stop();
        resolve(Buffer.concat(chunks, size));
      },
      gone: () => {
        stop();
        reject(abortedRequest());
      },
    });
    request.resume();
  });
}

export interface DiscardBounds {
  /** Bytes to throw away at most. */
  readonly limit?: number;
  /** Milliseconds to wait for the next bytes. */
  readonly patience?: number;
}

/**
 * Reads the rest of a body and drops it. A client that writes its whole request before it reads would otherwise get a
 * reset connection instead of the answer. Call it before answering a request whose body was not read to its end.
 * @returns true when nothing is left; false if the bounds were reached or the client has gone: then answer with
 * `Connection: close`
 */
export async function discardBody(request: IncomingMessage, bounds: DiscardBounds = {}): Promise<boolean> {
  const { limit = 2 ** 26, patience = 2000 } = bounds;
  if (request.readableEnded || request.destroyed) {
    return request.readableEnded;
  }
  return new Promise((resolve) => {
    let size = 0;
    const finish = (isDrained: boolean): void => {
      stop();
      clearTimeout(timer);
      request.pause();
      resolve(isDrained);
    };
    const timer = setTimeout(() => {
      finish(false);
    }, patience);
    const stop = listen(request, {
      data: (chunk) => {
        size += chunk.length;
        timer.refresh();
        if (size > limit) {
          finish(false);
        }
      },
      end: () => {
        finish(true);
      },
      gone: () => {
        finish(false);
      },
    });
    request.resume();
  });
}

/**
 * Refuses a client that has already gone: no event would tell of it any more.
 * @throws UnreadableRequest 'aborted'
 */
export function refuseGone(request: IncomingMessage): void {
  if (request.destroyed && !request.readableEnded) {
    throw abortedRequest();
  }
}

/** A server that carries the application may have read the body for itself: no event would tell of it any more. */
function refuseReadBefore(request: IncomingMessage): void {
  const isAnnounced = request.headers['transfer-encoding'] !== undefined || declaredLength(request) > 0;
  if (!request.readableEnded || !isAnnounced) return;
  throw new UnreadableRequest(
    'read-before',
    'The body was read before it came to the mock: mount the mock before express.json() and other readers of bodies.',
  );
}

export function abortedRequest(): UnreadableRequest {
  return new UnreadableRequest('aborted', 'The client closed the connection before the body was complete.');
}

/**
 * Refuses a compressed body: the API describes none, and none is read.
 * @throws UnreadableRequest 'unsupported-encoding'
 */
export function refuseContentEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']?.trim() ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new UnreadableRequest(
      'unsupported-encoding',
      `The Content-Encoding ${encoding} is not supported; send the body as it is.`,
      { encoding },
    );
  }
}

export interface BodyListeners {
  readonly data?: (chunk: Buffer) => void;
  readonly readable?: () => void;
  readonly end?: () => void;
  /** The connection ended before the body did; may be told more than once. */
  readonly gone: () => void;
}

/** Listens to a body and gives the function that stops listening. */
export function listen(request: IncomingMessage, listeners: BodyListeners): () => void {
  const { data, readable, end, gone } = listeners;
  const close = (): void => {
    if (!request.readableEnded) {
      gone();
    }
  };
  request.on('error', gone).on('close', close);
  if (readable !== undefined) request.on('readable', readable);
  if (end !== undefined) request.on('end', end);
  if (data !== undefined) request.on('data', data);
  return () => {
    request.off('close', close);
    if (readable !== undefined) request.off('readable', readable);
    if (end !== undefined) request.off('end', end);
    if (data !== undefined) request.off('data', data);
    // The listener for 'error' stays: a connection reset that comes later must not end the process.
  };
}

/** What a listener throws would end the process. */
export function refusalOf(listener: () => void): Error | undefined {
  try {
    listener();
    return undefined;
  } catch (error) {
    return isError(error) ? error : new Error(String(error));
  }
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

function tooLargeBody(limit: number): UnreadableRequest {
  return new UnreadableRequest('too-large', `The body is larger than ${limit} bytes.`, { limit });
}

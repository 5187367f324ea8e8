import type { IncomingMessage } from 'node:http';

/** Headers of the connection that the answer came on. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Statuses whose answers have no body, by the standard of fetch. */
const withoutBody = new Set([204, 205, 304]);

/** An answer as `fetch` gives it: its body is read as it is needed, and fails with a TypeError where the connection is cut. */
export function responseOf(message: IncomingMessage, method: string, signal: AbortSignal): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = message.rawHeaders.slice(at, at + 2);
    if (!ofConnection.has(name.toLowerCase())) headers.append(name, value);
  }
  const hasBody = method !== 'HEAD' && !withoutBody.has(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? bodyOf(message, signal) : null, { status, statusText, headers });
}

function bodyOf(message: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(new Uint8Array(next.value));
      } catch (error) {
        controller.error(signal.aborted ? signal.reason : new TypeError('terminated', { cause: error }));
      }
    },
    cancel: () => {
      message.destroy(new Error('The answer is not read to its end.'));
    },
  });
}

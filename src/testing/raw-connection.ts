import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Parsed if it is JSON. */
  readonly body: unknown;
  readonly head: string;
}

/**
 * Opens a connection on which to write bytes by hand; errors of a connection that the other side resets are swallowed,
 * for the answers that came before tell what matters.
 */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes and gives every answer that comes until the other side closes, or until so many have come. */
export async function exchange(port: number, bytes: string | Buffer, count = 1): Promise<readonly RawAnswer[]> {
  const socket = await openConnection(port);
  socket.write(bytes);
  const answers = await readAnswers(socket, count);
  socket.destroy();
  return answers;
}

/** The answers that come until the other side closes, or until so many have come. */
export async function readAnswers(socket: Socket, count = 1): Promise<readonly RawAnswer[]> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (parseAnswers(text).length >= count) break;
  }
  return parseAnswers(text);
}

function parseAnswers(text: string): readonly RawAnswer[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  // Error bodies are ASCII, so that bytes and characters are as many.
  const rest = text.slice(end + 4);
  if (Buffer.byteLength(rest) < length) return [];
  const bytes = Buffer.from(rest);
  const body = bytes.subarray(0, length).toString();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return [{ status, head, body: parsedBody(body) }, ...parseAnswers(bytes.subarray(length).toString())];
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

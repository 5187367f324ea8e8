import type { DocumentedOperation } from '../contract-document/operation.ts';
import type { Exchange } from './exchange.ts';

/** In bytes: more than this of a body is not kept. Every JSON body that is taken fits. */
const keptBytes = 2 ** 20;

/** Keeps a request's body in its exchange as its bytes pass by, up to a limit. */
export function keepBody(exchange: Exchange<DocumentedOperation>): (bytes: Buffer) => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  return (chunk) => {
    size += chunk.length;
    if (kept < keptBytes) {
      const part = chunk.subarray(0, keptBytes - kept);
      chunks.push(part);
      kept += part.length;
    }
    exchange.requestBody = { size, chunks };
  };
}

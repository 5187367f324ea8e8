import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { callerHeaders } from '../deployment/addresses.ts';
import { encodeBody } from '../deployment/transport.ts';
import { type Masker, maskMultipart, secretsOfHeaders } from '../text/masker.ts';
import type { Exchange } from './exchange.ts';

const beginning = '{"log":{"version":"1.2","creator":{"name":"voice-agent-mock proxy","version":"1"},"entries":[\n';
const ending = '\n]}}\n';

/** A HAR file that is whole after each exchange, whenever the process is killed. */
export interface HarFile {
  readonly add: (exchange: Exchange) => void;
  readonly close: () => void;
}

/** @throws the system's error if it cannot be written */
export function openHarFile(file: string, mask: (exchange: Exchange) => object): HarFile {
  // Others may not read what an application sends.
  const descriptor = openSync(file, 'w', 0o600);
  let end = writeSync(descriptor, beginning);
  let isFirst = true;
  writeSync(descriptor, ending, end);
  return {
    add: (exchange) => {
      const entry = `${isFirst ? '' : ',\n'}${JSON.stringify(mask(exchange))}`;
      // One write: what comes before it stays as it is.
      writeSync(descriptor, entry + ending, end);
      end += Buffer.byteLength(entry);
      isFirst = false;
    },
    close: () => closeSync(descriptor),
  };
}

/** Entries of HAR without secrets; of a token it is told which one it is of those of this run, and no more. */
export function createEntryMask(masker: Masker): (exchange: Exchange) => object {
  const key = randomBytes(32);
  const named = (token: string): string => {
    return `[masked ${createHmac('sha256', key).update(token).digest('hex').slice(0, 8)}]`;
  };
  const headers = (given: Exchange['headers']): readonly { readonly name: string; readonly value: string }[] =>
    Object.entries(given).map(([name, value]) => {
      if (!callerHeaders.includes(name) || value === '') {
        return { name: masker.text(name), value: masker.header(name, value) };
      }
      const scheme = /^bearer /i.exec(value)?.[0] ?? '';
      return { name, value: scheme + named(value.slice(scheme.length)) };
    });
  return (exchange) => {
    const { headers: sent, start, end } = exchange;
    for (const secret of secretsOfHeaders(Object.entries(sent).flat())) masker.learn(secret);
    const time = end - start;
    return {
      startedDateTime: new Date(start).toISOString(),
      time,
      request: { ...requestEntry(exchange, masker), headers: headers(sent) },
      response: { ...responseEntry(exchange, masker), headers: headers(exchange.response?.headers ?? {}) },
      ...{ cache: {}, timings: { send: 0, wait: time, receive: 0 } },
    };
  };
}

const shared = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

function requestEntry({ method, url, headers, body }: Exchange, masker: Masker): object {
  const { bytes, contentType } = encodeBody(body);
  const bare = Buffer.from(bytes ?? '');
  const mimeType = contentType ?? headers['content-type'] ?? 'application/octet-stream';
  const form = body.kind === 'form' ? maskMultipart(bare, mimeType, masker) : undefined;
  const text = form?.toString() ?? masker.body(bare.toString());
  const { pathname, origin, search } = new URL(url);
  return {
    ...{ ...shared, method, url: origin + masker.url(pathname + search), queryString: [], bodySize: bare.length },
    ...(bare.length > 0 && { postData: { mimeType, text } }),
  };
}

function responseEntry({ response, flaw }: Exchange, masker: Masker): object {
  const { status, headers, text } = response ?? { status: 0, headers: {}, text: '' };
  const mimeType = headers['content-type'] ?? 'application/octet-stream';
  return {
    ...{ ...shared, status, statusText: STATUS_CODES[status] ?? '', redirectURL: '', bodySize: -1 },
    content: { size: Buffer.byteLength(text), mimeType, text: masker.body(text) },
    ...(flaw !== undefined && { _error: masker.text(flaw) }),
  };
}

import { STATUS_CODES } from 'node:http';
import type { EntryView } from './journal-view.ts';

/** Entries as an HTTP archive (HAR 1.2), the oldest first; tokens are masked in it as in the journal. */
export function harOf(entries: readonly EntryView[], version: string): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'voice-agent-mock', version },
      entries: entries.map(harEntry),
    },
  };
}

function harEntry(entry: EntryView): object {
  const { request, answer, status, duration } = entry;
  const url = addressOf(request.url);
  const body = request.body;
  const answerText = bodyText(answer.body);
  return {
    startedDateTime: entry.at,
    time: duration,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.headers,
      queryString: [...new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')].map(([name, value]) => ({ name, value })),
      ...(body === null ? {} : { postData: { mimeType: contentType(request.headers), text: bodyText(body) } }),
      headersSize: -1,
      bodySize: body?.size ?? 0,
    },
    response: {
      // HAR knows no answer that never came; by custom its status is 0.
      status: status === null || entry.delivery === 'cut-after' ? 0 : status,
      statusText: status === null ? '' : (STATUS_CODES[status] ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: answer.headers,
      content: { size: answer.body.size, mimeType: contentType(answer.headers), text: answerText },
      redirectURL: '',
      headersSize: -1,
      bodySize: answer.body.size,
      ...(entry.delivery === 'sent' ? {} : { _error: entry.delivery }),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _id: entry.id,
    _operation: entry.operation,
    _rule: entry.rule,
    _faults: entry.faults,
  };
}

/** A request's target as an address. Not every target is one when it is parsed: `//`. */
function addressOf(target: string): string {
  if (/^https?:\/\//i.test(target)) return target;
  return `http://mock${target.startsWith('/') ? '' : '/'}${target}`;
}

function bodyText(body: EntryView['answer']['body']): string {
  return 'json' in body ? JSON.stringify(body.json) : (body.text ?? '');
}

function contentType(headers: readonly { readonly name: string; readonly value: string }[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/octet-stream';
}

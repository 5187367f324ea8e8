import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { entryView, harEntry } from '../../control/journal/journal-view.ts';
import { callerHeaders } from '../../deployment/addresses.ts';
import { encodeBody } from '../../deployment/transport.ts';
import { type Masker, createMasker, maskHeaders, maskMultipart, secretsOfHeaders } from '../../text/masker.ts';
import type { Exchange } from '../../traffic/exchange.ts';
import type { JournalRecord } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';

const beginning = '{"log":{"version":"1.2","creator":{"name":"voice-agent-mock proxy","version":"1"},"entries":[\n';
const ending = '\n]}}\n';

/**
 * A HAR file that is whole after each exchange, whenever the process is killed.
 * @param world whose journal shows the exchanges too
 * @throws the system's error if it cannot be written
 */
export function openHarFile(
  file: string,
  world: World,
): Readonly<{ add: (exchange: Exchange) => void; close: () => void }> {
  const masker = namingTokens(createMasker());
  // Others may not read what an application sends.
  const descriptor = openSync(file, 'w', 0o600);
  let end = writeSync(descriptor, beginning);
  let count = 0;
  writeSync(descriptor, ending, end);
  return {
    add: (exchange) => {
      const { url, headers, response, flaw } = exchange;
      for (const secret of secretsOfHeaders(Object.entries(headers).flat())) masker.learn(secret);
      const record = recordOf(exchange, world, masker);
      const { answer, ...view } = entryView({ ...record, url, id: (count += 1), parsedBody: undefined }, world, masker);
      const own = { ...answer, headers: maskHeaders(Object.entries(response?.headers ?? {}).flat(), masker) };
      const whole = { ...harEntry({ ...view, answer: own }), ...(flaw !== undefined && { _error: masker.text(flaw) }) };
      const entry = `${count === 1 ? '' : ',\n'}${JSON.stringify(whole)}`;
      // One write: what comes before it stays as it is.
      writeSync(descriptor, entry + ending, end);
      end += Buffer.byteLength(entry);
    },
    close: () => closeSync(descriptor),
  };
}

/** Of a token it is told which one it is of those of this run, and no more. */
function namingTokens(masker: Masker): Masker {
  const key = randomBytes(32);
  const header: Masker['header'] = (name, value) => {
    if (!callerHeaders.includes(name) || value === '') return masker.header(name, value);
    const [scheme = ''] = /^(?:bearer )?/i.exec(value) ?? [];
    const digest = createHmac('sha256', key).update(value.slice(scheme.length)).digest('hex');
    return `${scheme}[masked ${digest.slice(0, 8)}]`;
  };
  return { ...masker, header };
}

/** An exchange as a world's journal has it; nothing of it has to do with the world's state. */
export function recordOf(exchange: Exchange, { store }: World, masker: Masker): JournalRecord {
  const { method, url, body, start, end } = exchange;
  const { status, headers: answerHeaders, text } = exchange.response ?? { status: null, headers: {}, text: '' };
  const { pathname, search } = new URL(url);
  const { bytes, contentType } = encodeBody(body);
  // A form names its boundary anew.
  const headers = { ...exchange.headers, ...(body.kind === 'form' && { 'content-type': contentType ?? '' }) };
  const bare = Buffer.from(bytes ?? '');
  const sent = (body.kind === 'form' ? maskMultipart(bare, contentType ?? '', masker) : undefined) ?? bare;
  const answerBody = Buffer.from(text);
  const state = store.snapshot();
  return {
    at: start,
    duration: end - start,
    method,
    url: pathname + search,
    decided: end,
    requestHeaders: Object.entries(headers).flat(),
    isParsed: body.kind === 'json',
    requestBody: sent.length === 0 ? undefined : { size: sent.length, chunks: [sent] },
    status,
    answerHeaders,
    answerBody,
    answerSize: answerBody.length,
    delivery: status === null ? 'cut-during' : 'sent',
    before: state,
    after: state,
    ...undecided,
  };
}

/** Of what the mock has not answered. */
const undecided = {
  operation: null,
  workspace: null,
  rule: null,
  faults: [],
  changes: [],
  isOfConsole: false,
} as const;

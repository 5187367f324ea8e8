import type { Logger } from 'pino';
import type { Request } from 'express';
import { createMasker, secretsOfHeaders } from '../../text/masker.ts';
import { terminalLine } from '../../text/escaping.ts';
import { isError, reasonOf } from '../../files/file-system.ts';
import type { ApiOptions } from '../api.ts';
import type { Answer } from '../exchange.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** A request, once it is answered or cut off. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** The status answered; null if the client left before. */
  readonly status: number | null;
  /** In milliseconds. */
  readonly duration: number;
  /** The operationId; null if the document has no such operation. */
  readonly operation: string | null;
  readonly workspace: number | null;
  /** The contract warning answered with; null: none. */
  readonly warning: string | null;
  /** Tokens that came with the request, in any header: they do not appear in the line. */
  readonly secrets: readonly string[];
  /** Why the server failed; absent if it did not. Secrets in it are masked. */
  readonly error?: unknown;
}

/** What failed after a request was answered, or beside any; or what is not a request, in one sentence without secrets. */
type LoggedOther = { readonly failure: unknown } | { readonly notice: string };

export interface RequestLog {
  readonly write: (entry: LoggedRequest | LoggedOther) => void;
  /** Resolves when every line is written. */
  readonly close: () => Promise<void>;
}

export interface RequestLogOptions {
  readonly level: LogLevel;
  /** Lines for a person's eye; JSON otherwise. */
  readonly isTerminal: boolean;
  /** Takes the lines; standard output if absent. */
  readonly output?: NodeJS.WritableStream;
}

/**
 * Writes one structured line per request: 5xx as error, a contract warning or a client that left as warn, the rest as
 * info. pino is loaded by the first line, not at start: loading it takes a tenth of the time in which the mock starts.
 */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  if (options.level === 'silent') return { write: () => undefined, close: () => Promise.resolve() };
  let logger: Promise<Logger> | undefined;
  let loaded: Logger | undefined;
  let last = Promise.resolve();
  return {
    write(entry) {
      if (loaded !== undefined) {
        writeEntry(loaded, entry);
        return;
      }
      logger ??= loadLogger(options);
      last = logger.then((ready) => {
        loaded = ready;
        writeEntry(ready, entry);
      });
      // `close` tells of a logger that cannot be loaded.
      last.catch(() => undefined);
    },
    close: () => last,
  };
}

async function loadLogger({ level, isTerminal, output = process.stdout }: RequestLogOptions): Promise<Logger> {
  const { pino } = await import('pino');
  const asName = (name: string) => ({ level: name });
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: asName } };
  if (!isTerminal) return pino(settings, output);
  const { PinoPretty: pretty } = await import('pino-pretty');
  return pino(
    settings,
    pretty({ destination: output, translateTime: 'SYS:HH:MM:ss', hideObject: true, messageFormat: lineInWords }),
  );
}

function writeEntry(logger: Logger, entry: Parameters<RequestLog['write']>[0]): void {
  if ('notice' in entry) logger.warn({ message: terminalLine(entry.notice) });
  else if ('status' in entry) writeRequest(logger, entry);
  else logger.error({ failure: terminalLine(createMasker().text(stackOf(entry.failure))) });
}

function writeRequest(logger: Logger, request: LoggedRequest): void {
  const { method, status, operation, workspace, secrets, error } = request;
  const masker = createMasker(secrets);
  const line = (text: string) => terminalLine(masker.text(text));
  const isServerFault = status !== null && status >= 500;
  const level = isServerFault ? 'error' : status === null || request.warning !== null ? 'warn' : 'info';
  logger[level]({
    method: terminalLine(method),
    path: terminalLine(masker.url(request.url)),
    status,
    duration: Math.round(request.duration * 100) / 100,
    operation,
    workspace,
    warning: request.warning === null ? null : line(request.warning),
    ...(error !== undefined && { error: line(reasonOf(error)) }),
    ...(isError(error) && logger.isLevelEnabled('debug') && { stack: line(stackOf(error)) }),
  });
}

/** The stack of an error and of what caused it. */
function stackOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const own = error.stack ?? error.message;
  return isError(error.cause) ? `${own}\nCaused by: ${stackOf(error.cause)}` : own;
}

export function lineInWords(line: Readonly<Record<string, unknown>>): string {
  if (typeof line['failure'] === 'string') return `failed ${line['failure']}`;
  if (isPrintable(line['message'])) return String(line['message']);
  const isCutOff = line['status'] === null;
  const parts = [isCutOff ? 'cut off' : line['status'], line['method'], line['path'], line['duration'], 'ms'];
  return [...parts, line['operation'], line['warning'], line['error'], line['stack']].filter(isPrintable).join(' ');
}

function isPrintable(part: unknown): part is string | number {
  return typeof part === 'string' || typeof part === 'number';
}

/** Tells a request log of every answered request, and of a 5xx why it is one. */
export function logExchange(log: RequestLog | undefined): ApiOptions['log'] {
  if (log === undefined) return undefined;
  return (exchange, answer, error) => {
    const { request, operation, caller } = exchange;
    log.write({
      ...unansweredEntry(request),
      status: answer?.status ?? null,
      duration: performance.now() - exchange.started,
      operation: operation?.id ?? null,
      workspace: caller?.workspace.id ?? null,
      warning: answer?.headers['x-contract-warning'] ?? null,
      ...(answer !== undefined && answer.status >= 500 && { error: error ?? wishOf(answer) }),
    });
  };
}

/** Told of a request that the mock itself failed on, and why. */
export type OnFailure = (request: Request, error: unknown) => void;

/** Tells a request log of failures beyond the API's own addresses, whose other requests are not logged. */
export function logFailure(log: RequestLog | undefined): OnFailure {
  return (request, error) => log?.write({ ...unansweredEntry(request), status: 500, error });
}

function unansweredEntry({ method, url, rawHeaders }: Request): LoggedRequest {
  const nothing = { status: null, duration: 0, operation: null, workspace: null, warning: null };
  return { method, url, ...nothing, secrets: secretsOfHeaders(rawHeaders) };
}

/** The reason of a 5xx that nothing threw: a fault or a preference asked for it. */
function wishOf({ headers }: Answer): string {
  const faults = headers['x-mock-fault'];
  return faults === undefined ? 'the request prefers this answer' : `fault ${faults} answers so`;
}

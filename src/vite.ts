import { Writable } from 'node:stream';
import { createMock, type MockOptions, type PublicMock } from './app.ts';
import { refuseUnknownOptions } from './given-options.ts';
import { createRequestLog, lineInWords, type RequestLog } from './http/answer/request-log.ts';

export interface PluginOptions extends MockOptions {
  /** The path that the mock is served below, `/platform` if absent. */
  readonly prefix?: string;
}

/** Of Vite's development and preview servers, what is used here; without Node's types, which a project of Vite's may not have. */
export interface ViteServer {
  readonly middlewares: {
    use(path: string, handler: (request: object, response: object, next: Next) => void): unknown;
  };
  readonly httpServer: { once(event: string, listener: () => void): unknown } | null;
  readonly config: { readonly logger: ViteLogger };
  readonly resolvedUrls?: { readonly local: readonly string[]; readonly network: readonly string[] } | null;
  printUrls(): void;
}

/** Of Vite's logger, what is used here. */
export interface ViteLogger {
  info(text: string, options?: { timestamp?: boolean }): void;
  warn(text: string, options?: { timestamp?: boolean }): void;
  error(text: string, options?: { timestamp?: boolean }): void;
}

type Next = (error?: unknown) => void;

export interface MockPlugin {
  readonly name: string;
  configureServer(server: ViteServer): Promise<void>;
  configurePreviewServer(server: ViteServer): Promise<void>;
  closeBundle(): Promise<void>;
}

/**
 * A plugin for Vite that serves the platform's API beside the application, below a path of the same server, and prints
 * the console's address. Requests, contract warnings and failures stand in Vite's own log. A mock that cannot be made
 * fails the start of Vite's server.
 * @throws Error for a prefix that is not a path; TypeError for an option that there is not
 */
export function voiceAgentMock({ prefix = '/platform', ...options }: PluginOptions = {}): MockPlugin {
  refuseUnknownOptions(options, ['prefix']);
  if (!/^(?:\/[\w.~-]+)+$/.test(prefix)) {
    throw new Error(`The prefix ${prefix} is not a path: give one without a slash at its end, for example /platform.`);
  }
  let mock: PublicMock | undefined;
  const close = async () => {
    const closing = mock;
    mock = undefined;
    await closing?.close();
  };
  const serve = async (server: ViteServer): Promise<void> => {
    const { logger } = server.config;
    mock = await createMock({ log: logTo(logger), ...options });
    server.middlewares.use(prefix, (request, response, next) => {
      if (mock === undefined) next();
      else mock.app(request, response, next);
    });
    server.httpServer?.once('close', () => {
      close().catch((error: unknown) => logger.error(String(error)));
    });
    const print = server.printUrls.bind(server);
    server.printUrls = () => {
      print();
      const [address] = server.resolvedUrls?.local ?? [];
      if (address === undefined) return;
      logger.info(`  ➜  Mock:    ${new URL(address).origin}${prefix}/`);
    };
  };
  return { name: 'voice-agent-mock', configureServer: serve, configurePreviewServer: serve, closeBundle: close };
}

/** Each line in Vite's own log, at the level that it has in the mock's. */
function logTo(logger: ViteLogger): RequestLog {
  const output = new Writable({
    write(chunk: Buffer, _, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
        const level = entry['level'] === 'error' || entry['level'] === 'warn' ? entry['level'] : 'info';
        logger[level](`[mock] ${lineInWords(entry)}`, { timestamp: true });
      }
      done();
    },
  });
  return createRequestLog({ level: 'info', isTerminal: false, output });
}

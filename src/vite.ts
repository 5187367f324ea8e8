import { createMock, type MockOptions, type PublicMock } from './app.ts';

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
  readonly config: { readonly logger: { info(text: string): void } };
  readonly resolvedUrls?: { readonly local: readonly string[]; readonly network: readonly string[] } | null;
  printUrls(): void;
}

type Next = (error?: unknown) => void;

export interface MockPlugin {
  readonly name: string;
  configureServer(server: ViteServer): void;
  configurePreviewServer(server: ViteServer): void;
  closeBundle(): Promise<void>;
}

/**
 * A plugin for Vite that serves the platform's API beside the application, below a path of the same server, and prints
 * the console's address. The mock is made when it is first needed.
 * @throws Error for a prefix that is not a path
 */
export function voiceAgentMock({ prefix = '/platform', ...options }: PluginOptions = {}): MockPlugin {
  if (!/^(?:\/[\w.~-]+)+$/.test(prefix)) {
    throw new Error(`The prefix ${prefix} is not a path: give one without a slash at its end, for example /platform.`);
  }
  let mock: Promise<PublicMock> | undefined;
  const close = async () => {
    const closing = mock;
    mock = undefined;
    await (await closing?.catch(() => undefined))?.close();
  };
  const serve = (server: ViteServer): void => {
    server.middlewares.use(prefix, (request, response, next) => {
      mock ??= createMock(options);
      mock.then(({ app }) => app(request, response, next)).catch(next);
    });
    server.httpServer?.once('close', () => {
      close().catch((error: unknown) => server.config.logger.info(String(error)));
    });
    const print = server.printUrls.bind(server);
    server.printUrls = () => {
      print();
      const [address] = server.resolvedUrls?.local ?? [];
      if (address === undefined) return;
      server.config.logger.info(`  ➜  Mock:    ${new URL(address).origin}${prefix}/`);
    };
  };
  return { name: 'voice-agent-mock', configureServer: serve, configurePreviewServer: serve, closeBundle: close };
}

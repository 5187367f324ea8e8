import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createMock, type Mock, type MockOptions } from '../app.ts';
import { connectChromium } from './chromium.ts';
import { serveLocally } from './test-server.ts';

export interface OpenedConsole {
  readonly mock: Mock;
  readonly page: Page;
  readonly browser: Browser;
  readonly address: string;
  /** Errors of the page, refusals of its content policy among them; a test expects none. */
  readonly complaints: readonly string[];
  /** Requests to anybody but the mock. */
  readonly foreignRequests: readonly string[];
  /** Another page on the same mock. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Requests to the API, in the world given. */
  request(path: string, init?: RequestInit & { readonly world?: string }): Promise<Response>;
  /** Stops serving, or serves again at the same address. */
  stopServing(): Promise<void>;
  serveAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the console with a mock of its own, and opens it in the browser of all tests. */
export async function openConsole(options: MockOptions = {}): Promise<OpenedConsole> {
  const mock = await createMock(options);
  let server = await serveLocally(mock.app);
  const { port } = server;
  const address = `http://127.0.0.1:${port}`;
  const browser = await connectChromium();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  const open = async (contextOptions: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...contextOptions,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    // That an answer is an error, or does not come, is what some tests are about.
    const isExpected = (text: string) => text.startsWith('Failed to load resource') || text.includes('ERR_CONNECTION');
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(?:data|blob):/.test(request.url())) {
        foreignRequests.push(request.url());
      }
    });
    await page.goto(address);
    return page;
  };
  return {
    mock,
    page: await open(),
    browser,
    address,
    complaints,
    foreignRequests,
    open,
    request: (path, { world = 'default', headers, ...init } = {}) =>
      fetch(address + path, { ...init, headers: { 'x-mock-world': world, ...(headers as Record<string, string>) } }),
    stopServing: () => server.close(),
    serveAgain: async () => void (server = await serveLocally(mock.app, port)),
    close: async () => {
      await browser.close();
      await mock.close();
      await server.close();
    },
  };
}

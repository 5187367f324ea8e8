import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { corsHeaders, isPreflight } from './http/cors.ts';
import { createDocsPage } from './http/docs-page.ts';
import type { RequestLog } from './http/request-log.ts';

export interface MockOptions {
  readonly scenario: string;
  readonly dataDir: string | null;
  readonly strict: boolean;
  readonly log: RequestLog;
}

export interface Mock {
  readonly accounts: readonly [];
  readonly listen: (place: { readonly port: number; readonly host: string }) => Promise<{ readonly url: string }>;
  readonly close: () => Promise<void>;
}

export function createMock({ log }: MockOptions): Promise<Mock> {
  const docs = createDocsPage({ openapi: '3.1.0', info: { title: 'Voice agents', version: '1.0.0' }, paths: {} });
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const started = performance.now();
    response.setHeaders(new Map(Object.entries(corsHeaders(method, request.headers) as Record<string, string>)));
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : null;
      const duration = performance.now() - started;
      log.write({ method, url, status, duration, operation: null, workspace: null, warning: null, secrets: [] });
    });
    if (isPreflight(method, request.headers)) response.writeHead(204).end();
    else if (url === '/__mock/health') response.end(JSON.stringify({ status: 'ok' }));
    else if (!docs(request, response)) response.writeHead(404).end();
  });
  return Promise.resolve({ accounts: [], listen: (place) => listen(server, place), close: () => close(server) });
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      resolve({ url: `http://${host}:${(server.address() as AddressInfo).port}` });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

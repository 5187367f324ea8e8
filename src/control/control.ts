import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createDocsPage } from '../http/docs-page.ts';

/** Serves what lives under /__mock: health, the documentation, and an answer for everything else there. */
export function createControl(
  document: OpenAPIV3_1.Document,
): (request: IncomingMessage, response: ServerResponse) => void {
  const docsPage = createDocsPage(document);
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/__mock/health') {
      sendJson(response, 200, { status: 'ok' });
    } else if (!docsPage(request, response)) {
      const message = `There is no ${path}. The mock's own pages are /__mock/health, /__mock/docs and /__mock/openapi.json.`;
      sendJson(response, 404, { error: true, code: 404, message, data: {} });
    }
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

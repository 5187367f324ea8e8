import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OpenAPIV3_1 } from 'openapi-types';
import { moveServers } from './document-servers.ts';

/** Answers the request where it is for the documentation, and says whether it was. */
export type DocsPage = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Nothing but the mock's own files may run, and the page talks to the mock alone. Swagger UI draws its icons from
 * data addresses.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const viewerFiles: Readonly<Record<string, string>> = {
  '/__mock/docs/swagger-ui.css': 'text/css; charset=utf-8',
  '/__mock/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/__mock/docs/favicon-32x32.png': 'image/png',
};

export interface DocumentedPart {
  readonly title: string;
  /** The address of the page; its script stands below it. */
  readonly page: string;
  /** The address of the document without `.json` or `.yaml`. */
  readonly file: string;
  /** Read when it is asked for. */
  readonly document: () => OpenAPIV3_1.Document;
}

/** The documentation of an OpenAPI document: Swagger UI as packed by `@fastify/swagger-ui`, which phones nobody. */
export function createDocsPage({ title, page, file, document }: DocumentedPart): DocsPage {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (path === page || path === `${page}/`) return send(response, 'text/html; charset=utf-8', pageHtml(title, page));
    if (path === `${page}/start.js`) return send(response, 'text/javascript; charset=utf-8', startScript(file));
    if (path === `${file}.json`) return send(response, JSON_TYPE, JSON.stringify(documentFor(document(), request)));
    if (path === `${file}.yaml`) return sendYaml(response, documentFor(document(), request));
    return Object.hasOwn(viewerFiles, path) ? sendViewerFile(response, path) : undefined;
  };
}

/** The document as seen from where the page was opened: 'try it' sends its requests there. */
function documentFor(document: OpenAPIV3_1.Document, { headers }: IncomingMessage): OpenAPIV3_1.Document {
  const isHost = headers.host !== undefined && /^[\w.:[\]-]+$/.test(headers.host);
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return isHost ? moveServers(document, `${scheme}://${headers.host}`) : document;
}

function send(response: ServerResponse, contentType: string, body: string): Promise<void> {
  response.writeHead(200, { ...securityHeaders(contentType), 'cache-control': 'no-store' }).end(body);
  return Promise.resolve();
}

async function sendYaml(response: ServerResponse, document: OpenAPIV3_1.Document): Promise<void> {
  const { stringify } = await import('yaml');
  await send(response, 'application/yaml; charset=utf-8', stringify(document, { aliasDuplicateObjects: false }));
}

async function sendViewerFile(response: ServerResponse, path: string): Promise<void> {
  const viewerPackage = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  const file = join(viewerPackage, '..', 'static', path.slice(path.lastIndexOf('/') + 1));
  const contentType = viewerFiles[path] ?? 'application/octet-stream';
  response.writeHead(200, { ...securityHeaders(contentType), 'cache-control': 'max-age=3600' });
  // A browser that leaves in the middle ends the pipeline with an error that concerns nobody.
  await pipeline(createReadStream(file), response).catch(() => undefined);
}

function securityHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function pageHtml(title: string, page: string): string {
  const text = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${text}</title>
    <link rel="icon" href="/__mock/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/__mock/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/__mock/docs/swagger-ui-bundle.js"></script>
    <script src="${page}/start.js"></script>
  </body>
</html>
`;
}

/**
 * `validatorUrl` null: Swagger UI would send the document to a public validator otherwise. It warns of any
 * `jsonSchemaDialect` but OpenAPI's own, though it draws 2020-12 well: so it does not get to see it.
 */
const startScript = (file: string): string => `const documentPath = '${file}.json';
SwaggerUIBundle({
  url: documentPath,
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  queryConfigEnabled: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    if (!new URL(response.url).pathname.endsWith(documentPath)) return response;
    const { jsonSchemaDialect, ...shown } = JSON.parse(response.text);
    return { ...response, text: JSON.stringify(shown) };
  },
});
`;

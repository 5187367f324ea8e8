import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Request, Response, Router } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import type * as Yaml from 'yaml';
import { packageRoot } from '../../package-root.ts';
import { defaultWorldName } from '../../worlds/world-name.ts';
import type { LocatedResponse } from '../exchange.ts';
import { requestOrigin } from '../mock-address.ts';
import { moveServers } from './document-servers.ts';
import { createPageRouter, pageHeaders } from './pages.ts';

export interface DocumentedPart {
  readonly title: string;
  /** The address of the page; its script stands below it. */
  readonly page: string;
  /** The address of the document without `.json` or `.yaml`. */
  readonly file: string;
  /** As it reads in a world; read when it is asked for. */
  readonly document: (world: string) => OpenAPIV3_1.Document;
}

/** What the page loads of the viewer. */
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The documentation of OpenAPI documents: Swagger UI as packed by `@fastify/swagger-ui`, which phones nobody. */
export function createDocsPages(parts: readonly DocumentedPart[]): Router {
  const router = createPageRouter();
  for (const { title, page, file, document } of parts) {
    router.get([page, `${page}/`], (_request, response) =>
      send(response, 'html', pageHtml(title, page, prefixOf(response))),
    );
    router.get(`${page}/start.js`, (_request, response) =>
      send(response, 'text/javascript', startScript(prefixOf(response) + file)),
    );
    router.get(`${file}.json`, (request, response) =>
      send(response, 'json', JSON.stringify(documentFor(document(worldNameOf(response)), request, prefixOf(response)))),
    );
    router.get(`${file}.yaml`, (request, response) => {
      const { stringify } = createRequire(import.meta.url)('yaml') as typeof Yaml;
      send(
        response,
        'application/yaml',
        stringify(documentFor(document(worldNameOf(response)), request, prefixOf(response)), {
          aliasDuplicateObjects: false,
        }),
      );
    });
  }
  for (const name of viewerFiles) {
    router.get(`/__mock/docs/${name}`, (_request, response) => {
      response.set(pageHeaders()).sendFile(name, { root: viewerFolder(), maxAge: '1h' });
    });
  }
  return router;
}

/** The build leaves the files in `dist/swagger-ui`; without a build they are the package's. */
function viewerFolder(): string {
  const built = join(packageRoot(), 'dist', 'swagger-ui');
  if (existsSync(built)) return built;
  return join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
}

/** The document as seen from where the page was opened: 'try it' sends its requests there. */
function documentFor(document: OpenAPIV3_1.Document, request: Request, prefix: string): OpenAPIV3_1.Document {
  const origin = requestOrigin(request);
  return origin === undefined ? document : moveServers(document, `${origin}${prefix}`);
}

function worldNameOf({ locals }: LocatedResponse): string {
  return locals.worldName ?? defaultWorldName;
}

/** The path that the mock is mounted below, in front of every link. */
function prefixOf({ locals }: LocatedResponse): string {
  return locals.prefix ?? '';
}

function send(response: Response, type: string, text: string): void {
  response.set(pageHeaders()).set('cache-control', 'no-store').type(type).send(text);
}

function pageHtml(title: string, page: string, prefix: string): string {
  const text = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${text}</title>
    <link rel="icon" href="${prefix}/__mock/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="${prefix}/__mock/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${prefix}/__mock/docs/swagger-ui-bundle.js"></script>
    <script src="${prefix}${page}/start.js"></script>
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

import type { Request, Response, Router } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { loadYaml } from '../../files/load-yaml.ts';
import { defaultWorldName } from '../../worlds/world-name.ts';
import type { LocatedResponse } from '../exchange.ts';
import { requestOrigin } from '../mock-address.ts';
import { moveServers } from './document-servers.ts';
import { createPageRouter, pageHeaders } from './pages.ts';

export interface DocumentFile {
  /** The address of the document without `.json` or `.yaml`. */
  readonly file: string;
  /** As it reads in a world; read when it is asked for. */
  readonly document: (world: string) => OpenAPIV3_1.Document;
}

/** OpenAPI documents to be read, as JSON and as YAML. */
export function createDocumentFiles(parts: readonly DocumentFile[]): Router {
  const router = createPageRouter();
  for (const { file, document } of parts) {
    router.get(`${file}.json`, (request, response) =>
      send(response, 'json', JSON.stringify(documentFor(document(worldNameOf(response)), request, prefixOf(response)))),
    );
    router.get(`${file}.yaml`, (request, response) => {
      const { stringify } = loadYaml();
      send(
        response,
        'application/yaml',
        stringify(documentFor(document(worldNameOf(response)), request, prefixOf(response)), {
          aliasDuplicateObjects: false,
        }),
      );
    });
  }
  return router;
}

/** The document as seen from where it was asked for: its servers are there, so that its readers' requests go there. */
function documentFor(document: OpenAPIV3_1.Document, request: Request, prefix: string): OpenAPIV3_1.Document {
  const origin = requestOrigin(request);
  return origin === undefined ? document : moveServers(document, `${origin}${prefix}`);
}

function worldNameOf({ locals }: LocatedResponse): string {
  return locals.worldName ?? defaultWorldName;
}

/** The path that the mock is mounted below. */
function prefixOf({ locals }: LocatedResponse): string {
  return locals.prefix ?? '';
}

function send(response: Response, type: string, text: string): void {
  response.set(pageHeaders()).set('cache-control', 'no-store').type(type).send(text);
}

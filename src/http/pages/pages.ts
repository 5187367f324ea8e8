import type { Router } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createRequire } from 'node:module';
import type * as ExpressModule from 'express';
import { loadYaml } from '../../files/yaml.ts';
import { defaultWorldName } from '../../worlds/worlds.ts';
import type { LocatedResponse } from '../exchange.ts';
import { requestOrigin } from '../locate.ts';

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
    const serve = (ending: string, type: string, print: (document: OpenAPIV3_1.Document) => string) =>
      router.get(`${file}.${ending}`, (request, response: LocatedResponse) => {
        const { worldName = defaultWorldName, prefix = '' } = response.locals;
        // As seen from where it was asked for: its servers are there, so that its readers' requests go there.
        const origin = requestOrigin(request);
        const found = document(worldName);
        const text = print(origin === undefined ? found : moveServers(found, origin + prefix));
        response.set(pageHeaders()).set('cache-control', 'no-store').type(type).send(text);
      });
    serve('json', 'json', (found) => JSON.stringify(found));
    serve('yaml', 'application/yaml', (found) => loadYaml().stringify(found, { aliasDuplicateObjects: false }));
  }
  return router;
}

/** The document with all servers, of a path too, moved to an origin, `http://localhost:4010`; their paths stay. */
export function moveServers(document: OpenAPIV3_1.Document, origin: string): OpenAPIV3_1.Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, item && withServersAt(item, origin)]);
  return { ...withServersAt(document, origin), paths: Object.fromEntries(paths) as OpenAPIV3_1.PathsObject };
}

function withServersAt<T extends { servers?: OpenAPIV3_1.ServerObject[] }>(holder: T, origin: string): T {
  if (holder.servers === undefined) return holder;
  const servers = holder.servers.map(({ variables, ...server }) => {
    // Parts of an address (`{scheme}://{host}`) cannot follow a whole origin.
    const url = server.url.replace(/\{([^{}]+)\}/g, (text, name: string) => variables?.[name]?.default ?? text);
    const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
    return { ...server, url: origin + (path === '/' ? '' : path) };
  });
  return { ...holder, servers };
}

/** A router for pages, which are read alone: other methods pass on, OPTIONS too, which Express would answer itself. */
export function createPageRouter(): Router {
  const express = createRequire(import.meta.url)('express') as typeof ExpressModule.default;
  return express.Router({ strict: true }).use((request, _response, next) => {
    next(request.method === 'GET' || request.method === 'HEAD' ? undefined : 'router');
  });
}

/**
 * The headers of a page of the mock: nothing but the mock's own files may run, it talks to the mock alone, and no page
 * may frame it. The console draws icons from data addresses.
 * @param more directives beside these
 */
export function pageHeaders(...more: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as ExpressModule from 'express';
import type { Router } from 'express';
import type { LocatedResponse } from '../http/exchange.ts';
import { createPageRouter, pageHeaders } from '../http/pages/pages.ts';
import { packageRoot } from '../package-root.ts';

const headers = {
  ...pageHeaders("require-trusted-types-for 'script'"),
  'cross-origin-opener-policy': 'same-origin',
};

/** What the build leaves of the page beside its document. */
const pageFile = /\.(?:js|css|svg)$/;

/** The console's page; the documentation of both documents is a part of it. */
const pageAddresses = ['/', '/__mock/docs', '/__mock/docs/', '/__mock/docs/control', '/__mock/docs/control/'];

/**
 * The console at `/` and `/__mock/docs`, its files under `/__mock/console/`, as built into a folder: `dist/console` if
 * absent.
 */
export function createConsolePage(folder: string = join(packageRoot(), 'dist', 'console')): Router {
  const express = createRequire(import.meta.url)('express') as typeof ExpressModule.default;
  const router = createPageRouter();
  const files = express.static(folder, {
    index: false,
    redirect: false,
    // A file's name has its content's hash, so that what a browser has kept is what it is.
    immutable: true,
    maxAge: '1y',
    setHeaders: (response) => response.set(headers),
  });
  router.get(pageAddresses, (_request, response: LocatedResponse) => {
    const { prefix = '' } = response.locals;
    response.set({ ...headers, 'cache-control': 'no-store' });
    // Without a build there may be one later.
    const page = join(folder, 'index.html');
    if (!existsSync(page)) response.type('html').send(linksBelow(prefix, unbuiltPage));
    else if (prefix === '') response.sendFile('index.html', { root: folder, cacheControl: false });
    else response.type('html').send(linksBelow(prefix, readFileSync(page, 'utf8')));
  });
  router.get('/__mock/console/*file', (request, response) => {
    const refuse = () => {
      response.status(404).set({ ...headers, 'cache-control': 'no-store' });
      response.type('text/plain').send('The console has no such file: load its page again.\n');
    };
    if (!pageFile.test(request.path)) {
      refuse();
      return;
    }
    request.url = request.url.slice('/__mock/console'.length);
    return files(request, response, refuse);
  });
  return router;
}

/** A page whose links go below the path that the mock is mounted at. */
function linksBelow(prefix: string, page: string): string {
  return page.replaceAll(/(href|src)="(?=\/__mock\/)/g, `$&${prefix}`);
}

const unbuiltPage = `<!doctype html>
<html lang="en">
  <title>The console is not built</title>
  <h1>The console is not built</h1>
  <p>The mock serves the API. For its console, run <code>npm run build</code> and load this page again.</p>
  <p><a href="/__mock/openapi.yaml">The API's document</a></p>
</html>
`;

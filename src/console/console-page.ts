import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/**
 * Answers the request where it is for the console, and says whether it was: `/` alone, and the page's files under
 * `/__mock/console/`.
 */
export type ConsolePage = (request: IncomingMessage, response: ServerResponse) => boolean;

interface PageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const filesAddress = '/__mock/console/';

/** Nothing but the mock's own files may run, no text becomes a script, and the page talks to the mock alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The console as it was built into a folder, `dist/console` where none is given; read when it is first asked for. */
export function createConsolePage(folder: string = join(packageRoot(), 'dist', 'console')): ConsolePage {
  let files: ReadonlyMap<string, PageFile> | undefined;
  return (request, response) => {
    const { url = '', method } = request;
    // First of all requests, most of which are the API's: nothing is taken apart for them.
    if (url !== '/' && !url.startsWith('/?') && !url.startsWith(filesAddress)) return false;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const [path = ''] = url.split('?', 1);
    // Without a build there may be one later: only what is there is kept.
    const present = files ?? readFiles(folder);
    if (present.size > 0) files = present;
    if (path === '/') sendIndex(response, present.get('index.html'));
    else sendFile(response, present.get(path.slice(filesAddress.length)));
    return true;
  };
}

function readFiles(folder: string): ReadonlyMap<string, PageFile> {
  return new Map(
    fileNames(folder).flatMap((name): [string, PageFile][] => {
      const contentType = contentTypes[extname(name)];
      return contentType === undefined ? [] : [[name, { contentType, bytes: readFileSync(join(folder, name)) }]];
    }),
  );
}

function fileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sendIndex(response: ServerResponse, index: PageFile | undefined): void {
  const { contentType, bytes } = index ?? {
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(unbuiltPage),
  };
  response.writeHead(200, { ...securityHeaders(contentType, bytes), 'cache-control': 'no-store' }).end(bytes);
}

/** A file's name has its content's hash, so that what a browser has kept is what it is. */
function sendFile(response: ServerResponse, file: PageFile | undefined): void {
  if (file === undefined) {
    const bytes = Buffer.from('The console has no such file: load its page again.\n');
    const headers = securityHeaders('text/plain; charset=utf-8', bytes);
    response.writeHead(404, { ...headers, 'cache-control': 'no-store' }).end(bytes);
    return;
  }
  const headers = securityHeaders(file.contentType, file.bytes);
  response.writeHead(200, { ...headers, 'cache-control': 'public, max-age=31536000, immutable' }).end(file.bytes);
}

function securityHeaders(contentType: string, bytes: Buffer): Record<string, string | number> {
  return {
    'content-type': contentType,
    'content-length': bytes.length,
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

const unbuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The console is not built</title>
  </head>
  <body>
    <h1>The console is not built</h1>
    <p>The mock serves the API. For its console, run <code>npm run build</code> and load this page again.</p>
    <p><a href="/__mock/docs">API reference</a></p>
  </body>
</html>
`;

import { createServer, type IncomingMessage } from 'node:http';
import { basePrefix, operationPlaces, type OperationPlaces } from '../../src/deployment/addresses.ts';
import type { Addresses } from '../../src/deployment/configuration/settings.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import type { ApiRequest, FormPart, Method, RequestBody, Transport } from '../../src/deployment/transport.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { startInProcessTarget } from '../../src/judge/in-process-target.ts';

/** A deployment of its own over HTTP: a mock in this process behind what `wrap` makes of it. */
export async function serveProvider(
  document: ContractDocument,
  wrap: (mock: Transport) => Transport,
): Promise<{ readonly addresses: Addresses; close(): Promise<void> }> {
  const mock = await startInProcessTarget();
  const places = operationPlaces(document);
  const http = createHttpTransport({ addresses: mock.addresses, places, headers: {}, timeout: 10_000 });
  const provider = wrap(http);
  const server = createServer((incoming, outgoing) => {
    const answered = receivedRequest(incoming, places).then(provider);
    answered.then(
      // Addresses of the mock behind it are its own.
      ({ status, headers, text }) =>
        outgoing.writeHead(status, headers).end(text.replaceAll(mock.addresses.api_url, addressOf(incoming))),
      (error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  return {
    addresses: { base_url: `${url}${basePrefix}`, api_url: url, alt_url: url },
    async close() {
      http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.close();
    },
  };
}

function addressOf({ headers }: IncomingMessage): string {
  return `http://${headers.host ?? ''}`;
}

async function receivedRequest(incoming: IncomingMessage, places: OperationPlaces): Promise<ApiRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const method = incoming.method as Method;
  const found = [...places].find(([, place]) => {
    const path = place.prefix === 'base_url' ? `${basePrefix}${place.path}` : place.path;
    return path === pathname && place.method === method;
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const sent = ['token', 'api_access_token', 'authorization'].flatMap((name) => {
    const value = incoming.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    operation: found?.[0] ?? null,
    ...(found === undefined && { place: { prefix: 'api_url', path: pathname, method } }),
    query: [...searchParams],
    headers: Object.fromEntries(sent),
    body: await receivedBody(incoming.headers['content-type'] ?? null, Buffer.concat(chunks)),
  };
}

async function receivedBody(contentType: string | null, bytes: Buffer<ArrayBuffer>): Promise<RequestBody> {
  if (bytes.length === 0 && contentType === null) return { kind: 'none' };
  const raw: RequestBody = { kind: 'raw', contentType, text: bytes.toString() };
  try {
    if (contentType?.startsWith('application/json') === true) return { kind: 'json', value: JSON.parse(raw.text) };
    if (contentType?.startsWith('multipart/form-data') !== true) return raw;
    // Only own walks are read here.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return { kind: 'form', parts: await Promise.all([...form].map((entry) => partFrom(...entry))) };
  } catch {
    // What cannot be read goes on as it came.
    return raw;
  }
}

async function partFrom(name: string, value: string | (Blob & { readonly name: string })): Promise<FormPart> {
  if (typeof value === 'string') return { name, value };
  const bytes = new Uint8Array(await value.arrayBuffer());
  return { name, value: bytes, file: { name: value.name, type: value.type } };
}

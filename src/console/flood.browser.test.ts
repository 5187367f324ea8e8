import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';
import { createConsolePage } from './console-page.ts';

const rate = 500;
const seconds = 6;

let opened: OpenedConsole;
let server: Server;
/** The entry that is told again and again: an audience's page, of several kilobytes. */
let entry: string;

beforeAll(async () => {
  opened = await openConsole();
  const token = opened.mock.accounts[0]?.api_token ?? '';
  await opened.request('/api/v1/global/audience-list?campaign_id=5001', { headers: { token } });
  const { entries } = (await (await opened.request('/__mock/journal')).json()) as { entries: unknown[] };
  entry = JSON.stringify(entries[0]);
  const consolePage = createConsolePage();
  const app = express().use(consolePage, (request, response, next) => {
    // A mock that shares its processor with the browser cannot answer this fast: the stream is told by a stand-in.
    if (request.url === '/__mock/journal/stream') tell(response);
    else opened.mock.app(request, response, next);
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await opened.close();
  server.closeAllConnections();
  server.close();
});

function tell(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n');
  const begun = performance.now();
  let told = 0;
  const timer = setInterval(() => {
    const due = Math.min(rate * seconds, ((performance.now() - begun) / 1000) * rate);
    for (; told < due; told += 1) {
      const id = told + 2;
      response.write(`id: ${id}\nevent: request\ndata: ${entry.replace(/"id":\d+/, `"id":${id}`)}\n\n`);
    }
  }, 10);
  response.on('close', () => clearInterval(timer));
}

it('follows 500 requests a second to the last, can be used meanwhile, and draws only the rows that are seen', async () => {
  const { page } = opened;
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#/requests`);
  await page.getByText('1000 requests').waitFor();
  // While they go on coming in: a search, and a request opened.
  await page.getByLabel('Search').fill('no such text');
  await page.getByText('No request is like that').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.request-row').first().click();
  await page.getByRole('region', { name: 'Why this answer' }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator(`.request-row[href="#/requests/${rate * seconds + 1}"]`).waitFor();
  expect(await page.locator('.request-row').count()).toBeLessThan(80);
  expect(opened.complaints).toEqual([]);
});

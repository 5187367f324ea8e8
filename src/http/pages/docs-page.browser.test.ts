import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { createDocsPages } from './docs-page.ts';

const document: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Voice agents under test', version: '1.0.0' },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4010/api/v1/global' } } }],
  security: [{ token: [] }],
  paths: {
    '/agents/get-by-id': {
      get: {
        operationId: 'getAgentById',
        summary: 'Get agent details by id',
        parameters: [{ name: 'agent_id', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'The agent',
            content: {
              'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } },
            },
          },
        },
      },
    },
    '/create-agent': {
      post: {
        operationId: 'createAgent',
        summary: 'Create or update voice agent',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object' }, example: { agent_name: 'Ada' } } },
        },
        responses: { 200: { description: 'Created' } },
      },
    },
  },
  components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
};

let browser: Browser;
let server: Server;
let page: Page;
let address: string;
const received: IncomingMessage[] = [];
const complaints: string[] = [];
const foreignRequests: string[] = [];

beforeAll(async () => {
  const docs = createDocsPages([
    { title: document.info.title, page: '/__mock/docs', file: '/__mock/openapi', document: () => document },
  ]);
  const app = express().use(docs, (request, response) => {
    received.push(request);
    response.json({ agent_name: 'Amara of the test' });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) foreignRequests.push(request.url());
  });
  await page.goto(`${address}/__mock/docs`);
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

it('shows the title and every operation of the document', async () => {
  await page.getByRole('heading', { name: 'Voice agents under test' }).waitFor();
  const summaries = await page.locator('.opblock-summary-description').allTextContents();
  expect(summaries).toEqual(['Get agent details by id', 'Create or update voice agent']);
  expect(await page.locator('#docs').textContent()).not.toMatch(/warning|error/i);
});

it("sends a 'try it' request, with the token given, to the address that the page was opened at", async () => {
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.locator('.modal-ux input').fill('secret-token');
  await page.locator('.modal-ux button[type=submit]').click();
  await page.locator('.modal-ux .btn-done').click();
  await page.getByText('Get agent details by id').click();
  await page.getByPlaceholder('agent_id').fill('1004');
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.getByText('Amara of the test').first().waitFor();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'GET', url: '/api/v1/global/agents/get-by-id?agent_id=1004' });
  expect(received[0]?.headers).toMatchObject({ host: address.slice('http://'.length), token: 'secret-token' });
});

it('asks nobody but the mock, and meets no refusal of its own content policy', () => {
  expect(foreignRequests).toEqual([]);
  expect(complaints).toEqual([]);
});

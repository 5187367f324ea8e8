import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { RequestTally } from './send-answer.ts';
import { handlers } from '../../operations/handlers.ts';
import { type ApiHarness, operationIds, prepareMocks, validCalls } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';
import { createApi } from '../api.ts';
import { serveDocument } from '../express-app.ts';

const freshMock = await prepareMocks();

const get = '/api/v1/global/agents/get-by-id';
const jsonOperations = ['createAgent', 'updateAgent', 'forceCompleteCampaign', 'verifyToken'] as const;
const creation: readonly string[] = ['createAgent', 'updateAgent'];

describe('an unknown address', () => {
  it.each([
    { path: '/api', nearest: undefined },
    { path: '/api/v1/global/agents/get-by-idd', nearest: `GET ${get}` },
    { path: `${get}/`, nearest: `GET ${get}` },
    { path: '/API/V1/GLOBAL/AGENTS/GET-BY-ID', nearest: undefined },
    { path: '/api/v1/global/agents//get-by-id', nearest: `GET ${get}` },
    { path: '/api/v1/global/voices-list', nearest: 'GET /api/v1/global/voice-list' },
    { path: '/voice-list', nearest: undefined },
    { path: '/api/v1/global/api/agent/createagentorupdate', nearest: undefined },
    { path: '/api/v2/global/verify', nearest: 'POST /api/v1/global/verify' },
    { path: '/..%2f..%2fetc/passwd', nearest: undefined },
    { path: '/constructor', nearest: undefined },
    { path: '/__proto__', nearest: undefined },
  ])('$path is answered with 404 and the nearest operation, without a token', async ({ path, nearest }) => {
    const { status, body, headers } = await supertest(freshMock().mock.app).get(path);
    const { message, ...rest } = body as { message: string };
    expect({ status, rest }).toEqual({ status: 404, rest: { error: true, code: 404, data: {} } });
    expect(message).toMatch(/^There is no .+\. Did you mean (GET|POST) \/\S+\?$/);
    expect(message.startsWith(`There is no ${path}.`)).toBe(true);
    if (nearest !== undefined) expect(message).toContain(`Did you mean ${nearest}?`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is answered so for every method', async () => {
    const { app } = freshMock().mock;
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
      expect((await supertest(app)[method]('/nowhere')).status).toBe(404);
    }
  });
});

describe.each(operationIds)('the address of %s', (id) => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'takes one method, asked with %s',
    async (method) => {
      const api = freshMock();
      const { path, method: own } = api.document.operation[id];
      if (method === own) return;
      const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';
      const { status, body, headers } = await supertest(api.mock.app)[name](path);
      expect({ status, body }).toEqual({
        status: 405,
        body: { error: true, code: 405, message: `${path} takes ${own}, not ${method}.`, data: {} },
      });
      expect(headers['allow']).toBe(own);
    },
  );

  it('answers HEAD with 405 and no body', async () => {
    const api = freshMock();
    const { status, headers, body } = await supertest(api.mock.app).head(api.document.operation[id].path);
    expect({ status, body }).toEqual({ status: 405, body: {} });
    expect(headers['allow']).toBe(api.document.operation[id].method);
  });
});

describe.each(jsonOperations)('the body of %s', (id) => {
  const status = creation.includes(id) ? 422 : 400;

  it.each([
    { of: 'no JSON', body: '{' },
    { of: 'nothing but blanks', body: '   ' },
    { of: 'a list', body: '[]' },
    { of: 'null', body: 'null' },
    { of: 'a text', body: '"text"' },
    { of: 'a number', body: '5' },
    { of: 'JSON with a comma too many', body: '{"a":1,}' },
    { of: 'JSON and more', body: '{}{}' },
    { of: 'a number too large', body: '{"a":1e999}' },
    { of: 'nested a thousand deep', body: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` },
    { of: 'a form', body: 'a=b', type: 'application/x-www-form-urlencoded' },
    { of: 'text', body: '{}', type: 'text/plain' },
    { of: 'JSON in UTF-16', body: '{}', type: 'application/json; charset=utf-16' },
    { of: 'a malformed type', body: '{}', type: '/' },
    { of: 'a compressed body', body: '{}', encoding: 'gzip' },
  ])('is unreadable: $of', async ({ body, type = 'application/json', encoding }) => {
    const headers = { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) };
    await freshMock().refuse(id, { body, headers }, { status, message: /^[A-Z].*\S$/ });
  });

  it.each(['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON'])(
    'is read as %s',
    async (type) => {
      await freshMock().succeed(id, { ...validCalls[id], headers: { 'content-type': type } });
    },
  );

  it('is read without a content type', async () => {
    const { mock, ...api } = freshMock();
    const { url } = await mock.listen(0);
    const body = Buffer.from(JSON.stringify(validCalls[id].body));
    const path = api.document.operations.get(id)?.path ?? '';
    // Of bytes, fetch does not say what they are.
    const { status } = await fetch(url + path, { method: 'POST', headers: { token: tokens.acme }, body });
    await mock.close();
    expect(status).toBe(200);
  });

  it('may be 1 MB and no larger', async () => {
    const api = freshMock();
    const fill = (size: number) => {
      const body = JSON.stringify({ ...(validCalls[id].body as object), padding: '' });
      return body.replace('"padding":""', `"padding":"${'x'.repeat(size - body.length)}"`);
    };
    await api.refuse(id, { body: fill(2 ** 20 + 1) }, { status: 413, message: 'The body is larger than 1 MB.' });
    await api.succeed(id, { body: fill(2 ** 20) });
  });
});

describe('what comes first', () => {
  it('is the address, then the method, then the caller', async () => {
    const { app } = freshMock().mock;
    expect((await supertest(app).post('/nowhere').set('token', 'bad').send('{')).status).toBe(404);
    expect((await supertest(app).delete(get).set('token', 'bad')).status).toBe(405);
    expect((await supertest(app).get(get).set('token', 'bad')).status).toBe(401);
  });

  it('is the caller, then the body, then the rules', async () => {
    const api = freshMock();
    const unreadable = { body: '{', query: { agent_id: 4711 } };
    await api.refuse('createAgent', { ...unreadable, token: 'bad' }, { status: 401, message: /^Invalid Auth/ });
    await api.refuse('createAgent', unreadable, { status: 422, message: /^The body is not valid JSON/ });
    await api.refuse('createAgent', { ...unreadable, body: '{}' }, 'create-agent.not-found');
    const large = { body: `{"a":"${'x'.repeat(2 ** 20)}"}` };
    await api.refuse('createAgent', { ...large, token: 'bad' }, { status: 401, message: /^Invalid Auth/ });
    await api.refuse('createAgent', large, { status: 413, message: /./ });
  });
});

describe('a failure of the server', () => {
  it.each(operationIds)('of %s is answered with 500 and tells nothing', async (id) => {
    const api = freshMock();
    const { status, body } = await callFailing(api, id);
    const codes: Partial<Record<string, string>> = { getToken: 'SERVER_ERROR', createAgentOrUpdate: 'SERVER_ERROR' };
    expect({ status, body }).toEqual({
      status: 500,
      body: { error: true, code: codes[id] ?? 500, message: 'Internal server error', data: {} },
    });
  });
});

/** Calls an operation of an API whose handlers all fail. */
async function callFailing(api: ApiHarness, id: (typeof operationIds)[number]) {
  const failing = Object.fromEntries(
    Object.keys(handlers).map((name) => [name, () => Promise.reject(new TypeError('secret detail'))]),
  ) as unknown as typeof handlers;
  const failingApi = createApi({
    document: api.document,
    handlers: failing,
    worlds: api.mock.worlds,
    origins: [],
    isStrict: false,
    tally: new RequestTally(),
    samples: () => Promise.reject(new Error('Nothing is preferred.')),
  });
  const { path, method } = api.document.operation[id];
  const server = supertest(express().use(serveDocument(failingApi)));
  const token = id === 'getToken' ? tokens.loginAcme : tokens.acme;
  const call = method === 'GET' ? server.get(path) : server.post(path);
  return call.set('token', token);
}

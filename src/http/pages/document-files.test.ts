import express from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createDocumentFiles } from './pages.ts';

const document: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  info: { title: 'Agents & <voices>', version: '1.0.0' },
  servers: [{ url: 'http://{host}/api', variables: { host: { default: '127.0.0.1:4010' } } }],
  paths: { '/things': { get: { responses: { 200: { description: 'Fine' } } } } },
};
const files = createDocumentFiles([{ file: '/__mock/openapi', document: () => document }]);
const server = express().use(files, (_request, response) => {
  response.status(404).end('not a document');
});

it.each([
  ['/__mock/openapi.json', 'application/json; charset=utf-8'],
  ['/__mock/openapi.yaml', 'application/yaml; charset=utf-8'],
])('serves %s as %s', async (path, contentType) => {
  const { status, headers } = await request(server).get(path).buffer(true);
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, contentType, 'nosniff']);
});

it.each(['/', '/__mock/health', '/__mock/openapi.txt', '/__mock/openapi'])('leaves %s to others', async (path) => {
  expect((await request(server).get(path)).text).toBe('not a document');
});

it('leaves other methods to others', async () => {
  expect((await request(server).post('/__mock/openapi.json')).status).toBe(404);
});

it('answers HEAD without a body', async () => {
  const { status, text } = await request(server).head('/__mock/openapi.json');
  expect([status, text]).toEqual([200, undefined]);
});

describe('the document sends its readers to where they came from', () => {
  it.each([
    [{ host: 'localhost:4555' }, 'http://localhost:4555/api'],
    [{ host: '[::1]:4555' }, 'http://[::1]:4555/api'],
    [{ host: 'mock.example', 'x-forwarded-proto': 'https' }, 'https://mock.example/api'],
    [{ host: 'a"b/<c>' }, undefined],
  ])('%j', async (headers, address) => {
    const servers = address === undefined ? document.servers : [{ url: address }];
    const json = await request(server).get('/__mock/openapi.json').set(headers);
    const yaml = await request(server).get('/__mock/openapi.yaml').set(headers).buffer(true);
    expect(json.body).toEqual({ ...document, servers });
    expect(parse(yaml.text)).toEqual({ ...document, servers });
  });
});

import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { moveServers } from './pages.ts';

const origin = 'http://localhost:4555';
const info = { title: 'Test', version: '1.0.0' };

describe('a server moves to the origin, its path and its other variables stay', () => {
  it.each<[OpenAPIV3_1.ServerObject, OpenAPIV3_1.ServerObject]>([
    [{ url: 'https://api.example/v1' }, { url: 'http://localhost:4555/v1' }],
    [
      { url: 'https://api.example/', description: 'Live' },
      { url: 'http://localhost:4555', description: 'Live' },
    ],
    [{ url: '/v1' }, { url: 'http://localhost:4555/v1' }],
    [
      { url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4010/api/v1/global' } } },
      { url: '{base_url}', variables: { base_url: { default: 'http://localhost:4555/api/v1/global' } } },
    ],
    [
      {
        url: '{origin}/{version}',
        variables: {
          origin: { default: 'https://a.example', enum: ['https://a.example'] },
          version: { default: 'v2' },
        },
      },
      {
        url: '{origin}/{version}',
        variables: { origin: { default: origin, enum: [origin, 'https://a.example'] }, version: { default: 'v2' } },
      },
    ],
    [
      {
        url: '{scheme}://{host}:{port}/api/v1/global',
        variables: { scheme: { default: 'https' }, host: { default: 'a.example' }, port: { default: '443' } },
      },
      { url: 'http://localhost:4555/api/v1/global' },
    ],
  ])('%j', (server, moved) => {
    const document: OpenAPIV3_1.Document = { openapi: '3.1.0', info, paths: {}, servers: [server] };
    expect(moveServers(document, origin).servers).toEqual([moved]);
  });
});

it('moves the servers of paths and of operations too, and touches nothing else', () => {
  const servers = [{ url: 'https://api.example/v1' }];
  const moved = [{ url: 'http://localhost:4555/v1' }];
  const responses = { 200: { description: 'Fine' } };
  const document: OpenAPIV3_1.Document = {
    openapi: '3.1.0',
    info,
    paths: {
      '/a': { servers, parameters: [], get: { responses } },
      '/b': { get: { servers, responses }, post: { servers, responses } },
    },
  };
  const before = structuredClone(document);
  expect(moveServers(document, origin)).toEqual({
    openapi: '3.1.0',
    info,
    paths: {
      '/a': { servers: moved, parameters: [], get: { responses } },
      '/b': { get: { servers: moved, responses }, post: { servers: moved, responses } },
    },
  });
  expect(document).toEqual(before);
});

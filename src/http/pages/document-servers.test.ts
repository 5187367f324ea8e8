import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { moveServers } from './pages.ts';

const origin = 'http://localhost:4555';
const info = { title: 'Test', version: '1.0.0' };

describe('a server moves to the origin, its path stays', () => {
  it.each<[OpenAPIV3_1.ServerObject, OpenAPIV3_1.ServerObject]>([
    [{ url: 'https://api.example/v1' }, { url: 'http://localhost:4555/v1' }],
    [
      { url: 'https://api.example/', description: 'Live' },
      { url: 'http://localhost:4555', description: 'Live' },
    ],
    [{ url: '/v1' }, { url: 'http://localhost:4555/v1' }],
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

it('moves the servers of paths too, and touches nothing else', () => {
  const servers = [{ url: 'https://api.example/v1' }];
  const moved = [{ url: 'http://localhost:4555/v1' }];
  const responses = { 200: { description: 'Fine' } };
  const document: OpenAPIV3_1.Document = {
    openapi: '3.1.0',
    info,
    paths: {
      '/a': { servers, parameters: [], get: { responses } },
    },
  };
  const before = structuredClone(document);
  expect(moveServers(document, origin)).toEqual({
    openapi: '3.1.0',
    info,
    paths: {
      '/a': { servers: moved, parameters: [], get: { responses } },
    },
  });
  expect(document).toEqual(before);
});

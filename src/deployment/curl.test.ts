import { expect, it } from 'vitest';
import { curlLine } from './curl.ts';
import type { ApiRequest, Method } from './transport.ts';

const request: ApiRequest = { operation: 'getAgent', query: [], headers: {}, body: { kind: 'none' } };

it.each<[Partial<ApiRequest>, Method, string]>([
  [{}, 'GET', "curl -sS -i 'http://host/a'"],
  [{ operation: 'verifyToken' }, 'POST', "curl -sS -i -X POST 'http://host/a'"],
  [
    { operation: null, place: { prefix: 'base_url', path: '/a', method: 'GET' }, headers: { token: 'secret' } },
    'GET',
    `curl -sS -i 'http://host/a' -H "token: $TOKEN"`,
  ],
  [
    { operation: null, place: { prefix: 'base_url', path: '/a', method: 'PUT' } },
    'PUT',
    "curl -sS -i -X PUT 'http://host/a'",
  ],
])('a request %j with %s is the line %s', (part, method, line) => {
  expect(curlLine({ ...request, ...part }, method, 'http://host/a', new Map([['secret', 'TOKEN']]))).toBe(line);
});

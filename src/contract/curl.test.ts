import { expect, it } from 'vitest';
import { curlLine } from './curl.ts';
import type { ApiRequest } from './exchange.ts';

const request: ApiRequest = { operation: 'getAgent', query: [], headers: {}, body: { kind: 'none' } };

it.each<[Partial<ApiRequest>, string]>([
  [{}, "curl -sS -i 'http://host/a'"],
  [{ operation: 'verifyToken' }, "curl -sS -i -X POST 'http://host/a'"],
  [
    { operation: null, place: { prefix: 'base_url', path: '/a', method: 'GET' }, headers: { token: 'secret' } },
    `curl -sS -i 'http://host/a' -H "token: $TOKEN"`,
  ],
  [{ operation: null, place: { prefix: 'base_url', path: '/a', method: 'PUT' } }, "curl -sS -i -X PUT 'http://host/a'"],
])('a request %j is the line %s', (part, line) => {
  expect(curlLine({ ...request, ...part }, 'http://host/a', new Map([['secret', 'TOKEN']]))).toBe(line);
});

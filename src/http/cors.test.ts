import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { apiCors, isPreflight } from './locate.ts';

const origin = 'http://localhost:5173';
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,token,x-mock-world',
};
const app = express()
  .disable('x-powered-by')
  .use(apiCors(), (_request, response) => {
    response.status(418).end();
  });

/** What an answer says of who may read it. */
async function ask(method: 'options' | 'post' | 'get', headers: Readonly<Record<string, string>>) {
  const answer = await supertest(app)[method]('/').set(headers);
  const told = Object.entries(answer.headers).filter(([name]) => name === 'vary' || name.startsWith('access-control-'));
  return { status: answer.status, headers: Object.fromEntries(told) as Record<string, string> };
}

describe('a preflight', () => {
  it('is an OPTIONS request from an origin that asks for a method', () => {
    expect(isPreflight('OPTIONS', preflight)).toBe(true);
  });

  it.each([
    ['POST', preflight],
    ['OPTIONS', { origin }],
    ['OPTIONS', { 'access-control-request-method': 'POST' }],
    [undefined, preflight],
  ])('is not %s with %j', (method, headers) => {
    expect(isPreflight(method, headers)).toBe(false);
  });

  it('is answered at once: the API takes its methods and whatever headers are asked for', async () => {
    const { status, headers } = await ask('options', preflight);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,POST,OPTIONS',
      'access-control-allow-headers': 'content-type,token,x-mock-world',
      'access-control-max-age': '7200',
    });
    expect(headers['vary']?.split(', ').sort()).toEqual([
      'Access-Control-Request-Headers',
      'Access-Control-Request-Private-Network',
      'Origin',
    ]);
  });

  it('that asks for no header is told of none', async () => {
    const { headers } = await ask('options', { origin, 'access-control-request-method': 'GET' });
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  it.each([
    ['true', 'true'],
    ['false', undefined],
  ])('is let into the private network when it asks (%s)', async (asked, allowed) => {
    const { headers } = await ask('options', { ...preflight, 'access-control-request-private-network': asked });
    expect(headers['access-control-allow-private-network']).toBe(allowed);
  });
});

describe('an ordinary request', () => {
  it.each([origin, 'https://app.example', 'null'])(
    'from %s may be read there, with the headers of the mock',
    async (from) => {
      expect(await ask('post', { origin: from })).toEqual({
        status: 418,
        headers: {
          'access-control-allow-origin': from,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers':
            'x-contract-warning, x-mock-rule, x-mock-made-up, x-mock-source, x-mock-fault, x-mock-fallback, Preference-Applied, Retry-After, Allow, Date, Location',
          vary: 'Origin',
        },
      });
    },
  );

  it.each([
    ['get', {}],
    ['options', { origin }],
  ] as const)('%s from no page gets no more than a word to caches', async (method, headers) => {
    expect(await ask(method, headers)).toEqual({ status: 418, headers: { vary: 'Origin' } });
  });
});

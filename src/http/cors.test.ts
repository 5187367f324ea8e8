import { describe, expect, it } from 'vitest';
import { corsHeaders, isPreflight } from './cors.ts';

const origin = 'http://localhost:5173';
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,token,x-mock-world',
};

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

  it('may send the API its methods and whatever headers it asks for', () => {
    expect(corsHeaders('OPTIONS', preflight)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'content-type,token,x-mock-world',
      'access-control-max-age': '7200',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
    });
  });

  it('that asks for no header is told of none', () => {
    const headers = corsHeaders('OPTIONS', { origin, 'access-control-request-method': 'GET' });
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  it.each([
    ['true', 'true'],
    ['false', undefined],
    [undefined, undefined],
  ])('is let into the private network when it asks (%s)', (asked, allowed) => {
    const headers = corsHeaders('OPTIONS', { ...preflight, 'access-control-request-private-network': asked });
    expect(headers['access-control-allow-private-network']).toBe(allowed);
  });
});

describe('an ordinary request', () => {
  it.each([origin, 'https://app.example', 'null'])(
    'from %s may be read there, with the headers of the mock',
    (from) => {
      expect(corsHeaders('POST', { origin: from })).toEqual({
        'access-control-allow-origin': from,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'x-contract-warning, x-mock-rule, x-mock-source, x-mock-fault, x-mock-fallback, Preference-Applied, Retry-After, Allow, Date, Location',
        vary: 'Origin',
      });
    },
  );

  it('from no page gets no more than a word to caches', () => {
    expect(corsHeaders('GET', {})).toEqual({ vary: 'Origin' });
  });
});

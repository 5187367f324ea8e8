import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { Method, Place } from '../src/deployment/transport.ts';

const prefixes = ['base_url', 'api_url', 'alt_url'] as const;

/** What other services often serve beside the operations of an API. */
const usual = ['', '/', '/health', '/docs', '/openapi.json', '/agents', '/agents/', '/agents/1', '/campaigns'];

export const addressChecks: readonly Check[] = [
  check(
    { clauses: ['addresses.one-port'], effect: 'reversible' },
    'one origin serves the operations of all three prefixes',
    async (api) => {
      const urls = prefixes.map((prefix) => new URL(api.addresses[prefix]));
      if (new Set(urls.map(({ origin }) => origin)).size > 1)
        api.notVerified('the deployment has its addresses on several hosts or ports', 'api_url');
      for (const [index, url] of urls.slice(1).entries()) {
        const name = prefixes[index + 1] ?? '';
        api.holds(url.pathname === '/', {
          clause: 'addresses.one-port',
          expected: `${name} without a path of its own`,
          came: url.pathname,
        });
      }
      for (const operation of api.places.keys()) {
        // What answers there asks who calls.
        const answer = await api.call(operation, { token: null });
        api.answered(answer, { status: operation === 'getToken' ? 400 : 401 }, 'addresses.one-port');
      }
    },
  ),
  check(
    { clauses: ['addresses.unknown'], effect: 'none' },
    'an unknown address under each prefix is answered with 404 in the error shape, naming a documented operation',
    async (api) => {
      const paths = [...api.places.values()].map(({ path }) => path);
      for (const prefix of prefixes) {
        for (const token of [api.settings.token, null]) {
          const answer = await api.ask({ prefix, path: '/no-such-address', method: 'GET' }, { token });
          const message = expectError(api, answer, 404, 'addresses.unknown');
          const isNamed = paths.some((path) => message.includes(path));
          api.holds(isNamed, {
            clause: 'addresses.unknown',
            expected: 'the name of an operation',
            came: message,
            answer,
            path: '/message',
          });
        }
      }
    },
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    check(
      { clauses: ['addresses.unknown'], effect: effectOf(method) },
      `a misspelt address, asked with ${method}, is answered with 404 and the operation that was meant`,
      async (api) => {
        for (const place of api.places.values()) {
          if (place.method !== method) continue;
          const answer = await api.ask({ ...place, path: `${place.path}x` });
          const message = expectError(api, answer, 404, 'addresses.unknown');
          const isNamed = message.replace(`${place.path}x`, '').includes(place.path);
          api.holds(isNamed, {
            clause: 'addresses.unknown',
            expected: `the name of ${place.path}`,
            came: message,
            answer,
            path: '/message',
          });
        }
      },
    ),
  ),
  ...(['GET', 'POST', 'PUT'] as const).map((method) =>
    check(
      { clauses: ['addresses.method'], effect: effectOf(method) },
      `${method} at the address of an operation that takes another method is answered with 405 and Allow`,
      async (api) => {
        for (const place of api.places.values()) {
          if (place.method === method) continue;
          for (const token of [api.settings.token, null]) {
            const answer = await api.ask({ ...place, method }, { token });
            expectError(api, answer, 405, 'addresses.method');
            const allow = answer.headers['allow'] ?? '';
            const methods = allow.split(',').map((each) => each.trim());
            const isRight = methods.includes(place.method) && !methods.includes(method);
            api.holds(isRight, { clause: 'addresses.method', expected: `Allow: ${place.method}`, came: allow, answer });
          }
        }
      },
    ),
  ),
  check(
    { clauses: ['addresses.nothing-undocumented'], effect: 'none' },
    'nothing is served beside the operations: neither what is usual elsewhere nor other spellings of their addresses',
    async (api) => {
      const spellings = [...api.places.values()].flatMap(({ prefix, path }) =>
        [`${path}/`, path.toUpperCase(), path.slice(0, path.lastIndexOf('/') + 1)].map(
          (each) => [prefix, each] as const,
        ),
      );
      const documented = new Set([...api.places.values()].map(({ prefix, path }) => `${prefix} ${path}`));
      for (const [prefix, path] of [...usual.map((each) => ['base_url', each] as const), ...spellings]) {
        if (documented.has(`${prefix} ${path}`)) continue;
        const place: Place = { prefix, path, method: 'GET' };
        expectError(api, await api.ask(place), 404, 'addresses.nothing-undocumented');
      }
    },
  ),
];

function effectOf(method: Method): Check['effect'] {
  return method === 'GET' ? 'none' : 'reversible';
}

/** Expects the error shape with the status as its code, and gives the message. */
function expectError(api: Api, answer: CheckedAnswer, status: number, clause: ClauseId): string {
  api.answered(answer, { status }, clause);
  const message = memberOf(answer.body, 'message');
  const isText = typeof message === 'string' && message !== '';
  api.holds(isText, { clause, expected: 'a message', came: message, answer, path: '/message' });
  api.equal(answer.body, { error: true, code: status, message, data: {} }, { clause, what: 'the body', answer });
  return String(message);
}

import request from 'supertest';
import { expect, test } from 'vitest';
import { createMock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { checkResponse } from '../../document/validate/check-response.ts';
import {
  PreferenceError,
  generateSample,
  preferencesApplied,
  preferredAnswer,
  readPreferences,
} from './steered-answer.ts';

const none = { code: undefined, example: undefined, dynamic: false, seed: undefined, delay: 0 };
const document = loadContractDocument();

test.each([
  ['code=404', { code: 404 }],
  ['Code = 404 ; foo="a,b", delay=20', { code: 404, delay: 20 }],
  ['example="a \\"b\\", c"', { example: 'a "b", c' }],
  ['dynamic, seed=x', { dynamic: true, seed: 'x' }],
  ['code=401, code=404', { code: 401 }],
  ['respond-async, wait=10, dynamic=false', { dynamic: false }],
])('the header %s is read as RFC 7240 says', (header, expected) => {
  expect(readPreferences(header)).toEqual({ ...none, ...expected });
});

test.each([undefined, '', 'respond-async', ',,;"'])(
  'a header without a preference of the mock counts for nothing: %s',
  (header) => {
    expect(readPreferences(header)).toBeUndefined();
  },
);

test.each(['code=4', 'code=600', 'code', 'delay=-1', 'delay=60001', 'delay=1e3', 'dynamic=maybe', 'example='])(
  '%s is refused with what is expected',
  (header) => {
    expect(() => readPreferences(header)).toThrow(PreferenceError);
  },
);

test('a header of the greatest length is read at once', () => {
  expect(readPreferences('"\\'.repeat(8000))).toBeUndefined();
  expect(readPreferences(`code=404;${'a'.repeat(8000)}"${'b '.repeat(4000)}`)?.code).toBe(404);
});

test('what was applied reads back as what was preferred', () => {
  const preferences = { code: 404, example: 'a "b", c', dynamic: true, seed: 'x y', delay: 7 };
  expect(readPreferences(preferencesApplied(preferences))).toEqual(preferences);
});

const responses = [...document.operations.values()].flatMap((operation) =>
  [...operation.responses.values()].map((response) => ({
    name: `${operation.id} ${response.status}`,
    operation,
    response,
  })),
);

test.each(responses)(
  '$name can be had by its code, by each of its examples, and generated',
  async ({ operation, response }) => {
    const { status, examples } = response;
    const wish = (preferences: object) =>
      preferredAnswer(operation, { ...none, ...preferences }, generateSample, 'a seed');
    expect(await wish({ code: status })).toMatchObject({ status, body: [...examples.values()][0] });
    for (const [example, body] of examples) {
      expect(await wish({ code: status, example })).toMatchObject({ status, body });
    }
    const generated = await wish({ code: status, dynamic: true });
    expect(generated?.headers['x-mock-fallback']).toBeUndefined();
    expect(checkResponse(operation, status, 'application/json', generated?.body, { assumptions: true })).toEqual([]);
    expect(await wish({ code: status, dynamic: true })).toEqual(generated);
  },
);

test('a generated answer that breaks the document gives way to the first example', async () => {
  const operation = document.operations.get('getAgent');
  if (operation === undefined) throw new Error('getAgent is documented');
  const broken = () => Promise.resolve({ error: 'yes' });
  const answer = await preferredAnswer(operation, { ...none, dynamic: true }, broken, 'a seed');
  expect(answer).toMatchObject({ status: 200, headers: { 'x-mock-fallback': 'example' } });
  expect(answer?.body).toEqual([...(operation.responses.get(200)?.examples.values() ?? [])][0]);
});

const getAgent = '/api/v1/global/agents/get-by-id';

test('a preferred response is answered without a token, and says that it was preferred', async () => {
  const { app } = await createMock();
  const answer = await request(app).get(getAgent).set('prefer', 'code=404');
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ error: true, code: 404, message: 'Agent not found', data: {} });
  expect(answer.headers).toMatchObject({ 'preference-applied': 'code=404', 'x-mock-source': 'prefer' });
  expect(answer.headers['x-mock-rule']).toBeUndefined();
});

test.each([
  ['code=418', 'getAgent documents no 418: it documents 200, 400, 401, 404 and 500.'],
  ['code=404, example=nobody', 'getAgent has no example nobody of 404: it has get-by-id.not-found (404).'],
  ['code=x', 'The preference code=x must be a status of three digits, for example code=404.'],
])('Prefer: %s is refused in the error shape, with what there is', async (header, message) => {
  const { app } = await createMock();
  const answer = await request(app).get(getAgent).set('prefer', header);
  expect([answer.status, answer.body]).toEqual([400, { error: true, code: 400, message, data: {} }]);
});

test('a generated answer can be had again by the seed that its header tells', async () => {
  const { app } = await createMock();
  const first = await request(app).get(getAgent).set('prefer', 'dynamic=true');
  const applied = String(first.headers['preference-applied']);
  const other = await request(app).get(getAgent).set('prefer', 'dynamic=true');
  const again = await request(app).get(getAgent).set('prefer', applied);
  expect(other.text).not.toBe(first.text);
  expect(again.text).toBe(first.text);
});

test('a preferred delay alone leaves the answer to the rules', async () => {
  const { app } = await createMock();
  const answer = await request(app).get(getAgent).set('prefer', 'delay=5');
  expect([answer.status, answer.headers['x-mock-rule']]).toEqual([401, 'get-by-id.unauthorized']);
  expect(answer.headers['preference-applied']).toBe('delay=5');
});

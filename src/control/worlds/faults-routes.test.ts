import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { faultPresets } from '../../worlds/faults.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());
afterEach(() => mock.worlds.default.faults.clear());

const add = (body: object) => request(mock.app).post('/__mock/faults').send(body);

test('a fault is added, counted, inspected and removed', async () => {
  const fault = { operation: 'getAgent', when: { times: 1 }, effect: { type: 'error', status: 404 } };
  expect(await add(fault)).toMatchObject({ status: 201, body: { faults: [{ id: 1, definition: fault, matched: 0 }] } });
  const get = () => request(mock.app).get('/api/v1/global/agents/get-by-id');
  expect([(await get()).status, (await get()).status]).toEqual([404, 401]);
  expect((await request(mock.app).get('/__mock/faults')).body).toMatchObject({ faults: [{ matched: 2, fired: 1 }] });
  expect((await request(mock.app).get('/__mock/faults/1')).body).toMatchObject({ id: 1, fired: 1 });
  expect((await request(mock.app).delete('/__mock/faults/1')).status).toBe(204);
  expect((await request(mock.app).get('/__mock/faults/1')).status).toBe(404);
  expect((await request(mock.app).delete('/__mock/faults/1')).status).toBe(404);
  await add(fault);
  expect((await request(mock.app).delete('/__mock/faults')).status).toBe(204);
  expect(mock.worlds.default.faults.standing.size).toBe(0);
});

const verified = { error: false, code: 200, message: 'Token is valid', data: {} };
const html = { 'content-type': 'text/html' };

test.each<[object, string, RegExp]>([
  [{}, 'preset', /is required, or effect/],
  [{ operation: 'getAgents', effect: { type: 'cut', at: 'before' } }, 'operation', /take getAgent, createAgent/],
  [{ preset: 'slow' }, 'preset', /take flaky, slow-3g, outage/],
  [{ preset: 'flaky', when: { times: 1 } }, 'when', /not known here: take preset, operation/],
  [{ effect: { type: 'explode' } }, 'effect.type', /must be error, respond, delay/],
  [{ effect: { type: 'error' } }, 'effect.status', /is required/],
  [
    { operation: 'getAgent', effect: { type: 'error', status: 418 } },
    'effect.status',
    /one of 200, 400, 401, 404, 500, or say undocumented/,
  ],
  [
    { effect: { type: 'error', status: 404 } },
    'effect.status',
    /forceCompleteCampaign|listVoices|verifyToken|getToken|createAgentOrUpdate/,
  ],
  [
    { operation: 'getAgent', effect: { type: 'error', status: 404, example: 'x' } },
    'effect.example',
    /take get-by-id.not-found/,
  ],
  [{ effect: { type: 'error', status: 418, undocumented: true, example: 'x' } }, 'effect.example', /no example of it/],
  [{ effect: { type: 'cut', at: 'before', status: 500 } }, 'effect.status', /not known here: take type, at/],
  [{ effect: { type: 'cut' } }, 'effect.at', /is required/],
  [{ effect: { type: 'delay', milliseconds: 60001 } }, 'effect.milliseconds', /must be a number from 0 to 60000/],
  [{ effect: { type: 'delay', distribution: 'uniform', minimum: 2, maximum: 1 } }, 'effect.maximum', /below/],
  [
    { effect: { type: 'delay', median: 2, milliseconds: 3 } },
    'effect.median',
    /not known here: take type, distribution, milliseconds/,
  ],
  [{ effect: { type: 'dribble', chunks: 3 } }, 'effect.milliseconds', /is required/],
  [
    { effect: { type: 'dribble', chunks: 3, bytes_per_second: 3 } },
    'effect.chunks',
    /not known here: take type, bytes_per_second/,
  ],
  [{ when: { tims: 1 }, effect: { type: 'malformed-json' } }, 'when.tims', /is not known here\. Did you mean times\?/],
  [{ when: {}, effect: { type: 'malformed-json' } }, 'when', /must be an object with after, every, times or/],
  [{ when: { after: -1 }, effect: { type: 'malformed-json' } }, 'when.after', /must be an integer from 0/],
  [{ match: { header: {} }, effect: { type: 'malformed-json' } }, 'match.header', /Did you mean headers\?/],
  [{ match: { headers: { a: 1 } }, effect: { type: 'malformed-json' } }, 'match.headers.a', /must be a string/],
  [
    { when: { probability: 1.1 }, effect: { type: 'malformed-json' } },
    'when.probability',
    /must be a number from 0 to 1/,
  ],
  [{ match: { token: '' }, effect: { type: 'malformed-json' } }, 'match.token', /./],
  [{ matches: {}, effect: { type: 'malformed-json' } }, 'matches', /not known here/],
  [{ effect: { type: 'error', status: 500, exmaple: 'x', stauts: 400 } }, 'effect.exmaple', /Did you mean example\?/],
  [{ effect: { type: 'eror', status: 400 } }, 'effect.type', /Did you mean error\?/],
  [{ preset: 'outages' }, 'preset', /Did you mean outage\?/],
  [{ effect: { type: 'respond' } }, 'effect.status', /is required, or effect.patch/],
  [{ effect: { type: 'respond', patch: {}, body: {} } }, 'effect.body', /does not go with effect.patch/],
  [{ effect: { type: 'respond', patch: {}, headers: html } }, 'effect.headers', /changes the JSON answer/],
  [{ effect: { type: 'respond', patch: {}, after_commit: false } }, 'effect.after_commit', /took effect/],
  [{ effect: { type: 'respond', patch: { a: 'x'.repeat(2 ** 20) } } }, 'effect.patch', /larger than/],
  [{ operation: 'getAgent', effect: { type: 'respond', patch: { extra: 1 } } }, 'effect.patch.extra', /not documented/],
  [
    { operation: 'getAgent', effect: { type: 'respond', patch: { data: { basic_details: { id: 'x' } } } } },
    'effect.patch.data.basic_details.id',
    /getAgent, 200: .*undocumented: true/,
  ],
  [{ operation: 'getAgent', effect: { type: 'respond', status: 418, patch: {} } }, 'effect.status', /418/],
  [{ effect: { type: 'respond', status: 101 } }, 'effect.status', /from 200 to 599/],
  [{ operation: 'getAgent', effect: { type: 'respond', status: 418 } }, 'effect.status', /say undocumented: true/],
  [{ effect: { type: 'respond', status: 200, body: {} } }, 'effect.body.error', /getAgent, 200: .*is required/],
  [
    { operation: 'verifyToken', effect: { type: 'respond', status: 200, body: { ...verified, extra: 1 } } },
    'effect.body.extra',
    /is not documented/,
  ],
  [
    { operation: 'verifyToken', effect: { type: 'respond', status: 200, headers: html, body: 'x' } },
    'effect.headers',
    /content type is text\/html/,
  ],
  [{ effect: { type: 'respond', status: 200, headers: html, body: {} } }, 'effect.body', /must be a text/],
  [
    { effect: { type: 'respond', status: 200, headers: { 'Content-Length': '1' } } },
    'effect.headers.Content-Length',
    /own/,
  ],
  [{ effect: { type: 'respond', status: 200, headers: { a: 'b\r\nc: d' } } }, 'effect.headers.a', /visible ASCII/],
  [{ effect: { type: 'respond', status: 200, headers: { 'a b': 'c' } } }, 'effect.headers', /letters, digits/],
  [{ effect: { type: 'respond', status: 200, body: 'x'.repeat(2 ** 20) } }, 'effect.body', /larger than/],
])('%j is refused at %s, and nothing is added', async (body, field, message) => {
  const answer = await add(body);
  expect(answer).toMatchObject({ status: 400, body: { error: true, code: 400, data: { field } } });
  expect((answer.body as { message: string }).message).toMatch(message);
  expect(mock.worlds.default.faults.standing.size).toBe(0);
});

test('each preset is listed with what it does, and can be added, for one operation too', async () => {
  const { body } = await request(mock.app).get('/__mock/fault-presets');
  expect(body).toMatchObject({
    presets: Object.entries(faultPresets).map(([name, { summary }]) => ({ name, summary })),
  });
  for (const [preset, { faults }] of Object.entries(faultPresets)) {
    const answer = await add({ preset, operation: 'listVoices' });
    const definitions = faults.map((fault) => ({ ...fault, operation: 'listVoices' }));
    expect(answer).toMatchObject({ status: 201, body: { faults: definitions.map((definition) => ({ definition })) } });
    expect((await add({ preset })).status).toBe(201);
  }
});

test('the secrets that a fault looks for are not shown', async () => {
  const headers = { 'X-Api-Key': 'very-secret', 'x-device': 'phone' };
  const answers = [
    await add({ match: { token: 'very-secret', headers }, effect: { type: 'malformed-json' } }),
    await request(mock.app).get('/__mock/faults'),
    await request(mock.app).get('/__mock/faults/1'),
  ];
  for (const { text } of answers) expect(text).not.toContain('very-secret');
  expect(answers[0]?.body).toMatchObject({
    faults: [
      { definition: { match: { token: '[masked]', headers: { 'X-Api-Key': '[masked]', 'x-device': 'phone' } } } },
    ],
  });
});

test('a patch that is as the document says, and one that says not to be, are taken', async () => {
  const patch = { data: { basic_details: { agent_name: 'Patched' } } };
  expect((await add({ operation: 'getAgent', effect: { type: 'respond', patch } })).status).toBe(201);
  const undocumented = { type: 'respond', patch: { data: { extra: 1 } }, undocumented: true };
  expect((await add({ operation: 'getAgent', effect: undocumented })).status).toBe(201);
});

test('faults belong to their world', async () => {
  await add({ preset: 'outage' });
  const other = await request(mock.app).get('/__mock/faults').set('x-mock-world', 'other');
  expect(other.body).toEqual({ faults: [] });
  const get = request(mock.app).get('/api/v1/global/agents/get-by-id');
  expect((await get.set('x-mock-world', 'other')).status).toBe(401);
});

test('an answer of the user is sent as it stands, JSON or text, and shown as what it is', async () => {
  const verify = () => request(mock.app).post('/api/v1/global/verify');
  const own = verified;
  await add({
    operation: 'verifyToken',
    effect: { type: 'respond', status: 200, headers: { 'X-Own': 'yes' }, body: own },
  });
  const documented = await verify();
  expect(documented).toMatchObject({ status: 200, body: own, headers: { 'x-own': 'yes', 'x-mock-source': 'fault' } });
  expect(documented.headers).not.toHaveProperty('x-mock-rule');
  await request(mock.app).delete('/__mock/faults');

  const effect = { type: 'respond', status: 502, headers: html, body: '<h1>Bad gateway</h1>', undocumented: true };
  await add({ effect });
  const undocumented = await verify();
  expect(undocumented).toMatchObject({ status: 502, text: effect.body, headers: { 'content-type': 'text/html' } });
  const { body } = await request(mock.app).get('/__mock/journal').query({ limit: 1 });
  expect(body).toMatchObject({
    entries: [{ status: 502, rule: null, faults: [{ effect: { type: 'respond', status: 502, undocumented: true } }] }],
  });
  expect((body as { entries: { faults: { effect: object }[] }[] }).entries[0]?.faults[0]?.effect).not.toHaveProperty(
    'body',
  );
  await request(mock.app).delete('/__mock/faults');

  await add({ effect: { type: 'respond', status: 204, undocumented: true } });
  expect(await verify()).toMatchObject({ status: 204, text: '' });
});

test('an answer of the user may come after the request has taken effect', async () => {
  const own = { type: 'respond', status: 503, body: 'late', undocumented: true, after_commit: true };
  await add({ operation: 'createAgent', effect: own });
  const before = mock.worlds.default.store.view().count('agents');
  const token = mock.accounts[0]?.api_token ?? '';
  const answer = await request(mock.app)
    .post('/api/v1/global/create-agent')
    .set('token', token)
    .send({ agent_name: 'A' });
  expect(answer).toMatchObject({ status: 503, body: 'late' });
  expect(mock.worlds.default.store.view().count('agents')).toBe(before + 1);
});

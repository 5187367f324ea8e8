import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { assembleMock } from '../app.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral } from '../store/open-ephemeral.ts';
import { ApiHarness, testTime, type CallOptions, type TestAnswer } from '../testing/api-harness.ts';
import { type Edit, edited, encodingPlace, newOperation, operationAtPath } from '../testing/small-document.ts';
import { smallFiles, tokens } from '../testing/well-known.ts';
import { ControllableClock, systemClock } from '../worlds/time-and-chance.ts';

const voicesQuery = { provider_id: 'provider_a' };

describe('the mock follows a copy of the document', () => {
  it('in a limit', async () => {
    const limit = ['paths', '/voice-list', 'get', 'parameters', 2];
    const changed = mockOf(
      { at: [...limit, 'schema', 'x-assumed', 'maximum'], value: 3 },
      { at: [...limit, 'example'], value: 3 },
    );
    expect(await changed.call('listVoices', { query: { ...voicesQuery, limit: 3 } })).toMatchObject({ status: 200 });
    expect(await changed.call('listVoices', { query: { ...voicesQuery, limit: 4 } })).toMatchObject({ status: 400 });
  });

  it('in a default', async () => {
    const changed = mockOf({ at: ['paths', '/audience-list', 'get', 'parameters', 2, 'schema', 'default'], value: 2 });
    expect(await changed.call('listAudience', { query: { campaign_id: 5001 } })).toMatchObject({
      body: { pagination: { limit: 2 }, datalist: [{}, {}] },
    });
  });

  it.each([
    {
      limit: 'maxItems',
      at: ['maxItems'],
      value: 1,
      message: 'At most 1 file is accepted in FILE_KNOWLEDGE_BASES; b.csv is one too many.',
    },
    {
      limit: 'maxLength',
      at: ['items', 'maxLength'],
      value: 2 ** 19,
      message: 'The file b.csv is larger than 0.5 MB.',
    },
  ])('in what the form says of its files: $limit', async ({ at, value, message }) => {
    const changed = mockOf({
      at: ['components', 'schemas', 'AgentForm', 'properties', 'FILE_KNOWLEDGE_BASES', ...at],
      value,
    });
    const content = Buffer.alloc(2 ** 19 + 1, 'a,b\n');
    const files = [
      { field: 'FILE_KNOWLEDGE_BASES', name: 'a.csv', content: smallFiles.csv },
      { field: 'FILE_KNOWLEDGE_BASES', name: 'b.csv', content },
    ];
    const form: CallOptions['form'] = [['basic_details[agent_name]', 'Clinic Desk']];
    expect(await changed.call('createAgentOrUpdate', { form, files })).toMatchObject({
      status: 422,
      body: { message },
    });
  });

  it('in a type of files', async () => {
    const at = [...encodingPlace('FILE_KNOWLEDGE_BASES'), 'contentType'];
    const changed = mockOf({ at, value: 'application/pdf' });
    const files = [{ field: 'FILE_KNOWLEDGE_BASES', name: 'a.csv', content: smallFiles.csv }];
    const form: CallOptions['form'] = [['basic_details[agent_name]', 'Clinic Desk']];
    const message = 'The file a.csv is not a PDF file.';
    expect(await changed.call('createAgentOrUpdate', { form, files })).toMatchObject({
      status: 422,
      body: { message },
    });
    expect(() => mockOf({ at, value: 'text/rtf' })).toThrow(
      'FILE_KNOWLEDGE_BASES of createAgentOrUpdate takes text/rtf',
    );
  });

  it('in a message of success and in one of refusal', async () => {
    const answers = ['paths', '/create-agent', 'post', 'responses'];
    const media = ['content', 'application/json', 'examples'];
    const success = mockOf({ at: [...answers, '200', ...media, 'created', 'value', 'message'], value: 'Well done' });
    expect(await success.succeed('createAgent', { body: { agent_name: 'Ada' } })).toMatchObject({
      message: 'Well done',
    });
    const at = [...answers, '400', ...media, 'create-agent.status.invalid', 'value', 'message'];
    const refusal = mockOf({ at, value: 'No such status' });
    expect(await refusal.call('createAgent', { body: { agent_id: 1002, status: 9 } })).toMatchObject({
      body: { message: 'No such status' },
    });
  });

  it('in a path', async () => {
    const operation = operationAtPath('/voice-list', 'get');
    const changed = mockOf(
      { at: ['paths', '/voice-list'], value: undefined },
      { at: ['paths', '/voices', 'get'], value: operation },
    );
    expect(await addressOf(changed, 'GET', '/api/v1/global/voices?provider_id=provider_a')).toBe(200);
    expect(await addressOf(changed, 'GET', '/api/v1/global/voice-list?provider_id=provider_a')).toBe(404);
  });

  it('in a method', async () => {
    const operation = operationAtPath('/voice-list', 'get');
    const changed = mockOf(
      { at: ['paths', '/voice-list', 'get'], value: undefined },
      { at: ['paths', '/voice-list', 'put'], value: operation },
    );
    expect(await addressOf(changed, 'PUT', '/api/v1/global/voice-list?provider_id=provider_a')).toBe(200);
    expect(await addressOf(changed, 'GET', '/api/v1/global/voice-list?provider_id=provider_a')).toBe(405);
  });

  it('in a security requirement', async () => {
    const headers = { authorization: `Bearer ${tokens.acme}` };
    const ask = (mock: ApiHarness): Promise<TestAnswer> =>
      mock.call('listVoices', { query: voicesQuery, token: null, headers });
    expect(await ask(mockOf())).toMatchObject({ status: 401 });
    expect(
      await ask(mockOf({ at: ['paths', '/voice-list', 'get', 'security'], value: [{ bearer: [] }] })),
    ).toMatchObject({ status: 200 });
  });

  it('or does not start, if it has an operation that has no handler', () => {
    expect(() => mockOf(newOperation('newOperation'))).toThrow('newOperation');
  });
});

const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });

/** A mock that serves a copy of the document with these edits. */
function mockOf(...edits: readonly Edit[]): ApiHarness {
  const folder = mkdtempSync(join(tmpdir(), 'edited-document-'));
  const { openapi, clauses } = edited(edits);
  const files = { openapiFile: join(folder, 'openapi.yaml'), clausesFile: join(folder, 'clauses.yaml') };
  try {
    writeFileSync(files.openapiFile, openapi);
    writeFileSync(files.clausesFile, clauses);
    const document = loadContractDocument(files);
    const clock = new ControllableClock(systemClock());
    clock.freeze(testTime);
    return new ApiHarness(assembleMock(document, base.fork(), { clock }), document, clock);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The status that an address answers. */
async function addressOf({ mock }: ApiHarness, method: 'GET' | 'PUT', address: string): Promise<number> {
  const server = supertest(mock.app);
  const { status } = await (method === 'GET' ? server.get(address) : server.put(address)).set('token', tokens.acme);
  return status;
}

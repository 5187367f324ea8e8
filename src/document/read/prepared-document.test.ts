import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBody, checkQuery } from '../validate/check-request.ts';
import { checkForm } from '../validate/check-form.ts';
import { checkResponse } from '../validate/check-response.ts';
import { ContractDocumentError } from './document-error.ts';
import {
  type ContractDocument,
  loadContractDocument,
  prepareContractDocument,
  readDocumentFiles,
  readPreparedDocument,
} from './load.ts';
import type { Operation } from '../operation.ts';
import { schemaKey } from '../validate/schema-compiler.ts';

let folder: string;
let prepared: ContractDocument;
const read = loadContractDocument();

beforeAll(() => {
  // Below the packages, because what is compiled loads parts of them.
  folder = mkdtempSync(join('node_modules', '.prepared-document-'));
  prepareContractDocument(join(process.cwd(), folder));
  prepared = loadContractDocument({ preparedFolder: join(process.cwd(), folder) });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What an operation says to many requests and answers, right and wrong ones. */
function verdicts(operation: Operation): unknown[] {
  const values = ['', '0', '1', 'x', '101', 'provider_a', 'true'];
  const queries = operation.parameters.flatMap(({ name }) => values.map((value) => [{ name, value }]));
  const bodies = operation.members.flatMap(({ name }) =>
    [null, '', 0, 1, 'Europe/Berlin', 'https://a.example', {}, []].map((value) => ({ [name]: value })),
  );
  const forms = ['', 'x', '😀'.repeat(101), '7'].map((text) => ({
    basic_details: { agent_name: text, category: text, agent_type: text },
  }));
  const answers = [...operation.responses.keys()].flatMap((status) =>
    [...operation.successExamples.values(), ...operation.refusals.values()].map(({ body }) => ({ status, body })),
  );
  return [
    queries.map((query) => checkQuery(operation, query)),
    operation.body === 'json' && bodies.map((body) => checkBody(operation, body)),
    operation.body === 'multipart' && forms.map((form) => checkForm(operation, form)),
    [true, false].map((assumptions) =>
      answers.map(({ status, body }) => checkResponse(operation, status, 'application/json', body, { assumptions })),
    ),
  ];
}

test.each([...read.operations])('%s decides as it does without what was prepared', (id, operation) => {
  const other = prepared.operations.get(id);
  expect(other && verdicts(other)).toEqual(verdicts(operation));
});

test('every schema that an operation may need was compiled', () => {
  const validator = readPreparedDocument(readDocumentFiles({}), join(process.cwd(), folder))?.validator;
  const needed = [...prepared.operations.values()].flatMap(({ parameters, members, responses }) => [
    ...[...parameters, ...members].map(({ check }) => check),
    ...[...responses.values()].flatMap(({ content }) =>
      [...content.values()].flatMap(({ stated, assumed }) => [stated, assumed]),
    ),
  ]);
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter(({ schema }) => validator?.(schemaKey(schema)) === undefined)).toEqual([]);
  expect(validator?.('constructor')).toBeUndefined();
});

test('an operation of a document that a build has checked is read when it is first asked for, and all of another one', () => {
  const preparedFolder = join(process.cwd(), folder);
  const file = join(folder, 'contract-document.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"operationId":"getAgent"', '"operationId":"getAgent","x-body-limit":"none"'));
  const broken = loadContractDocument({ preparedFolder });
  expect(broken.operation.getToken.id).toBe('getToken');
  expect(() => broken.operation.getAgent).toThrow('must say how many bytes');
  expect(() => broken.operations).toThrow('must say how many bytes');
  expect(() => broken.amended(broken.openapi)).toThrow('must say how many bytes');
  writeFileSync(file, text);
});

test('what was prepared is read, and not the document, as long as the document stays as it is', () => {
  const file = join(folder, 'contract-document.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"version":"1.0.0"', '"version":"prepared"'));
  expect(loadContractDocument({ preparedFolder: join(process.cwd(), folder) }).openapi['info']).toMatchObject({
    version: 'prepared',
  });
  const openapiFile = join(folder, 'openapi.yaml');
  const document = readFileSync('openapi/openapi.yaml', 'utf8');
  for (const [other, version] of [
    [`${document}# A comment\n`, '1.0.0'],
    // As long as before.
    [document.replace('version: 1.0.0', 'version: 1.0.1'), '1.0.1'],
  ] as const) {
    writeFileSync(openapiFile, other);
    const changed = loadContractDocument({ openapiFile, preparedFolder: join(process.cwd(), folder) });
    expect(changed.openapi['info']).toMatchObject({ version });
  }
  writeFileSync(file, text);
});

test.each(['openapi', 'clauses'] as const)('a change that breaks %s.yaml is still refused', (name) => {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, readFileSync(join('openapi', `${name}.yaml`), 'utf8').replaceAll('verifyToken', 'verify'));
  const files = { [`${name}File`]: file, preparedFolder: join(process.cwd(), folder) };
  expect(() => loadContractDocument(files)).toThrow(ContractDocumentError);
});

test('where nothing was prepared the document is read', () => {
  expect(readPreparedDocument(readDocumentFiles({}))).toBeUndefined();
});

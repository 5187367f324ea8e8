import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSchemaCheck, prepareRecordSchemas } from './record-schema.ts';
import { sampleAgent, sampleLead } from '../testing/store/sample-scenario.ts';
import { packageRoot } from '../package-root.ts';
import { collectionNames } from './state/root.ts';

test('every collection has a schema, which refuses what is no record', () => {
  const check = createSchemaCheck();
  for (const name of [...collectionNames, 'leads'] as const) {
    expect(check(name, {}), name).toMatchObject({ reason: 'is required' });
    expect(check(name, null), name).toMatchObject({ pointer: '' });
  }
});

test('open members take any JSON, however deep', () => {
  const agent = sampleAgent(1, { guardrails: { a: [{ b: [null, 1, 'x'] }] }, dispositions: [[], {}, null] });
  expect(createSchemaCheck()('agents', agent)).toBeUndefined();
});

test.each([
  [{ status: 4 }, '/status'],
  [{ mobile_no: '' }, '/mobile_no'],
  [
    { calls: [{ started_on: '2025-01-01T00:00:00.000Z', call_status: 'x', disposition: '', duration: -1 }] },
    '/calls/0/duration',
  ],
])('a lead with %j is refused at %s', (members, pointer) => {
  expect(createSchemaCheck()('leads', { ...sampleLead(1), ...members })).toMatchObject({ pointer });
});

test('what a build has compiled says the same', () => {
  // Inside the package, where the compiled code finds what it needs of Ajv.
  const folder = join(packageRoot(), 'node_modules', '.cache', 'record-schemas');
  mkdirSync(folder, { recursive: true });
  prepareRecordSchemas(folder);
  const [built, own] = [createSchemaCheck(folder), createSchemaCheck()];
  for (const record of [sampleLead(1), { ...sampleLead(1), mobile_no: '' }, { ...sampleLead(1), extra: 1 }, null]) {
    expect(built('leads', record)).toEqual(own('leads', record));
  }
  for (const name of collectionNames) expect(built(name, {})).toEqual(own(name, {}));
});

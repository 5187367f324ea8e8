import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { packageRoot } from '../../package-root.ts';
import { faultsBySchema, prepareRecordSchemas, validatorsIn } from './record-schema.ts';
import { collectionNames } from './root.ts';
import { editorSchemas } from '../../testing/small-document.ts';
import { sampleAgent, sampleLead } from '../../testing/store/sample-scenario.ts';

test('every collection has a schema, which refuses what is no record', () => {
  for (const name of [...collectionNames, 'leads'] as const) {
    expect(faultsBySchema(name, {})[0], name).toMatchObject({ reason: 'is required' });
    expect(faultsBySchema(name, null)[0], name).toMatchObject({ pointer: '' });
  }
});

test('open members take any JSON, however deep', () => {
  const agent = sampleAgent(1, { guardrails: { a: [{ b: [null, 1, 'x'] }] }, dispositions: [[], {}, null] });
  expect(faultsBySchema('agents', agent)).toEqual([]);
});

test.each([
  [{ status: 4 }, '/status'],
  [{ mobile_no: '' }, '/mobile_no'],
  [
    { calls: [{ started_on: '2025-01-01T00:00:00.000Z', call_status: 'x', disposition: '', duration: -1 }] },
    '/calls/0/duration',
  ],
])('a lead with %j is refused at %s', (members, pointer) => {
  expect(faultsBySchema('leads', { ...sampleLead(1), ...members })[0]).toMatchObject({ pointer });
});

test('what a build has compiled says the same', () => {
  // Inside the package, where the compiled code finds what it needs of Ajv.
  const folder = join(packageRoot(), 'node_modules', '.cache', 'record-schemas');
  mkdirSync(folder, { recursive: true });
  prepareRecordSchemas(folder);
  const built = validatorsIn(folder);
  // Tools that read it as a module refuse what is declared twice.
  const declared =
    readFileSync(join(folder, 'record-validators.cjs'), 'utf8').match(/^function \w+|;function \w+/gm) ?? [];
  expect(new Set(declared).size).toBe(declared.length);
  for (const record of [sampleLead(1), { ...sampleLead(1), mobile_no: '' }, { ...sampleLead(1), extra: 1 }, null]) {
    expect(faultsBySchema('leads', record, built)).toEqual(faultsBySchema('leads', record));
  }
  for (const name of collectionNames) expect(faultsBySchema(name, {}, built)).toEqual(faultsBySchema(name, {}));
});

const schemas = await editorSchemas();
const fixtures = join(packageRoot(), 'fixtures/default');
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** As editors do: keywords that they do not know are passed over. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
const validator = (name: string) => ajv.compile(schemas[`scenario/${name}.schema.json`] ?? false);

const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file, file.split('/')[0]?.replace('.json', '') ?? ''] as const);

it('there is one for each kind of file', () => {
  const kinds = [...new Set(files.map(([, kind]) => `scenario/${kind}.schema.json`))];
  expect(
    Object.keys(schemas)
      .filter((name) => name.startsWith('scenario/'))
      .sort(),
  ).toEqual(kinds.sort());
});

describe.each(files)('the schema of %s', (file, kind) => {
  const records = read(join(fixtures, file)) as readonly object[];
  const validate = validator(kind);

  it('takes the records, and the same beside the address of the schema', () => {
    expect(validate(records)).toBe(true);
    expect(validate({ $schema: `./${kind}.schema.json`, records })).toBe(true);
  });

  it.runIf(records.length > 0)('refuses a member that is unknown, missing or of another type', () => {
    const [first = {}, ...others] = records;
    const [name = ''] = Object.keys(first);
    const { [name]: _, ...without } = first as Readonly<Record<string, unknown>>;
    for (const broken of [{ ...first, nickname: 'x' }, without, { ...first, [name]: [] }]) {
      expect(validate([broken, ...others])).toBe(false);
      expect(validate({ records: [broken, ...others] })).toBe(false);
    }
    expect(validate({ records, extra: 1 })).toBe(false);
    expect(validate('records')).toBe(false);
  });
});

test('each place that is wrong is told once, though its value breaks several rules', () => {
  const faults = faultsBySchema('leads', { ...sampleLead(1), id: -1.5, status: 9 });
  expect(faults.map(({ pointer }) => pointer).toSorted()).toEqual(['/id', '/status']);
});

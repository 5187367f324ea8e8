import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../package-root.ts';
import { editorSchemas } from '../testing/small-document.ts';

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

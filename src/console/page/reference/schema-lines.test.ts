import { expect, it } from 'vitest';
import { DocumentNodes } from '../api/documented-operations.ts';
import { schemaLines, typeText } from './schema-lines.ts';

const nodes = new DocumentNodes({
  schemas: {
    Voice: { type: 'object', properties: { id: { type: 'integer', minimum: 1, description: ' Which. ' } } },
    Tree: { type: 'object', properties: { child: { $ref: '#/schemas/Tree' } } },
  },
});

it('lists the members of a schema at every depth, those of all that it is made of too', () => {
  const schema = {
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 9 }, voice: { $ref: '#/schemas/Voice' } },
    allOf: [{ required: ['tools'], properties: { tools: { type: 'array', items: { $ref: '#/schemas/Voice' } } } }],
    oneOf: [{ required: ['a'], properties: { a: { const: 1 } } }, { properties: { b: { enum: ['x', 'y'] } } }],
    'x-assumed': { properties: { extra: { type: ['integer', 'null'] } } },
  };
  expect(schemaLines(nodes, schema).map(({ path, type, isRequired }) => [path, type, isRequired])).toEqual([
    ['name', 'string, 1 to 9 characters', true],
    ['voice', 'object', false],
    ['voice.id', 'integer, at least 1', false],
    ['tools', 'list of object', true],
    ['tools[].id', 'integer, at least 1', false],
    ['extra', 'integer or null', false],
    ['a', '1', false],
    ['b', '"x", "y"', false],
  ]);
  expect(schemaLines(nodes, schema)[2]?.description).toBe('Which.');
});

it('ends where a schema contains itself', () => {
  expect(schemaLines(nodes, { $ref: '#/schemas/Tree' })).toHaveLength(7);
});

it.each([
  [{ oneOf: [{ $ref: '#/schemas/Voice' }, { type: 'null' }] }, 'object or null'],
  [{ type: 'string', format: 'date-time' }, 'string, date-time'],
  [{ type: 'array', maxItems: 3, items: {} }, 'list, at most 3 items'],
  [{}, ''],
])('says of %j what it must be', (schema, text) => {
  expect(typeText(nodes, schema)).toBe(text);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMock, type Mock } from '../../app.ts';
import { editorSchemas } from '../../testing/small-document.ts';
import type { GivenFaults } from './check-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const file = join(folder, 'a.faults.yaml');
const mocks: Mock[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(mocks.map((mock) => mock.close()));
});

async function begin(faults: GivenFaults): Promise<Mock> {
  const mock = await createMock({ faults });
  mocks.push(mock);
  return mock;
}

async function begun(text: string): Promise<Mock> {
  writeFileSync(file, text);
  return begin(file);
}

async function mistakesIn(text: string): Promise<readonly string[]> {
  const error: unknown = await begun(text).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('The faults were taken.');
  return error.message.split('\n').map((line) => line.replace(file, 'F'));
}

const { 'faults.schema.json': schema = {} } = await editorSchemas();
const fits = (text: string) => new Ajv2020({ allowUnionTypes: true }).validate(schema, parse(text));

const good = `# yaml-language-server: $schema=node_modules/voice-agent-mock/openapi/faults.schema.json
faults:
  - operation: getToken
    effect: { type: error, status: 401 }
  - preset: outage
    operation: verifyToken
`;
const status = (mock: Mock, world: string) => mock.world(world).fetch('/api/v1/global/verify', { method: 'POST' });

describe('faults to begin with', () => {
  it.each<[string, () => Promise<Mock>]>([
    ['of a file in YAML', () => begun(good)],
    ['of a file in JSON', () => begun(JSON.stringify({ $schema: 'a', ...(parse(good) as object) }))],
    ['from code', () => begin((parse(good) as { faults: GivenFaults }).faults)],
  ])('%s are in every world, and there again after a reset', async (_, make) => {
    const mock = await make();
    for (const name of ['default', 'another']) {
      expect((await status(mock, name)).status, name).toBe(500);
      const world = mock.world(name);
      await world.clearFaults();
      expect((await status(mock, name)).status, name).toBe(401);
      await world.reset();
      expect((await status(mock, name)).status, name).toBe(500);
    }
    // A request that may not make a world sees one as it would begin.
    expect(mock.worlds.find('another')).toBeDefined();
  });

  it('are as the schema for editors says', () => {
    expect(fits(good)).toBe(true);
    for (const wrong of ['faults: [{}]', 'faults: [{preset: slow}]', 'faults: [{effect: {type: cut}}]', '{}']) {
      expect(fits(wrong), wrong).toBe(false);
    }
  });

  it('are refused with every mistake, where it stands, and what was meant', async () => {
    const text = `fault: 1
faults:
  - operation: getAgents
    effect: { type: error, status: 401 }
  - effect:
      type: error
      stauts: 401
      example: 5
  - preset: outages
  - operation: getAgent
    effect: { type: respond, status: 200, body: {} }
  - 7
`;
    expect(await mistakesIn(text)).toEqual([
      expect.stringMatching(/^F:1:1: fault is not known here/),
      expect.stringMatching(/^F:3:5: faults\[0\]: There is no operation getAgents: .* Did you mean getAgent\?$/),
      expect.stringMatching(/^F:5:5: faults\[1\]: effect\.status is required\.$/),
      expect.stringMatching(/^F:7:7: faults\[1\]: effect\.stauts is not known here\. Did you mean status\?$/),
      expect.stringMatching(/^F:8:7: faults\[1\]: effect\.example must be /),
      expect.stringMatching(/^F:9:5: faults\[2\]: There is no preset outages: .* Did you mean outage\?$/),
      expect.stringMatching(/^F:11:43: faults\[3\]: getAgent, 200: /),
      expect.stringMatching(/^F:12:5: faults\[4\]: a fault is an object\.$/),
    ]);
  });

  it.each([
    ['[]', /^F:1:1: a file of faults is an object/],
    ['{}', /^F:1:1: faults must be a list/],
    ['', /^F:1:1: a file of faults is an object/],
    ['faults: [', /^F, line 1, column 10: this is neither YAML nor JSON/],
    [`faults: [${'{preset: outage},'.repeat(1001)}]`, /^F:1:1: There are 1000 faults at most\.$/],
  ])('of %s are refused', async (text, message) => {
    expect((await mistakesIn(text))[0]).toMatch(message);
  });

  it('of a file that cannot be read, and from code, are refused by name', async () => {
    await expect(begin(join(folder, 'missing.yaml'))).rejects.toThrow(/missing\.yaml cannot be read/);
    const given = [{ effect: { type: 'cut', at: 'befor' } }] as never;
    await expect(begin(given)).rejects.toThrow(/^faults\[0\]: effect\.at must be .* Did you mean before\?$/);
  });
});

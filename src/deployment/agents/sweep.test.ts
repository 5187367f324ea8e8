import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openCreationLedger, type CreationLine } from './creation-ledger.ts';
import { type Settings, defaultScenario } from '../configuration/settings.ts';
import type { ApiRequest, Transport } from '../transport.ts';
import { claimLedger, openLedgerFile, requireOwner, withLedger } from './ledger.ts';
import { leftIn, sweep } from './clean-agents.ts';

const base_url = 'http://one/api/v1/global';
const settings: Settings = {
  ...defaultScenario,
  addresses: { base_url, api_url: 'http://one', alt_url: 'http://one' },
  headers: {},
  timeout: 1,
  rate_limit: null,
  concurrency: 1,
  ledger: '',
};
const now = new Date().toISOString();
const old = '2020-01-01T00:00:00.000Z';

interface Agent {
  readonly agent_name: string;
  readonly created_on: string;
}

let file: string;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'ledger-')), 'ledger.jsonl');
});

/** A deployment with these agents; deletions take them away, unless it is stubborn. */
function deployment(agents: Map<number, Agent>, isStubborn = false): Transport {
  const json = (status: number, body: object) =>
    Promise.resolve({ status, headers: {}, text: JSON.stringify({ error: status >= 400, ...body }) });
  return (request: ApiRequest) => {
    if (request.operation === 'getAgent') {
      const [, value] = request.query[0] ?? [];
      if (value === undefined) return json(400, { message: 'Agent ID is missing.' });
      const agent = agents.get(Number(value));
      if (agent === undefined) return json(404, { message: 'Agent not found' });
      return json(200, { data: { basic_details: { id: Number(value), ...agent }, campaigns: [] } });
    }
    const { agent_id } = (request.body.kind === 'json' ? request.body.value : {}) as { agent_id: number };
    if (!isStubborn) agents.delete(agent_id);
    return json(200, {});
  };
}

function write(...lines: readonly CreationLine[]): void {
  const ledger = openCreationLedger(claimLedger(openLedgerFile(file), settings));
  lines.forEach((line) => ledger.write(line));
}

function creating(key: string, name: string): CreationLine {
  return { event: 'creating', key, names: [name], mark: 'contract-r1-', workspace: 'own', at: Date.now() };
}

const proven = (key: string, id: number): CreationLine => ({ event: 'proven', key, id, created_on: now });

describe('the ledger', () => {
  it('lies in a folder that git leaves alone, of which each line leaves that as it is', () => {
    const folder = join(file, '../.contract');
    const ledger = openLedgerFile(join(folder, 'ledger.jsonl'));
    ledger.append({ event: 'run' });
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    // Written anew for each line, it would be empty where a run is killed meanwhile.
    writeFileSync(join(folder, '.gitignore'), 'kept');
    ledger.append({ event: 'run' });
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('kept');
  });

  it('lists what was made, what may exist, and not what was refused or cleaned', () => {
    write(creating('a', 'one'), proven('a', 11));
    write(creating('b', 'two'), { event: 'not-made', key: 'b' });
    write(creating('c', 'three'), proven('c', 12), { event: 'cleaned', key: 'c' });
    write(creating('d', 'four'), { event: 'created', key: 'd', id: 13 });
    expect(leftIn(openLedgerFile(file))).toMatchObject([
      { id: 11, names: ['one'], state: 'made' },
      { id: null, names: ['four'], state: 'may exist' },
    ]);
  });

  it('takes a last line that was cut short as not written, and refuses another that cannot be read', () => {
    write(creating('a', 'one'));
    const whole = readFileSync(file, 'utf8');
    appendFileSync(file, '{"event":"creating","key":"b","na');
    expect(leftIn(openLedgerFile(file))).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    appendFileSync(file, 'something else\n');
    expect(() => openLedgerFile(file)).toThrow('line 3: this is not a line of a ledger');
  });

  it('leaves a file alone that is something else', () => {
    writeFileSync(file, 'my notes');
    expect(() => openLedgerFile(file)).toThrow('this is not a line of a ledger');
    expect(readFileSync(file, 'utf8')).toBe('my notes');
  });

  it('belongs to one deployment and its workspaces, and shows no token', () => {
    claimLedger(openLedgerFile(file), settings);
    const ledger = openLedgerFile(file);
    requireOwner(ledger, settings);
    expect(readFileSync(file, 'utf8')).not.toMatch(/ac3e|910b/);
    const other = { ...settings, addresses: { ...settings.addresses, base_url: 'http://two/api/v1/global' } };
    expect(() =>
      requireOwner(ledger, { ...other, addresses: { ...other.addresses, api_url: '', alt_url: '' } }),
    ).toThrow(`${file} is the ledger of ${base_url}, not of http://two/api/v1/global`);
    expect(() => requireOwner(ledger, { ...settings, token: '910b'.repeat(16) })).toThrow('with another token');
    const second = { token: 'ac3d'.repeat(16) };
    expect(() => requireOwner(ledger, { ...settings, second_workspace: second })).toThrow('second_workspace.token');
    write(creating('a', 'one'));
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'));
    expect(() => requireOwner(openLedgerFile(file), settings)).toThrow('does not say which deployment');
  });

  it('is of one run at a time, and what is open is closed in any case', async () => {
    let closed = 0;
    const open = { transport: () => Promise.reject(new Error('nothing is sent')), close: () => void (closed += 1) };
    await withLedger(file, open, async () => {
      const other = withLedger(file, open, () => Promise.resolve());
      await expect(other).rejects.toThrow(`${file} is in use by another run, process ${process.pid}`);
      expect(closed).toBe(1);
    });
    await withLedger(file, open, () => Promise.resolve());
    expect(closed).toBe(3);
  });
});

describe('sweep', () => {
  it('deletes what is left, finds by its name what has no id, and removes the ledger', async () => {
    write(creating('a', 'one'), proven('a', 11), creating('b', 'contract-r1-killed'));
    const agents = new Map([
      [10, { agent_name: 'of someone else', created_on: now }],
      [11, { agent_name: 'one', created_on: now }],
      [12, { agent_name: 'contract-r1-killed', created_on: now }],
    ]);
    expect(await sweep(openLedgerFile(file), deployment(agents), settings)).toEqual({ cleaned: 2, left: [] });
    expect([...agents.keys()]).toEqual([10]);
    expect(existsSync(file)).toBe(false);
  });

  it('finds an agent behind 60 newer ones of others', async () => {
    write(creating('a', 'one'), proven('a', 11), creating('b', 'contract-r1-killed'));
    const agents = new Map([[11, { agent_name: 'one', created_on: now }]]);
    for (let id = 13; id < 73; id += 1) agents.set(id, { agent_name: 'newer', created_on: now });
    agents.set(12, { agent_name: 'contract-r1-killed', created_on: now });
    expect(await sweep(openLedgerFile(file), deployment(agents), settings)).toEqual({ cleaned: 2, left: [] });
    expect(agents.size).toBe(60);
  });

  it('keeps in the ledger what may exist and is not found', async () => {
    write(creating('a', 'one'), proven('a', 11), creating('b', 'contract-r1-killed'));
    const { left } = await sweep(openLedgerFile(file), deployment(new Map()), settings);
    expect(left).toMatchObject([{ id: null, name: 'contract-r1-killed' }]);
    expect(leftIn(openLedgerFile(file))).toHaveLength(1);
  });

  it('tells what could not be cleaned, and keeps the ledger', async () => {
    write(creating('a', 'one'), proven('a', 11));
    const agents = new Map([[11, { agent_name: 'one', created_on: now }]]);
    const { left } = await sweep(openLedgerFile(file), deployment(agents, true), settings);
    expect(left).toMatchObject([{ id: 11, name: 'one' }]);
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['of another name', { agent_name: 'two', created_on: now }],
    ['created at another time', { agent_name: 'one', created_on: old }],
  ])('never deletes an agent of the same id that is %s', async (_which, agent) => {
    write(creating('a', 'one'), proven('a', 11));
    const agents = new Map([[11, agent]]);
    const { cleaned, left } = await sweep(openLedgerFile(file), deployment(agents), settings);
    expect([cleaned, left.map(({ id }) => id), agents.size]).toEqual([0, [11], 1]);
    expect(existsSync(file)).toBe(true);
  });

  it('deletes an agent of its own whose name the deployment has given a counter', async () => {
    write(creating('a', 'one'), proven('a', 11));
    const agents = new Map([[11, { agent_name: 'one (2)', created_on: now }]]);
    expect((await sweep(openLedgerFile(file), deployment(agents), settings)).cleaned).toBe(1);
  });

  it('does not take an unknown address for an agent that is gone', async () => {
    write(creating('a', 'one'), proven('a', 11));
    const nowhere: Transport = () =>
      Promise.resolve({
        status: 404,
        headers: {},
        text: '{"error":true,"code":404,"message":"No such address","data":{}}',
      });
    const { cleaned, left } = await sweep(openLedgerFile(file), nowhere, settings);
    expect([cleaned, left.length]).toEqual([0, 1]);
  });
});

import { appendFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ApiRequest, Exchange } from './exchange.ts';
import { openLedger, readLedger } from './ledger.ts';
import { defaultScenario } from './default-scenario.ts';
import type { Settings } from './settings.ts';
import { sweep } from './sweep.ts';

const settings: Settings = {
  ...defaultScenario,
  addresses: null,
  headers: {},
  timeout: 1,
  rate_limit: null,
  concurrency: 1,
  ledger: '',
};

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'ledger-')), 'ledger.jsonl');
}

/** A deployment with these agents by name; deletions take them away, unless it is stubborn. */
function deployment(agents: Map<number, string>, isStubborn = false): Exchange {
  return (request: ApiRequest) => {
    const queried = Number(request.query.find(([name]) => name === 'agent_id')?.[1]);
    if (request.operation === 'getAgent') {
      const name = agents.get(queried);
      return Promise.resolve({ status: name === undefined ? 404 : 200, headers: {}, text: JSON.stringify({ name }) });
    }
    const { agent_id } = (request.body.kind === 'json' ? request.body.value : {}) as { agent_id: number };
    if (!isStubborn) agents.delete(agent_id);
    return Promise.resolve({ status: 200, headers: {}, text: '{}' });
  };
}

describe('the ledger', () => {
  it('lists what was made and not cleaned, and not what was refused', () => {
    const file = newFile();
    const { write } = openLedger(file);
    write({ event: 'creating', key: 'a', name: 'one', workspace: 'own' });
    write({ event: 'created', key: 'a', id: 11 });
    write({ event: 'creating', key: 'b', name: 'two', workspace: 'own' });
    write({ event: 'refused', key: 'b' });
    write({ event: 'creating', key: 'c', name: 'three', workspace: 'own' });
    write({ event: 'created', key: 'c', id: 12 });
    write({ event: 'cleaned', key: 'c' });
    expect(readLedger(file).left).toMatchObject([{ id: 11, name: 'one' }]);
  });

  it('reads on after a line that was cut short', () => {
    const file = newFile();
    appendFileSync(file, '{"event":"creating","key":"a","na');
    expect(readLedger(file).left).toEqual([]);
  });
});

describe('sweep', () => {
  it('deletes what is left, finds what has no id by its name, and removes the ledger', async () => {
    const file = newFile();
    const { write } = openLedger(file);
    write({ event: 'creating', key: 'a', name: 'one', workspace: 'own' });
    write({ event: 'created', key: 'a', id: 11 });
    write({ event: 'creating', key: 'b', name: 'killed', workspace: 'own' });
    const agents = new Map([
      [10, 'of someone else'],
      [11, 'one'],
      [12, 'killed'],
    ]);
    expect(await sweep(file, deployment(agents), settings)).toEqual({ cleaned: 2, left: [] });
    expect([...agents.keys()]).toEqual([10]);
    expect(existsSync(file)).toBe(false);
  });

  it('tells what could not be cleaned, and keeps the ledger', async () => {
    const file = newFile();
    const { write } = openLedger(file);
    write({ event: 'creating', key: 'a', name: 'one', workspace: 'own' });
    write({ event: 'created', key: 'a', id: 11 });
    const { left } = await sweep(file, deployment(new Map([[11, 'one']]), true), settings);
    expect(left).toMatchObject([{ id: 11, name: 'one' }]);
    expect(existsSync(file)).toBe(true);
  });
});

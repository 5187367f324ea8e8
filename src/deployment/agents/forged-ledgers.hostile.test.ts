import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { contractCommand } from '../../cli/contract/contract.ts';
import { seedCommand } from '../../cli/seed/seed.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { openCreationLedger, type CreationLine } from './creation-ledger.ts';
import { claimLedger, openLedgerFile } from './ledger.ts';

const token = 'ac3e'.repeat(16);
const folder = mkdtempSync(join(tmpdir(), 'forged-'));
const file = join(folder, 'ledger.jsonl');
const mock = await createMock({ dataDir: null });
const { url } = await mock.listen(0);
const base_url = `${url}/api/v1/global`;
const config = join(folder, 'contract.config.yaml');
writeFileSync(config, `base_url: ${base_url}\ntoken: ${token}\n`);
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

const agents = () => [...mock.worlds.default.store.view().all('agents')];
/** An agent of somebody else, of which whoever forges a ledger knows everything. */
const foreign = agents().find(({ workspace_id, status }) => workspace_id === 101 && status !== 2);
const {
  id = 0,
  agent_name: name = '',
  created_on = '',
} = (foreign ?? {}) as {
  id?: number;
  agent_name?: string;
  created_on?: string;
};

const creating = (names: readonly string[], mark: string): CreationLine => ({
  ...{ event: 'creating', key: 'k', workspace: 'own', at: Date.now() },
  ...{ names, mark },
});
const proven: CreationLine = { event: 'proven', key: 'k', id, created_on };
const lines = (...given: readonly object[]) => given.map((line) => `${JSON.stringify(line)}\n`).join('');
const owner = (more: object) => ({ event: 'ledger', version: 4, base_url, ...more });
/** The first line of a ledger of the same deployment and token, which is no secret: it is kept beside reports. */
let head: string;
const macOf = (text: string) => (JSON.parse(text) as { mac: string }).mac;

const settings = { addresses: { base_url, api_url: url, alt_url: url }, token };

beforeEach(() => {
  rmSync(file, { force: true });
  openCreationLedger(claimLedger(openLedgerFile(file), settings)).write(creating([name], 'contract-abcdefgh-'));
  [head = ''] = readFileSync(file, 'utf8').split('\n');
});

const forged: Readonly<Record<string, () => string>> = {
  'a head that is not whole': () =>
    lines(owner({ base_url: 7 }), creating([], name.slice(0, 1)), { ...proven, event: 'created' }),
  'a head without a code': () => lines(owner({}), creating([name], ''), proven),
  'a head of the format before': () =>
    lines({ ...owner({ version: 3 }), mac: macOf(head) }, creating([name], ''), proven),
  'the code of another': () => lines({ ...owner({}), mac: '0'.repeat(32) }, creating([name], ''), proven),
  'the head of a ledger': () => `${head}\n${lines(creating([name], ''), proven)}`,
  'the head of a ledger, and no names': () => `${head}\n${lines(creating([], name.slice(0, 3)), proven)}`,
  'its code for another line': () =>
    `${head}\n${lines({ ...creating([name], ''), mac: macOf(head) }, { ...proven, mac: macOf(head) })}`,
  'a whole ledger, and a line more': () => `${readFileSync(file, 'utf8')}${lines(proven)}`,
  'a line that was changed': () => readFileSync(file, 'utf8').replace('contract-abcdefgh-', ''),
  'codes that are no texts': () => `${head}\n${lines({ ...creating([name], ''), mac: null }, { ...proven, mac: [] })}`,
  'a mark of one letter, keyed by whoever has the token': () => {
    openCreationLedger(claimLedger(openLedgerFile(file), settings)).write(creating([], name.slice(0, 1)));
    return readFileSync(file, 'utf8');
  },
  'no head': () => lines(creating([name], ''), proven),
  'a run of seed': () =>
    `${head}\n${lines({ event: 'run', target: base_url, plan: {}, base: { workspaces: [] } }, creating([name], ''), proven)}`,
  'names that are no list': () => `${head}\n${lines({ ...creating([name], ''), names: name }, proven)}`,
  'a line that names a prototype': () =>
    `${head}\n${lines({ event: '__proto__', key: 'k' }, { event: 'constructor' })}`,
};

it('knows an agent of somebody else', () =>
  expect([id, name]).toEqual([expect.any(Number), expect.stringMatching(/./)]));

it.each(Object.keys(forged))('a ledger with %s deletes nothing, and is refused as a whole', async (which) => {
  writeFileSync(file, forged[which]?.() ?? '');
  const before = JSON.stringify(agents());
  const written = readFileSync(file, 'utf8');
  const { code, text } = await runCommand(contractCommand, ['sweep', '--config', config, '--ledger', file]);
  expect([code, text]).toEqual([2, expect.stringMatching(/nothing is touched|name another/i)]);
  appendFileSync(file, lines({ event: 'run', target: base_url, plan: {}, base: { workspaces: [] } }));
  const undone = await runCommand(seedCommand, ['--undo', file, '--deployment', config]);
  expect(undone.code).toBe(2);
  expect([JSON.stringify(agents()), readFileSync(file, 'utf8').startsWith(written)]).toEqual([before, true]);
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ListMachine } from '../../testing/simulation/list-machine.ts';
import { Replica } from '../shared/replica.ts';
import { connect, PostgresLog } from './postgres-log.ts';
import { parseStoreAddress } from './store-address.ts';

const timer = {
  after: (milliseconds: number, run: () => void) => {
    const timeout = setTimeout(run, milliseconds);
    return () => clearTimeout(timeout);
  },
  soon: setImmediate,
};

it('lets old entries go, from which a replica that begins or is far behind recovers by the snapshot', async () => {
  const address = parseStoreAddress(`${process.env['TEST_STORE'] ?? ''}?log=${randomUUID()}`);
  if (address === undefined) throw new Error('npm run test:shared starts a PostgreSQL.');
  const open = (name: string) => {
    const machine = new ListMachine();
    return {
      machine,
      replica: new Replica({ log: new PostgresLog(address), machine, timer, name, snapshotEvery: 5000 }),
    };
  };
  const [writer, behind, late] = [open('writer'), open('behind'), open('late')];
  await behind.replica.current();
  const count = 1300;
  for (let i = 1; i <= count; i += 1) await writer.replica.submit([{ key: 'a', item: String(i) }], new Map());
  // What was kept last may still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const sql = connect(address);
  const [held] = await sql`
    select count(*) as entries, min(seq) as first from voice_agent_mock_entries where log = ${address.name}`;
  const snapshots = await sql`select seq from voice_agent_mock_snapshots where log = ${address.name}`;
  await sql.end();
  expect(snapshots).toHaveLength(1);
  const from = Number(snapshots[0]?.['seq']);
  expect(from).toBeGreaterThan(count - 400);
  expect(Number(held?.['first'])).toBe(from - 1000);
  expect(Number(held?.['entries'])).toBe(count - from + 1001);
  const all = Array.from({ length: count }, (_, i) => String(i + 1));
  for (const { replica, machine } of [behind, late]) {
    await replica.current();
    expect(machine.list('a')).toEqual(all);
    expect(replica.counts.followed).toBe(count - from);
  }
  expect(behind.replica.counts.reloads).toBe(1);
  await Promise.all([writer, behind, late].map(({ replica }) => replica.close()));
});

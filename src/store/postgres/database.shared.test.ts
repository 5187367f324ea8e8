import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Database } from './database.ts';
import { parseStoreAddress } from './store-address.ts';
import { StorageError, StoreUnavailableError } from '../state/store.ts';

it('tells of a connection that is lost in a transaction, and goes on with another one', async () => {
  const store = new URL(process.env['TEST_STORE'] ?? '');
  const port = Number(store.port);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const beyond = connect(port, store.hostname);
    for (const each of [socket, beyond])
      sockets.add(
        each.on('error', () => undefined).on('close', () => [socket, beyond].map((other) => other.destroy())),
      );
    socket.pipe(beyond);
    beyond.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  store.port = String((proxy.address() as AddressInfo).port);
  const address = parseStoreAddress(store.href);
  if (address === undefined) throw new Error('npm run test:shared starts a PostgreSQL.');
  const notices: string[] = [];
  const database = new Database(address, (sentence) => notices.push(sentence));
  const one = () => database.transaction((sql) => sql`select 1 as one`);
  for (let round = 0; round < 3; round += 1) {
    expect(await one()).toMatchObject([{ one: 1 }]);
    const lost = database.transaction((sql) => sql`select pg_sleep(20)`);
    await wait(200);
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await expect(lost).rejects.toThrow(StoreUnavailableError);
    // What the library does later, in a callback of its own, would end the process here.
    await wait(50);
  }
  expect(await one()).toMatchObject([{ one: 1 }]);
  expect(notices).toHaveLength(6);
  await database.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

it('tells what PostgreSQL refuses in its words, and goes on with the same connections', async () => {
  const address = parseStoreAddress(process.env['TEST_STORE'] ?? '');
  if (address === undefined) throw new Error('npm run test:shared starts a PostgreSQL.');
  const database = new Database(address);
  const session = () => database.ask((sql) => sql`select pg_backend_pid() as pid`);
  const before = await session();
  const refused = await database.ask((sql) => sql`select 1 / 0`).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StorageError);
  expect(refused).not.toBeInstanceOf(StoreUnavailableError);
  expect(String(refused)).toMatch(/The store .* refuses what it was asked: division by zero\.$/);
  expect(database.problem).toContain('division by zero');
  expect(await session()).toEqual(before);
  expect(database.problem).toBeUndefined();
  await database.close();
});

it('says nothing of an engine that does not answer where it is closed itself, and connects no more', async () => {
  const address = parseStoreAddress(process.env['TEST_STORE'] ?? '');
  if (address === undefined) throw new Error('npm run test:shared starts a PostgreSQL.');
  const notices: string[] = [];
  const database = new Database(address, (sentence) => notices.push(sentence));
  await database.ask((sql) => sql`select 1`);
  const cut = expect(database.ask((sql) => sql`select pg_sleep(20)`)).rejects.toThrow('was closed');
  await database.close();
  await cut;
  expect(notices).toEqual([]);
});

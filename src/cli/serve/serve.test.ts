import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type CommandContext, UsageError } from '../command.ts';
import { createServeCommand, type ServedMock } from './serve.ts';

interface Harness {
  readonly context: CommandContext;
  readonly printed: string[];
  readonly exits: number[];
  readonly signal: (at?: number) => void;
}

function harness(): Harness {
  const listeners: (() => void)[] = [];
  const printed: string[] = [];
  const exits: number[] = [];
  let now = 0;
  const context: CommandContext = {
    env: {},
    version: '1.2.3',
    print: (...lines) => printed.push(lines.join('\n')),
    printError: (...lines) => printed.push(lines.join('\n')),
    isTerminal: false,
    now: () => now,
    onEndSignal: (listener) => listeners.push(listener),
    exit: (code) => exits.push(code),
  };
  const signal = (at = 0): void => {
    now = at;
    for (const listener of listeners) listener();
  };
  return { context, printed, exits, signal };
}

function mockThat(behaviour: Partial<ServedMock> = {}): ServedMock {
  const listen: ServedMock['listen'] = (place) =>
    Promise.resolve(
      typeof place === 'number'
        ? { url: '', port: place }
        : { url: `http://${place.host}:${place.port}`, port: place.port },
    );
  const followScenario: ServedMock['followScenario'] = () => Promise.reject(new Error('Nobody asked for that.'));
  const close = () => Promise.resolve();
  return {
    accounts: [],
    profile: null,
    scenario: 'default',
    listen,
    followScenario,
    drain: () => undefined,
    close,
    ...behaviour,
  };
}

const flags = ['--log-level', 'silent'];

it('hands the options on, prints the address and ends with 0 at a signal, the mock closed', async () => {
  const { context, printed, signal } = harness();
  const close = vi.fn(() => Promise.resolve());
  const createMock = vi.fn(() => Promise.resolve(mockThat({ close })));
  const code = createServeCommand(createMock)([...flags, '--strict', '--scenario', 'empty', '--port', '81'], context);
  await vi.waitFor(() => expect(printed.join()).toContain('listens on http://127.0.0.1:81\n'), 60_000);
  expect(createMock).toHaveBeenCalledWith(
    expect.objectContaining({ scenario: 'empty', dataDir: '.data', strict: true, reset: false }),
  );
  expect(close).not.toHaveBeenCalled();
  signal();
  expect(await code).toBe(0);
  expect(close).toHaveBeenCalledOnce();
});

it('says in JSON what happens to it where a program reads the lines', async () => {
  const { context, printed, signal } = harness();
  const code = createServeCommand(() => Promise.resolve(mockThat()))(['--port', '81', '--drain', '1'], context);
  await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
  signal();
  expect(await code).toBe(0);
  expect(printed.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      event: 'listening',
      url: 'http://127.0.0.1:81',
      message: 'voice-agent-mock 1.2.3 listens on http://127.0.0.1:81',
    },
    { event: 'draining', seconds: 1 },
    { event: 'stopped', level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
});

it('goes on serving for as long as --drain says once it is to end, and says at once that it is not ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { context, printed, signal } = harness();
  const [drain, close] = [vi.fn(), vi.fn(() => Promise.resolve())];
  const listen = vi.fn(() => Promise.resolve({ url: 'http://127.0.0.1:81', port: 81 }));
  const createMock = vi.fn(() => Promise.resolve(mockThat({ drain, close, listen })));
  const code = createServeCommand(createMock)([...flags, '--drain', '10', '--keep-alive', '90'], context);
  await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
  expect(listen).toHaveBeenCalledWith(expect.objectContaining({ keepAlive: 90_000 }));
  signal();
  await vi.waitFor(() => expect(drain).toHaveBeenCalledOnce(), 60_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(await code).toBe(0);
  expect(close).toHaveBeenCalledOnce();
});

it('names the profile that the mock follows', async () => {
  const { context, printed, signal } = harness();
  const createMock = () => Promise.resolve(mockThat({ profile: { name: 'staging', decided: 12 } }));
  const code = createServeCommand(createMock)(flags, context);
  await vi.waitFor(() => expect(printed.join()).toContain('staging, which decides 12 choices'), 60_000);
  signal();
  await code;
});

it.each([
  [[], '*\n'],
  [['--data-dir', '.data/mine'], undefined],
  [['--ephemeral'], undefined],
])('with %j leaves in .data/.gitignore %j', async (given, content) => {
  const [before, folder] = [process.cwd(), await mkdtemp(join(tmpdir(), 'serve-'))];
  process.chdir(folder);
  try {
    await mkdir('.data/mine', { recursive: true });
    const { context, printed, signal } = harness();
    const code = createServeCommand(() => Promise.resolve(mockThat()))([...flags, ...given], context);
    await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
    signal();
    await code;
    expect(await readFile('.data/.gitignore', 'utf8').catch(() => undefined)).toBe(content);
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
});

it('keeps no folder with --ephemeral', async () => {
  const { context, printed, signal } = harness();
  const createMock = vi.fn(() => Promise.resolve(mockThat()));
  const code = createServeCommand(createMock)([...flags, '--ephemeral'], context);
  await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
  signal();
  await code;
  expect(createMock).toHaveBeenCalledWith(expect.objectContaining({ dataDir: null }));
});

it('is forced to end by a second signal, but not by the echo of the first', async () => {
  const { context, printed, exits, signal } = harness();
  const command = createServeCommand(() => Promise.resolve(mockThat({ close: () => new Promise(() => undefined) })));
  command(flags, context).catch(() => undefined);
  await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
  signal(1000);
  signal(1020);
  expect(exits).toEqual([]);
  signal(2000);
  expect(exits).toEqual([1]);
});

it('gives up on requests that do not end in time', async () => {
  const { context, printed, exits, signal } = harness();
  const command = createServeCommand(() => Promise.resolve(mockThat({ close: () => new Promise(() => undefined) })));
  command(flags, context).catch(() => undefined);
  await vi.waitFor(() => expect(printed).toHaveLength(1), 60_000);
  vi.useFakeTimers();
  try {
    signal();
    await vi.advanceTimersByTimeAsync(4500);
  } finally {
    vi.useRealTimers();
  }
  expect(exits).toEqual([1]);
  expect(printed[1]).toBe('Some requests did not end within 4.5 s: they were cut off.');
});

it.each([
  ['EADDRINUSE', 'Port 4010 on 127.0.0.1 is taken: stop what listens there, or give another, for example --port 4011.'],
  ['EACCES', 'Port 4010 on 127.0.0.1 is not open to this user: give one above 1023, for example --port 4010.'],
  ['EADDRNOTAVAIL', 'Host 127.0.0.1 is no address of this machine: give one that is, for example --host 127.0.0.1.'],
  ['ENOTFOUND', 'Host 127.0.0.1 is no address of this machine: give one that is, for example --host 127.0.0.1.'],
  ['EMFILE', 'voice-agent-mock cannot listen on port 4010 of 127.0.0.1: EMFILE.'],
])('explains %s', async (code, message) => {
  const listen: ServedMock['listen'] = () => Promise.reject(Object.assign(new Error(code), { code }));
  const command = createServeCommand(() => Promise.resolve(mockThat({ listen })));
  await expect(command(flags, harness().context)).rejects.toThrow(new UsageError(message));
});

it('says why the mock cannot start', async () => {
  const command = createServeCommand(() => Promise.reject(new Error('there is no scenario "x"')));
  const message = 'voice-agent-mock cannot start: there is no scenario "x"';
  await expect(command(flags, harness().context)).rejects.toThrow(new UsageError(message));
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command, CommandContext } from '../cli/command.ts';
import { packageRoot } from '../package-root.ts';

export interface ServeProcess {
  readonly url: string;
  readonly port: number;
  /** What it has written to its output. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** In bytes; undefined where the system does not tell. */
  readonly memory: () => Promise<number | undefined>;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Whether a source is newer than what is built is looked at once: nothing changes sources while tests run. */
let built: Promise<unknown> | undefined;

/** Starts `voice-agent-mock serve` on a free port, as a process of its own with so many megabytes of heap; in memory unless flags name a place. */
export async function startServe(heap: number, flags: readonly string[] = []): Promise<ServeProcess> {
  const root = packageRoot();
  await (built ??= promisify(execFile)(process.execPath, ['.ci/build.mjs', '--if-stale'], { cwd: root }));
  const args = [`--max-old-space-size=${heap}`, join(root, 'dist', 'cli.js'), 'serve', '--port', '0', ...flags];
  if (!flags.includes('--data-dir') && !flags.includes('--store')) args.push('--ephemeral');
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const addressOf = () => /listens on (http:\/\/127\.0\.0\.1:(\d+))/.exec(output);
  while (addressOf() === null) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${output}`);
    await Promise.race([once(child.stdout, 'data'), exited]);
  }
  const [, url = '', port = ''] = addressOf() ?? [];
  return {
    url,
    port: Number(port),
    output: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    },
    stop: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}

/** What a command ended with, and all that it told, to either stream. */
export interface CommandRun {
  readonly code: number;
  readonly text: string;
}

/** The context of a command in a test: without a terminal, and what is told to either stream is added to the lines. */
export function testContext(lines: string[]): CommandContext {
  const print = (...printed: readonly string[]): void => void lines.push(...printed);
  return {
    env: {},
    version: '0',
    print,
    printError: print,
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  };
}

/** Runs a command as the command line does; what it throws is told, and ends it with 2. */
export async function runCommand(command: Command, args: readonly string[]): Promise<CommandRun> {
  const lines: string[] = [];
  try {
    return { code: await command(args, testContext(lines)), text: lines.join('\n') };
  } catch (error) {
    return { code: 2, text: [...lines, error instanceof Error ? error.message : String(error)].join('\n') };
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { packageRoot } from '../package-root.ts';
import { openDataFolder } from './disk/data-folder.ts';
import { runUnderCrashes } from '../testing/store/crash-run.ts';
import { countsOfWriter, writerCount } from '../testing/store/crash-writer.ts';
import { postgresPrograms } from '../testing/store/postgres-server.ts';
import { createSampleScenario } from '../testing/store/sample-scenario.ts';
import { SeededRandom } from '../worlds/time-and-chance.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 6);
const longestRoundInMs = 30_000;

let root: string;
let scenarioDir: string;
let module: string;

beforeAll(async () => {
  // Inside the package, where the bundle finds what it loads when it is needed.
  const cache = join(packageRoot(), 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  root = await mkdtemp(join(cache, 'crash-'));
  scenarioDir = await createSampleScenario();
  module = join(root, 'crash-writer.mjs');
  const bundle = await rolldown({ input: join(packageRoot(), 'src/testing/store/crash-writer.ts'), platform: 'node' });
  await bundle.write({ file: module, format: 'esm' });
});

afterAll(async () => {
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

test(
  'a process killed at any moment of parallel writing loses no answered commit and leaves no half of one',
  async () => {
    const random = new SeededRandom('crash');
    const dir = join(root, 'data');
    const answered = new Array<number>(writerCount).fill(0);
    for (let round = 0; round < rounds; round++) {
      const lines = await writeUntilKilled(dir, random.next() * 400);
      for (const [writer, count] of lines) answered[writer] = count;
      const kept = await countsIn(dir);
      kept.forEach((counts, writer) => {
        expect(new Set(counts).size, `writer ${writer} after round ${round}: ${counts.join(', ')}`).toBe(1);
        expect(counts[0], `writer ${writer} after round ${round}`).toBeGreaterThanOrEqual(answered[writer] ?? 0);
      });
    }
    expect(Math.min(...answered)).toBeGreaterThan(rounds);
  },
  rounds * longestRoundInMs,
);

/** Runs the writer until some time after its first answer, and gives what it answered. */
async function writeUntilKilled(dir: string, milliseconds: number): Promise<readonly (readonly [number, number])[]> {
  const run = `import(${JSON.stringify(module)}).then((writer) => writer.writeForEver(...process.argv.slice(1)))`;
  const child = spawn(process.execPath, ['-e', run, dir, scenarioDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await exit;
  expect(await errors).toBe('');
  const lines = (await output).split('\n').slice(0, -1);
  return lines.map((line) => {
    const [writer, count] = line.split(' ').map(Number);
    return [writer ?? -1, count ?? -1];
  });
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** What the folder holds, read from a copy: the next writer finds what this one has left. */
async function countsIn(dir: string): Promise<readonly (readonly number[])[]> {
  const copy = join(root, 'copy');
  await cp(dir, copy, { recursive: true });
  const store = await openDataFolder({ dir: copy, scenarioDir });
  const counts = Array.from({ length: writerCount }, (_, writer) => countsOfWriter(store, writer));
  await store.close();
  await rm(copy, { recursive: true });
  return counts;
}

const isInstalled = postgresPrograms() !== undefined;
// Five minutes of it: npm run crash
const seconds = Number(process.env['CRASH_SECONDS'] ?? '4');

it.runIf(isInstalled)(
  'keeps every answered write, whole and in order, while replicas and PostgreSQL are killed',
  { timeout: 120_000 + 4000 * seconds },
  async () => {
    const run = await runUnderCrashes({ duration: seconds * 1000, interval: seconds > 60 ? 2000 : 1300 });
    if (seconds > 60) console.log(run);
    expect(run.faults).toEqual([]);
    expect(run.counts.answeredWrites).toBeGreaterThan(20);
  },
);

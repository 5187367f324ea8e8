import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '../../worlds/time-and-chance.ts';
import { putAgent } from '../../testing/store/data-folder-harness.ts';
import { openDataFolder } from './data-folder.ts';
import { createSampleScenario, sampleAgent, sampleLead } from '../../testing/store/sample-scenario.ts';
import { StorageError } from '../state/store.ts';
import { DataFileError } from './record-file.ts';

const seed = process.env['HOSTILE_SEED'] ?? 'folder';
const damages = 120;

let root: string;
let scenarioDir: string;
/** What a mock leaves when it is closed, and when it is killed with commits in its log. */
const folders: Record<string, { readonly dir: string; readonly content: unknown }> = {};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'damaged-'));
  scenarioDir = await createSampleScenario();
  const dir = join(root, 'data');
  const store = await openDataFolder({ dir, scenarioDir });
  for (let count = 0; count < 8; count += 1) {
    await store.commit([putAgent(store, sampleAgent(2001 + count))]);
    await store.commit([...store.view().putLeads(5001, [sampleLead(20 + count)])]);
  }
  const content = store.records();
  await cp(dir, join(root, 'killed'), { recursive: true, preserveTimestamps: true });
  await rm(join(root, 'killed', '.lock'));
  await store.close();
  folders['killed'] = { dir: join(root, 'killed'), content };
  folders['closed'] = { dir, content };
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

test.each(['closed', 'killed'])('no damage of a folder that was %s is passed over in silence', async (state) => {
  const random = new SeededRandom(`${seed} ${state}`);
  const below = (count: number) => Math.floor(random.next() * count);
  const { dir, content } = folders[state] ?? { dir: '', content: undefined };
  const files = (await readdir(dir, { recursive: true })).filter((file) => /\.(json|log)$/.test(file)).toSorted();
  const outcomes = { refused: 0, told: 0, undamaged: 0 };
  for (let count = 0; count < damages / 2; count += 1) {
    const copy = await mkdtemp(join(root, 'copy-'));
    await cp(dir, copy, { recursive: true, preserveTimestamps: true });
    // The log is one file of many, and holds the most.
    const file = state === 'killed' && below(2) === 0 ? 'commits.log' : (files[below(files.length)] ?? '');
    const what = await damage(join(copy, file), below);
    const outcome = await outcomeOf(copy, content);
    expect(outcome, `${what} of ${file}, damage ${count} (seed ${seed})`).not.toBe('silent');
    outcomes[outcome as keyof typeof outcomes] += 1;
    await rm(copy, { recursive: true });
  }
  expect(outcomes.refused).toBeGreaterThan(damages / 8);
});

const kinds = [
  'cut',
  'flip',
  'delete',
  'remove a line',
  'double a line',
  'swap lines',
  'wrong type',
  'empty',
  'append',
];

async function damage(file: string, below: (count: number) => number): Promise<string> {
  const bytes = await readFile(file);
  const kind = kinds[below(kinds.length)] ?? '';
  const lines = bytes.toString('latin1').split(/(?<=\n)/);
  const [one, other] = [below(lines.length), below(lines.length)];
  const write = (content: string | Buffer) => writeFile(file, content, 'latin1');
  switch (kind) {
    case 'cut': {
      const end = below(bytes.length);
      await write(bytes.subarray(0, end));
      return `cut at ${end}`;
    }
    case 'flip': {
      const at = below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
      await write(bytes);
      return `flip at ${at}`;
    }
    case 'delete':
      await rm(file);
      break;
    case 'remove a line':
      await write(lines.toSpliced(one, 1).join(''));
      break;
    case 'double a line':
      await write(lines.toSpliced(one, 0, lines[one] ?? '').join(''));
      break;
    case 'swap lines':
      await write(
        lines
          .with(one, lines[other] ?? '')
          .with(other, lines[one] ?? '')
          .join(''),
      );
      break;
    case 'wrong type':
      await write(bytes.toString('latin1').replace(/: ?(\d+|"[^"]*")/, ': {"a":1}'));
      break;
    case 'empty':
      await write('');
      break;
    default:
      await write(Buffer.concat([bytes, Buffer.from('\u0000\u0001 garbage')]));
  }
  return `${kind} ${one} ${other}`;
}

async function outcomeOf(dir: string, content: unknown): Promise<string> {
  const notices: string[] = [];
  try {
    const store = await openDataFolder({
      dir,
      scenarioDir,
      onNotice: (sentence) => notices.push(sentence),
    });
    try {
      expect(store.records()).toEqual(content);
      return 'undamaged';
    } catch (error) {
      if (error instanceof DataFileError) return 'refused';
      return notices.length > 0 ? 'told' : 'silent';
    } finally {
      await store.close();
    }
  } catch (error) {
    const isSentence = error instanceof DataFileError || error instanceof StorageError;
    if (!isSentence) throw error;
    expect(error.message).toMatch(/\.(json|log)|leads|voices/);
    expect(error.message).not.toMatch(/\n +at /);
    return 'refused';
  }
}

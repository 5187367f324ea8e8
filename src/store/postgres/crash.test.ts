import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageRoot } from '../../package-root.ts';
import { runUnderCrashes } from '../../testing/store/crash-run.ts';
import { postgresPrograms } from '../../testing/store/postgres-server.ts';

const isInstalled = postgresPrograms() !== undefined;
// Five minutes of it: npm run crash
const seconds = Number(process.env['CRASH_SECONDS'] ?? '4');

it.runIf(isInstalled)(
  'keeps every answered write, whole and in order, while replicas and PostgreSQL are killed',
  { timeout: 120_000 + 4000 * seconds },
  async () => {
    const root = packageRoot();
    await promisify(execFile)(process.execPath, ['.ci/build.mjs', '--if-stale'], { cwd: root });
    const command = join(root, 'dist', 'cli.js');
    const run = await runUnderCrashes({ duration: seconds * 1000, command, interval: seconds > 60 ? 2000 : 1300 });
    if (seconds > 60) console.log(run);
    expect(run.faults).toEqual([]);
    expect(run.answeredWrites).toBeGreaterThan(20);
  },
);

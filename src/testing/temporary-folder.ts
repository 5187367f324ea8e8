import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a run of tests a folder for temporary files, its processes too, which goes with all that is in it at the end. */
function giveTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vam-'));
  // PostgreSQL runs as a user of its own where root starts it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

export { giveTemporaryFolder as setup };

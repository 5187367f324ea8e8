import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/**
 * The path of the packed package: the one that PACKED_PACKAGE names, so that a run of several checks packs once, or
 * one that is packed now.
 */
export function packedPackage(root, folder) {
  if (process.env.PACKED_PACKAGE) return resolve(process.env.PACKED_PACKAGE);
  const args = ['pack', '--silent', '--pack-destination', folder];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return join(folder, output.trim().split('\n').at(-1));
}

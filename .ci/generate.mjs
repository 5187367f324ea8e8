/** Writes the generated files; with `--check` it only says which of them differ from their sources, and fails. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generators } from './generators.mjs';

const isCheck = process.argv.includes('--check');
const faults = [];

for (const { output, source, make } of generators) {
  if (!existsSync(source)) {
    if (existsSync(output)) faults.push(`${output} is generated from ${source}, which is not there: delete it.`);
    continue;
  }
  const text = await make(source, output);
  const current = existsSync(output) ? await readFile(output, 'utf8') : undefined;
  if (text === current) console.log(`${output} is fresh.`);
  else if (isCheck) faults.push(`${output} differs from what ${source} gives: run npm run generate and commit it.`);
  else {
    await mkdir(path.dirname(output), { recursive: true });
    await writeFile(output, text);
    console.log(`${output} written.`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

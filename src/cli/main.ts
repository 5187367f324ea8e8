#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { packageRoot } from '../package-root.ts';
import { commands } from './commands.ts';
import { whenNpmEnds, runCommandLine, createTerminal } from './run-command-line.ts';

process.exitCode = await runCommandLine(commands, process.argv.slice(2), {
  env: process.env,
  version: packageVersion(),
  ...createTerminal({
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }),
  isTerminal: process.stdout.isTTY,
  progress: { isTerminal: process.stderr.isTTY, write: (text) => process.stderr.write(text) },
  now: () => performance.now(),
  onEndSignal: (listener) => {
    process.on('SIGTERM', listener).on('SIGINT', listener);
    whenNpmEnds(process.env, listener);
  },
  exit: (code) => process.exit(code),
});

function packageVersion(): string {
  const packageFile: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const hasVersion = typeof packageFile === 'object' && packageFile !== null && 'version' in packageFile;
  return hasVersion ? String(packageFile.version) : 'unknown';
}

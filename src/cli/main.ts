#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';

// From Node 22 on a start takes what one before has compiled, from the folder of temporary files: before anything is loaded.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, []);
const { commands, createTerminal, packageVersion, runCommandLine, whenNpmEnds } = await import('./run-command-line.ts');

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

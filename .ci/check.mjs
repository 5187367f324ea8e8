/**
 * Everything that has to hold before a change is merged, in one command: `npm run check`. A step's output is shown
 * where it fails. A vitest run counts as many as it has tests; every other step counts one.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const script = (name) => ['npm', 'run', '--silent', name];
const steps = {
  // The longest first, so that what is left at the end is short.
  lint: script('lint'),
  'contract suite': ['npx', 'vitest', 'run', '--mode', 'suite'],
  types: script('types'),
  'generated files are fresh': ['node', '.ci/generate.mjs', '--check'],
  format: script('format:check'),
  'size and shape': ['node', 'bench/house.mjs', '--check'],
  'dead code': script('dead-code'),
  'OpenAPI lint': script('lint:openapi'),
  build: script('build'),
};

// Some tools take FORCE_COLOR for a wish whatever its value.
const env = { ...process.env, NO_COLOR: '1' };
delete env.FORCE_COLOR;

const total = { passed: 0, failed: 0 };
const failed = [];

const queue = Object.entries(steps);
const workers = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) await runStep(...step);
});
await Promise.all(workers);
await runStep('tests and coverage floor', script('coverage'));

if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runStep(name, [command, ...args]) {
  const started = performance.now();
  const { isFine, output } = await ended(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const figures = output.split('\n').filter((line) => /^\s*(Tests|Statements|Branches|Functions|Lines)\s/.test(line));
  const tests = figures.find((line) => line.includes('Tests'));
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(tests)?.[1] ?? 0);
  if (!isFine) failed.push(name);
  total.passed += tests === undefined ? Number(isFine) : count('passed');
  // A run that failed without a failed test (the coverage floor, a file that does not load) counts as one failure.
  total.failed += isFine ? 0 : Math.max(1, count('failed'));
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)} ${seconds.padStart(6)} s`);
  const told = isFine ? figures.join('\n') : output;
  if (told !== '') console.log(told.trimEnd().replace(/^\s*/gm, '        '));
}

function ended(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isFine: false, output: output + String(error) }));
    child.once('close', (code) => resolve({ isFine: code === 0, output }));
  });
}

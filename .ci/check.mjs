/**
 * Everything that has to hold before a change is merged, in one command: `npm run check`. A step's output is shown
 * where it fails. A vitest run counts as many as it has tests; every other step counts one.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { countTests } from './count-tests.mjs';

const testReport = 'node_modules/.cache/check/tests.json';

const steps = [
  { name: 'generated files are fresh', command: ['node', '.ci/generate.mjs', '--check'] },
  { name: 'format', command: ['npm', 'run', '--silent', 'format:check'] },
  { name: 'size and shape', command: ['node', 'bench/house.mjs', '--check'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'dead code', command: ['npm', 'run', '--silent', 'dead-code'] },
  { name: 'OpenAPI lint', command: ['npm', 'run', '--silent', 'lint:openapi'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
];
const tests = {
  name: 'tests and coverage floor',
  command: ['npm', 'run', '--silent', 'coverage', '--', '--reporter=default', '--reporter=json'].concat(
    `--outputFile.json=${testReport}`,
  ),
};

// Some tools take FORCE_COLOR for a wish whatever its value.
const env = { ...process.env, NO_COLOR: '1' };
delete env.FORCE_COLOR;

const total = { passed: 0, failed: 0 };
const failed = [];

await inParallel(steps, Math.min(2, availableParallelism()), async (step) => {
  const { isFine, seconds, output } = await run(step.command);
  report(step.name, isFine, seconds, isFine ? '' : output);
  total[isFine ? 'passed' : 'failed'] += 1;
});

await rm(testReport, { force: true });
const testRun = await run(tests.command);
const counts = await countTests(testReport, testRun.isFine);
report(tests.name, testRun.isFine, testRun.seconds, testRun.isFine ? coverageIn(testRun.output) : testRun.output);
total.passed += counts.passed;
total.failed += counts.failed;

if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function inParallel(items, width, work) {
  const queue = [...items];
  const workers = Array.from({ length: width }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}

function run([command, ...args]) {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    const end = (isFine) => resolve({ isFine, output, seconds: (performance.now() - started) / 1000 });
    child.once('error', (error) => {
      output += String(error);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

function report(name, isFine, seconds, output) {
  if (!isFine) failed.push(name);
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`);
  if (output !== '') console.log(output.trimEnd().replace(/^/gm, '        '));
}

function coverageIn(output) {
  const lines = output.split('\n').filter((line) => /^\s*(Tests|Statements|Branches|Functions|Lines)\s/.test(line));
  return lines.map((line) => line.trim()).join('\n');
}

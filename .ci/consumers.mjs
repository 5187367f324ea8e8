/**
 * Packs the package, and uses it as other projects do: installed alone, it must stay light, and each project of
 * `examples/` must pass its test with it. Names of examples, or `--fast` for those that install nothing but the package;
 * all of them without either.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packedPackage } from './packed.mjs';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: 'boolean' } },
});
/** What `npm install voice-agent-mock` may bring at most: itself alone, because everything that it needs is bundled. */
const limits = { packages: 1, megabytes: 20 };
const work = await mkdtemp(join(tmpdir(), 'consumers-'));
const total = { passed: 0, failed: 0 };

try {
  const packed = packedPackage(root, work);
  if (positionals.length === 0) {
    await hold('the package alone is light, and its commands run', () => checkAlone(packed));
  }
  for (const { name, manifest } of await chosenExamples()) {
    await hold(`examples/${name}`, () => runExample(name, manifest, packed));
  }
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function hold(name, check) {
  const started = performance.now();
  const fault = await check().catch((error) => error);
  total[fault instanceof Error ? 'failed' : 'passed'] += 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${fault instanceof Error ? 'FAILED' : 'ok    '}  ${name}${fault?.note ?? ''} (${seconds} s)`);
  if (fault instanceof Error) console.log(fault.message.trimEnd().replace(/^/gm, '        '));
}

/** Those that are asked for; an unknown name is told. */
async function chosenExamples() {
  const folder = join(root, 'examples');
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no example ${unknown.join(', ')}: there are ${names.join(', ')}.`);
  const examples = await Promise.all(
    (positionals.length > 0 ? positionals : names).map(async (name) => ({
      name,
      manifest: JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')),
    })),
  );
  return examples.filter(({ manifest }) => !values.fast || Object.keys(manifest.devDependencies).length === 1);
}

/** An example as it is in a project of its own, with the packed package in the place of the published one. */
async function runExample(name, manifest, packed) {
  const folder = join(work, name);
  await cp(join(root, 'examples', name), folder, { recursive: true });
  const devDependencies = { ...manifest.devDependencies, 'voice-agent-mock': `file:${packed}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies }));
  await install(folder);
  await run('npm', ['test'], folder);
}

async function checkAlone(packed) {
  const folder = join(work, 'alone');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "alone", "private": true }\n');
  const output = await install(folder, packed);
  const installed = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
  const packages = Object.entries(installed).filter(([path]) => path !== '');
  const megabytes = (await sizeOf(join(folder, 'node_modules'))) / 1e6;
  const faults = [
    packages.length > limits.packages &&
      `It brings ${packages.map(([path]) => path).join(', ')}: at most ${limits.packages} package.`,
    megabytes > limits.megabytes && `It brings ${megabytes.toFixed(1)} MB: at most ${limits.megabytes}.`,
    /deprecated/i.test(output) && output,
    ...packages.map(([path, { hasInstallScript }]) => hasInstallScript && `${path} has an install script.`),
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const command = (args, code) => run('npx', ['--no-install', 'voice-agent-mock', ...args], folder, code);
  await command(['contract', '--reporter', 'junit', '--output', 'junit.xml'], 0);
  const refusal = await command(['contract', '--reporter', 'dot'], 2);
  if (!refusal.includes('npm install --save-dev vitest@4')) throw new Error(`contract --reporter dot says: ${refusal}`);
  await writeFile(join(folder, 'plan.yaml'), 'agents: [{ count: 3 }]\n');
  await command(['seed', 'plan.yaml', '--out', 'scenario'], 0);
  return { note: `: ${packages.length} package, ${megabytes.toFixed(1)} MB` };
}

function install(folder, ...packages) {
  return run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', ...packages], folder);
}

async function sizeOf(folder) {
  const { stat } = await import('node:fs/promises');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

/** What a command prints; @throws Error with it if it does not end with the code. */
async function run(command, args, cwd, wanted = 0) {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', npm_config_update_notifier: 'false' };
  delete env.npm_config_prefix;
  delete env.NODE_OPTIONS;
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code === wanted) return output;
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}, not ${wanted}:\n${output}`);
}

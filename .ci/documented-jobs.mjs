/**
 * Runs the CI jobs of docs/contract-testing.md, and the steps of action.yml, as they are written there, against a mock that stands for the deployment:
 * in a fresh clone, and in a project of its own with the packed package among its dependencies.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { packedPackage } from './packed.mjs';

const root = join(import.meta.dirname, '..');
const work = await mkdtemp(join(tmpdir(), 'documented-jobs-'));
const shards = 3;
const total = { passed: 0, failed: 0 };
let mock;
const environment = environmentOfJobs();

try {
  const address = await startMock(environment);
  const jobs = [
    ...documentedJobs(await readFile(join(root, 'docs/contract-testing.md'), 'utf8')),
    ...actionSteps(parse(await readFile(join(root, 'action.yml'), 'utf8')), { port: String(await freePort()) }),
  ];
  for (const [place, make] of [
    ['a fresh clone', clone],
    ['a project with the package', install],
  ]) {
    const folder = await make(environment);
    await run('npm ci', folder, environment);
    await run('npx voice-agent-mock contract --init', folder, environment);
    const file = join(folder, 'contract.config.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('https://staging.example.com', address));
    for (const { name, command, variables, shell } of jobs) {
      const code = await run(command, folder, { ...environment, ...variables }, shell);
      total[code === 0 ? 'passed' : 'failed'] += 1;
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${place}, ${name}: ${command}`);
    }
    await stopAction();
  }
} finally {
  mock?.kill();
  await forgetNpx();
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** The commands of GitHub's and GitLab's jobs in their order, `npm ci` left out, each for every shard it is for. */
function documentedJobs(page) {
  const section = page.slice(page.indexOf('## In CI'), page.indexOf('### Known violations'));
  const blocks = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text));
  const github = blocks
    .flatMap((block) => [block].flat())
    .flatMap((block) => Object.entries(block.jobs ?? { mock: { steps: [block] } }));
  const gitlab = blocks.flatMap((block) => Object.entries(block)).filter(([, job]) => Array.isArray(job?.script));
  const commands = [
    ...github.flatMap(([name, { steps }]) =>
      steps.flatMap(({ run: command }) => (command ? [[`GitHub ${name}`, command]] : [])),
    ),
    ...gitlab.flatMap(([name, { script }]) => script.map((command) => [`GitLab ${name}`, command])),
  ].filter(([, command]) => command !== 'npm ci');
  return commands.flatMap(([name, command]) => {
    const isSharded = /matrix\.shard|CI_NODE_INDEX/.test(command);
    return Array.from({ length: isSharded ? shards : 1 }, (_, at) => ({
      name,
      command: command.replaceAll('${{ matrix.shard }}', at + 1),
      variables: { CI_NODE_INDEX: String(at + 1), CI_NODE_TOTAL: String(shards) },
    }));
  });
}

/** The steps of the composite action with their inputs, the defaults where none are given. */
function actionSteps({ inputs, runs }, given) {
  const valueOf = (name) => given[name] ?? inputs[name].default;
  const filled = (text) => String(text).replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => valueOf(name));
  return runs.steps.map(({ name, run: command, env = {} }) => ({
    name: `action.yml, ${name}`,
    command,
    shell: 'bash',
    variables: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
  }));
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Ends the mock that a step of the action has left running, as the end of the job does. */
async function stopAction() {
  const pids = (await readFile(join(work, 'action.pids'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
  for (const pid of pids) {
    try {
      process.kill(-Number(pid));
    } catch {
      // It has ended by itself.
    }
  }
  await rm(join(work, 'action.pids'), { force: true });
}

function environmentOfJobs() {
  return {
    ...process.env,
    ...{ CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined, npm_config_prefer_offline: 'true' },
    // An API token of the mock's default data.
    ...{ VOICE_AGENT_TOKEN: 'ac3e'.repeat(16), GITHUB_STEP_SUMMARY: join(work, 'summary.md') },
    RUNNER_TEMP: work,
  };
}

/** npx keeps a link to each project whose own command it has run. */
async function forgetNpx() {
  const kept = join((await outputOf('npm config get cache', root, environment)).trim().split('\n').at(-1), '_npx');
  for (const name of await readdir(kept).catch(() => [])) {
    const text = await readFile(join(kept, name, 'package.json'), 'utf8').catch(() => '');
    if (text.includes(basename(work))) await rm(join(kept, name), { recursive: true, force: true });
  }
}

async function clone(environment) {
  const folder = join(work, 'clone');
  await outputOf(`git clone --quiet "file://${root}" "${folder}"`, work, environment);
  return folder;
}

async function install(environment) {
  const folder = join(work, 'project');
  await mkdir(folder);
  await cp(packedPackage(join(work, 'clone'), work), join(folder, 'package.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
  await outputOf('npm install --save-dev ./package.tgz', folder, environment);
  await rm(join(folder, 'node_modules'), { recursive: true });
  return folder;
}

/** Gives the address of a mock in memory that runs until all is over. */
async function startMock(environment) {
  await outputOf('node .ci/build.mjs --if-stale', root, environment);
  const flags = ['serve', '--port', '0', '--ephemeral', '--log-level', 'silent'];
  mock = spawn(process.execPath, [join(root, 'dist/cli.js'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(mock.stdout.setEncoding('utf8'), 'data');
  return /http:\S+/.exec(text)[0];
}

async function outputOf(command, cwd, env) {
  const { code, output } = await execute(command, cwd, env);
  if (code === 0) return output;
  throw new Error(`${command} ended with ${code}:\n${output}`);
}

async function run(command, cwd, env, shell) {
  const { code, output } = await execute(command, cwd, env, shell);
  if (code !== 0) console.log(`${command} ended with ${code}:\n${output}`);
  return code;
}

/** A step of the action leaves a process behind, so it is a group that can be ended. */
async function execute(command, cwd, env, shell = 'sh') {
  const isStep = shell === 'bash';
  const child = spawn(shell, [...(isStep ? ['-eo', 'pipefail'] : []), '-c', command], {
    ...{ cwd, env, detached: isStep, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  if (isStep) await appendFile(join(work, 'action.pids'), `${child.pid}\n`);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

/**
 * Runs the CI jobs of docs/contract-testing.md as they are written there, with the steps of action.yml where they use it,
 * against a mock that stands for the deployment: in a fresh clone, and in a project with the packed package.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort, removeFolder, root, runToEnd, temporaryFolder } from './packed-package.mjs';

const shards = 3;
const work = temporaryFolder('documented-jobs');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const page = readFileSync(join(root, 'docs/contract-testing.md'), 'utf8');
const jobs = documentedJobs();
const env = {
  npm_config_prefer_offline: 'true',
  // An API token of the mock's default data.
  VOICE_AGENT_TOKEN: 'ac3e'.repeat(16),
  GITHUB_STEP_SUMMARY: join(work, 'summary.md'),
  // A part of the suite, some for each shard, and short walks: that a job does what it says is seen by these as well.
  VOICE_AGENT_MOCK_ONLY: 'Tokens,Voices,agent.deleted.not-returned',
  VOICE_AGENT_MOCK_STEPS: '5',
  RUNNER_TEMP: work,
};
const left = [];
let deployment;
let address;

beforeAll(async () => {
  const flags = ['serve', '--port', '0', '--ephemeral', '--log-level', 'silent'];
  deployment = spawn(process.execPath, [join(root, 'dist/cli.js'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(deployment.stdout.setEncoding('utf8'), 'data');
  [address] = /http:\S+/.exec(text);
});
afterEach(() => {
  // The mock that a step of the action has left running, as the end of the job does.
  for (const pid of left.splice(0)) endGroup(pid);
});
afterAll(async () => {
  deployment?.kill();
  await forgetNpx();
  removeFolder(work);
});

it('the page shows the jobs of both services, and uses the action', () => {
  expect(jobs.length).toBeGreaterThan(8);
  expect(jobs.filter(({ uses }) => uses !== undefined)).not.toEqual([]);
});

// With FAST=1 no clone: .ci/run is one, and runs the job of a pull request in itself.
it('what a run against a deployment leaves is uploaded: the ledger of what it could not delete, and kept walks', () => {
  const [job] = blocksOf('contract.config.yaml --shard ${{');
  const uploadOf = (name) => job.jobs[name].steps.find(({ uses = '' }) => uses.includes('upload-artifact')).with;
  for (const name of ['checks', 'walks']) {
    expect(uploadOf(name)).toMatchObject({
      path: expect.stringContaining('.contract/\n'),
      'include-hidden-files': true,
    });
  }
  const [gitlab] = blocksOf('$CI_NODE_INDEX');
  expect(gitlab['contract:staging'].artifacts.paths).toContain('.contract/');
  const { with: kept } = action.runs.steps.find(({ uses = '' }) => uses.includes('upload-artifact'));
  expect([kept.name, kept.path.trim(), kept['include-hidden-files']]).toEqual([
    ...[expect.stringContaining('strategy.job-index'), '.contract/', true],
  ]);
});

describe.each([
  ...(process.env.FAST === '1' ? [] : [['a fresh clone', clone]]),
  ['a project with the package', project],
])('in %s', (place, make) => {
  let cwd;
  beforeAll(async () => {
    cwd = await make();
    await runToEnd('npm', ['ci'], { cwd, env });
    await runToEnd('npx', ['voice-agent-mock', 'contract', '--init'], { cwd, env });
    const file = join(cwd, 'contract.config.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('https://staging.example.com', address));
  });

  it.each(jobs.filter(({ command }) => command !== undefined))('$name: $command', async ({ command, variables }) => {
    await runToEnd('sh', ['-c', command], { cwd, env: { ...env, ...variables } });
  });

  it.runIf(make === project)(
    'the action checks the mock that it starts, with its scenario and at its port',
    async () => {
      expect(jobs.map(({ uses }) => uses)).toContain('./node_modules/voice-agent-mock');
      const port = String(await freePort());
      await runAction(cwd, { port });
      const { entries } = await answerOf(port, 'journal');
      expect(entries.length, 'requests that the mock of the action got').toBeGreaterThan(50);
      expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain(`127.0.0.1:${port}`);
    },
  );

  it.runIf(make === project)('the action starts a scenario alone, without the contract', async () => {
    const port = String(await freePort());
    await runAction(cwd, { port, scenario: 'empty', contract: 'false' });
    expect((await answerOf(port, 'journal')).entries).toEqual([]);
    expect((await answerOf(port, 'agents')).agents).toEqual([]);
  });
});

/** The documented jobs in whose text this stands. */
function blocksOf(part) {
  return [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text]) =>
    text.includes(part) ? [parse(text)] : [],
  );
}

/** The steps of GitHub's and GitLab's jobs in their order, `npm ci` left out, each for every shard it is for. */
function documentedJobs() {
  const section = page.slice(page.indexOf('## In CI'), page.indexOf('### Known violations'));
  const blocks = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text));
  const jobsOf = (block) => (Array.isArray(block) ? { mock: { steps: block } } : (block.jobs ?? block));
  const steps = blocks
    .flatMap((block) => Object.entries(jobsOf(block)))
    .flatMap(([name, { steps: ofGithub = [], script = [] }]) => [
      ...ofGithub.map((step) => ({ name: `GitHub ${name}`, command: step.run, uses: step.uses })),
      ...script.map((command) => ({ name: `GitLab ${name}`, command })),
    ]);
  return steps
    .filter(({ command }) => command !== 'npm ci')
    .flatMap(({ name, command, uses }) => {
      const isSharded = /matrix\.shard|CI_NODE_INDEX/.test(command);
      return Array.from({ length: isSharded ? shards : 1 }, (_, at) => ({
        name,
        uses,
        command: command?.replaceAll('${{ matrix.shard }}', String(at + 1)),
        variables: { CI_NODE_INDEX: String(at + 1), CI_NODE_TOTAL: String(shards) },
      }));
    });
}

/** The commands of the composite action with these inputs, and the defaults of the others. */
async function runAction(cwd, given) {
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default])),
    ...given,
  };
  const filled = (text) => String(text).replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => inputs[name]);
  for (const { run: command, if: condition = '', env: variables = {} } of action.runs.steps) {
    const [, name, value] = /inputs\.(\w+) == '(\w+)'/.exec(condition) ?? [];
    if (command === undefined || (name !== undefined && inputs[name] !== value)) continue;
    const filledIn = Object.fromEntries(Object.entries(variables).map(([key, text]) => [key, filled(text)]));
    const onStart = ({ pid }) => left.push(pid);
    await runToEnd('bash', ['-eo', 'pipefail', '-c', command], { cwd, env: { ...env, ...filledIn }, onStart });
  }
}

async function answerOf(port, path) {
  return (await fetch(`http://127.0.0.1:${port}/__mock/${path}`)).json();
}

function endGroup(pid) {
  try {
    process.kill(-pid);
  } catch {
    // It has ended by itself.
  }
}

async function clone() {
  const folder = join(work, 'clone');
  await runToEnd('git', ['clone', '--quiet', `file://${root}`, folder], { cwd: work, env });
  return folder;
}

async function project() {
  const folder = join(work, 'project');
  await mkdir(folder);
  await cp(process.env.PACKED_PACKAGE, join(folder, 'package.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
  await runToEnd('npm', ['install', '--save-dev', './package.tgz'], { cwd: folder, env });
  await rm(join(folder, 'node_modules'), { recursive: true });
  return folder;
}

/** npx keeps a link to each project whose own command it has run. */
async function forgetNpx() {
  const kept = join(
    (await runToEnd('npm', ['config', 'get', 'cache'], { cwd: root, env })).trim().split('\n').at(-1),
    '_npx',
  );
  for (const name of await readdir(kept).catch(() => [])) {
    const text = await readFile(join(kept, name, 'package.json'), 'utf8').catch(() => '');
    if (text.includes(basename(work))) await rm(join(kept, name), { recursive: true, force: true });
  }
}

/**
 * Runs every block of shell commands of README and docs/ as it is written, page by page, in a project with the packed package and beside a mock
 * that stands for the reader's own and for the deployment. What needs another machine is listed below.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { removeFolder, root, runToEnd, temporaryFolder } from './packed-package.mjs';

/** What is not run, and why. */
const leftOut = [
  [/^docker |^export NODE_IMAGE/, 'there is no Docker'],
  [/postgres:/, 'there is no PostgreSQL of that address: src/cli/copy.test.ts copies with one'],
  [/^npm (i|run|start)/, 'the registry, a clone: the other tests of this folder do it'],
  [/^npx playwright/, 'Playwright is none of what a clone has'],
  [/RUN-1/, 'a walk is kept where a rule is broken: contract-explore-address.test.ts breaks one'],
];

const work = temporaryFolder('documented-commands');
const [, documentedOverlay] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(join(root, 'docs/profiles.md'), 'utf8'));
const installed = join(work, 'node_modules/voice-agent-mock');
const blocks = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].flatMap((page) => {
  if (!page.endsWith('.md')) return [];
  const texts = [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:sh|console)\n(.*?)^```$/gms)].map(
    ([, text]) => text,
  );
  return texts.length === 0 ? [] : [[page, texts]];
});
let mock;

beforeAll(async () => {
  writeFileSync(join(work, 'package.json'), '{ "name": "project", "private": true }\n');
  await runToEnd('npm', ['install', '--prefer-offline', '--save-dev', process.env.PACKED_PACKAGE], { cwd: work });
});
afterEach(() => mock?.kill());
afterAll(() => removeFolder(work));

it('leaves out nothing that could be run', () => {
  const lines = blocks.flatMap(([, texts]) => texts).flatMap((text) => text.split('\n'));
  expect(leftOut.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).toEqual([]);
  expect(lines.filter((line) => line.includes('voice-agent-mock')).length).toBeGreaterThan(30);
});

it.each(blocks)('%s', async (page, texts) => {
  const cwd = join(work, page.replaceAll(/\W/g, '-'));
  mkdirSync(join(cwd, 'scenarios'), { recursive: true });
  writeFileSync(join(cwd, 'staging.overlay.yaml'), documentedOverlay);
  // Its page begins with an overlay, and shows what a mock answers with it.
  const address = await startMock(cwd, page.endsWith('profiles.md') ? ['--profile', 'staging.overlay.yaml'] : []);
  provide(cwd, address, texts.join('\n'));
  await runToEnd('sh', ['-e', '-c', `${functions}\nserved voice-agent-mock serve`], { cwd, env: env(address) });
  await record(cwd, address);
  for (const text of texts) {
    const script = `${functions}\n${runnable(text, address)}`;
    // Only a tour that shows a refusal may be refused.
    const refused = text.includes('{"error":true') ? {} : { CURL_HOME: cwd };
    const output = await runToEnd('sh', ['-e', '-c', script], { cwd, env: { ...env(address), ...refused } });
    const shown = [...text.matchAll(/^(?:# )?(\{.*)$/gm)].map(([, line]) =>
      line.split('…').map((part) => escaped(part)),
    );
    for (const parts of shown) expect(output).toMatch(new RegExp(parts.join('.*')));
  }
});

async function startMock(cwd, flags) {
  const args = ['voice-agent-mock', 'serve', '--port', '0', '--ephemeral', '--log-level', 'silent', ...flags];
  mock = spawn(join(work, 'node_modules/.bin', args[0]), args.slice(1), { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(mock.stdout.setEncoding('utf8'), 'data');
  return /http:\/\/[\w.:]+/.exec(text)[0];
}

/** What the reader has: a plan, audiences, a scenario, a configuration. */
function provide(cwd, address, commands) {
  const write = (name, text) => writeFileSync(join(cwd, name), text);
  write('plan.yaml', 'agents: [{ count: 3 }]\n');
  for (const name of ['leads', 'people']) write(`${name}.csv`, 'Phone,Shoe size\n+15550107777,38\n');
  cpSync(join(installed, 'fixtures/default'), join(cwd, 'scenarios/mine'), { recursive: true });
  write('.curlrc', 'fail\n');
  if (commands.includes('--init')) return;
  const example = readFileSync(join(installed, 'contract-tests/contract.config.example.yaml'), 'utf8');
  write('contract.config.yaml', example.replaceAll('https://staging.example.com', address));
}

/** What a browser has recorded, by the journal of the mock. */
async function record(cwd, address) {
  const headers = { token: 'ac3e'.repeat(16) };
  await fetch(`${address}/api/v1/global/verify`, { method: 'POST' });
  for (const id of [1001, 1004, 99]) {
    await fetch(`${address}/api/v1/global/agents/get-by-id?agent_id=${id}`, { headers });
  }
  const har = await (await fetch(`${address}/__mock/journal/har`)).text();
  writeFileSync(join(cwd, 'traffic.har'), har);
}

/** The work of a suite is made small by variables, so that the commands stay as they are. */
function env(address) {
  const small = { ONLY: 'Tokens', WALKS: '1', STEPS: '5', READ_ONLY: 'true', PORT: '0', DATA_DIR: '.data' };
  const token = 'ac3e'.repeat(16);
  return {
    ...{
      PATH: `${join(work, 'node_modules/.bin')}:${process.env.PATH}`,
      VOICE_AGENT_TOKEN: token,
      TOKEN: token,
      LOGIN_TOKEN: 'login-acme',
      BASE: `${address}/api/v1/global`,
      ADDRESS: address,
    },
    ...Object.fromEntries(Object.entries(small).map(([name, value]) => [`VOICE_AGENT_MOCK_${name}`, value])),
  };
}

const functions = `
# What goes on until it is ended: to its first address.
served() {
  "$@" >served.log 2>&1 & process=$!
  until grep -q http:// served.log; do kill -0 $process || { cat served.log; exit 1; }; sleep 0.1; done
  kill $process; wait $process || [ $? = 143 ]
}
initialised() { "$@"; sed -i "s#https://staging.example.com#$ADDRESS#" contract.config.yaml; }
`;

function runnable(text, address) {
  return (
    text
      .split('\n')
      // An answer of a console is none.
      .filter((line) => !text.startsWith('$ ') || line.startsWith('$ '))
      .filter((line) => !leftOut.some(([pattern]) => pattern.test(line)))
      // Of npx the documented jobs make use; it takes a second for each command.
      .map((line) => line.replace(/^(\$ )?(npx )?/, ''))
      .map((line) =>
        line
          .replace(/^\S+ (?:serve|proxy)/, 'served $&')
          .replace(/(proxy .*--har) \S+/, '$1 passed.har')
          .replace(/^\S+ contract --init/, 'initialised $&'),
      )
      .join('\n')
      .replaceAll(/(audience import \S+ --campaign 5003) (?!--target)/g, `$1 --target ${address} `)
      .replaceAll(/http:\/\/(127\.0\.0\.1|mock\.internal):4010|https:\/\/staging\.example\.com/g, address)
      .replaceAll('localhost:4010', address)
      .replaceAll('--minutes 20', '')
  );
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

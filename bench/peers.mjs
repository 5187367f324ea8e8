/** The servers that are measured beside one another. */
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globalPath, operations, token } from './operations.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const bin = (name) => join(here, 'node_modules', '.bin', name);
const document = join(root, 'openapi', 'openapi.yaml');
const getAgent = `${globalPath}/agents/get-by-id?agent_id=1004`;

/** How the mock is started for a measurement: without its log of requests. */
export function mockServer(...flags) {
  return loggingMockServer('--log-level', 'silent', ...flags);
}

/** The same with its log of requests, as it comes. */
function loggingMockServer(...flags) {
  const args = [join(root, 'dist', 'cli.js'), 'serve', '--port', '$PORT', ...flags];
  return { command: process.execPath, args, probe: { path: getAgent, headers: { token } } };
}

function prismServer(...flags) {
  const args = [realPath('@stoplight/prism-cli', 'dist/index.js'), 'mock', '-m', 'false', '-p', '$PORT', ...flags];
  const probe = { path: withoutGlobalPath(getAgent), headers: { token } };
  return { command: process.execPath, args: [...args, document], probe };
}

/**
 * Every server by its name. `start` gives what `startServer` takes, `dir` being an empty folder for what the server
 * keeps; `pathOf` gives the address under which it has an operation.
 * @param answers what the mock answered to each operation, for the servers that send what they are told
 */
export function createPeers(answers) {
  const whole = (path) => path;
  return {
    mock: { start: (dir) => mockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    'mock-ephemeral': { start: () => mockServer('--ephemeral'), pathOf: whole },
    'mock-logging': { start: (dir) => loggingMockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    express: { start: (dir) => expressServer(dir, answers), pathOf: whole },
    prism: { start: () => prismServer('-v', 'silent'), pathOf: withoutGlobalPath },
    'prism-logging': { start: () => prismServer(), pathOf: withoutGlobalPath },
    mockoon: {
      start: () => ({
        command: process.execPath,
        args: [bin('mockoon-cli'), 'start', '--data', document, '--port', '$PORT', '--hostname', '127.0.0.1'].concat([
          '--disable-log-to-file',
          '--disable-admin-api',
        ]),
        probe: { path: getAgent, headers: { token } },
      }),
      // It serves every operation under the prefix of the document's first server.
      pathOf: (path) => (path.startsWith(globalPath) ? path : globalPath + path),
    },
    'json-server': { start: (dir) => jsonServer(dir, answers), pathOf: (path) => jsonServerPath(path) },
    wiremock: { start: (dir) => wireMock(dir, answers), pathOf: whole },
  };
}

/** Peers that are not there, each with the reason. */
export function missingPeers() {
  return process.env.PATH?.split(':').some((dir) => hasFile(dir, 'java')) ? {} : { wiremock: 'there is no Java' };
}

async function expressServer(dir, answers) {
  const routes = operations.map(({ name, kind, method, path }) => ({
    kind,
    method,
    path,
    body: JSON.parse(answers.get(name)),
  }));
  const file = join(dir, 'answers.json');
  await writeFile(file, JSON.stringify(routes));
  return {
    command: process.execPath,
    args: [join(here, 'express-server.mjs'), '$PORT', file],
    probe: { path: getAgent },
  };
}

async function jsonServer(dir, answers) {
  const bodyOf = (name) => JSON.parse(answers.get(name));
  const agent = { ...bodyOf('get-by-id').data, id: 1004 };
  const voices = bodyOf('voice-list').data.voices;
  const leads = bodyOf('audience-list').datalist;
  const file = join(dir, 'db.json');
  await writeFile(file, JSON.stringify({ agents: [agent], voices, leads }));
  return {
    command: process.execPath,
    args: [bin('json-server'), '--quiet', '--host', '127.0.0.1', '--port', '$PORT', file],
    probe: { path: jsonServerPath(getAgent) },
  };
}

/** Prism serves every operation at the root. */
function withoutGlobalPath(path) {
  return path.replace(globalPath, '');
}

function jsonServerPath(path) {
  if (path.includes('get-by-id')) return '/agents/1004';
  if (path.includes('voice-list')) return '/voices?_page=1&_limit=10';
  if (path.includes('mobile_no')) return '/leads?mobile_no_like=555&last_call_status=completed';
  return path.includes('status') ? '/leads?status=Fresh&status=Inqueue&_page=1&_limit=10' : '/leads?_page=1&_limit=10';
}

async function wireMock(dir, answers) {
  const mappings = join(dir, 'mappings');
  await mkdir(mappings, { recursive: true });
  for (const [index, { name, method, path }] of operations.entries()) {
    const response = { status: 200, headers: { 'Content-Type': 'application/json' }, body: answers.get(name) };
    await writeFile(join(mappings, `${index}.json`), JSON.stringify({ request: { method, url: path }, response }));
  }
  const build = join(here, 'node_modules', 'wiremock', 'build');
  const jar = readdirSync(build).find((file) => file.endsWith('.jar'));
  return {
    command: 'java',
    // It would keep every request for ever; the mock keeps a thousand.
    args: ['-jar', join(build, jar), '--port', '$PORT', '--bind-address', '127.0.0.1', '--root-dir', dir].concat([
      '--max-request-journal-entries',
      '1000',
      '--disable-banner',
    ]),
    probe: { path: getAgent },
  };
}

function realPath(name, file) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}

function hasFile(dir, name) {
  try {
    return readdirSync(dir).includes(name);
  } catch {
    return false;
  }
}

/** The servers that are measured beside one another. */
import { writeFile } from 'node:fs/promises';
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
  };
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

/** Prism serves every operation at the root. */
function withoutGlobalPath(path) {
  return path.replace(globalPath, '');
}

function realPath(name, file) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}

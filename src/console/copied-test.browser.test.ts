import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

const node = promisify(execFile);
const packageRoot = new URL('../..', import.meta.url).pathname;
const pdf = new File(['%PDF-1.7 with some content'], 'guide.pdf', { type: 'application/pdf' });
const noPdf = new File(['no PDF at all'], 'fake.pdf', { type: 'application/pdf' });

let opened: OpenedConsole;
let token: string;
let loginToken: string;
/** A project of somebody else's, where vitest is installed. */
let project: string;

beforeAll(async () => {
  opened = await openConsole();
  const [account] = opened.mock.accounts;
  token = account?.api_token ?? '';
  loginToken = account?.login_token ?? '';
  project = mkdtempSync(join(tmpdir(), 'copied-'));
  symlinkSync(join(packageRoot, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

afterAll(async () => {
  await opened.close();
  rmSync(project, { recursive: true });
});

const api = '/api/v1/global';
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { token, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const form = (fields: Readonly<Record<string, string | File>>): RequestInit => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', headers: { token }, body };
};
const steer = (path: string, body: unknown) =>
  opened.request(`/__mock/${path}`, { ...json(body), headers: { 'content-type': 'application/json' } });

const entryPoint = (name: string) => JSON.stringify(join(packageRoot, 'dist', `${name}.js`));

/** Puts the last request's test and its snapshot's file, as the console hands them out, into the project. */
async function paste(name: string, runner: 'vitest' | 'jest' | 'playwright' = 'vitest'): Promise<string> {
  const { page } = opened;
  const read = await opened.request('/__mock/journal?limit=1');
  const { entries } = (await read.json()) as { entries: [{ id: number }] };
  await page.goto(`${opened.address}/#/requests/${entries[0].id}`);
  await page.getByRole('tab', { name: runner, exact: true }).click();
  // The token that stands in has to be loaded.
  await page.getByText('Loading tokens').waitFor({ state: 'detached' });
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download request-/ }).click();
  const download = await waiting;
  await download.saveAs(join(project, download.suggestedFilename()));
  await page.getByRole('button', { name: `Copy ${runner}` }).click();
  const text = String(await page.evaluate('navigator.clipboard.readText()'));
  const file = runner === 'playwright' ? `${name}.spec.ts` : `${name}.test.ts`;
  // What is built stands in for the package that the project would have.
  const pasted = text.replace(/'voice-agent-mock\/(\w+)'/, (_, entry: string) => entryPoint(entry));
  writeFileSync(join(project, file), runner === 'jest' ? asModule + pasted : pasted);
  return pasted;
}

/** What a test of CommonJS finds there, for vitest, which knows the globals of Jest and has no `require`. */
const asModule = `import { readFileSync } from 'node:fs';
import * as jest from ${entryPoint('jest')};
const require = (name: string) =>
  name.endsWith('.json') ? JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) : jest;
`;

/** Runs the tests of the project whose files are named so; rejects if one fails. */
function runVitest(name = ''): Promise<string> {
  const command = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
  return run(
    command,
    'run',
    name,
    '--root',
    project,
    '--maxWorkers=1',
    '--no-isolate',
    '--globals',
    '--exclude',
    '**/*.spec.ts',
  );
}

async function run(...command: readonly string[]): Promise<string> {
  const { stdout } = await node(process.execPath, command, {
    cwd: project,
    // A vitest within a vitest would take the other's settings.
    env: { PATH: process.env['PATH'], HOME: project, NO_COLOR: '1' },
  });
  return stdout;
}

it('copies tests that pass when pasted, again and again, whatever has happened to the world since', async () => {
  const requests: readonly (readonly [name: string, path: string, init: RequestInit])[] = [
    ['json', `${api}/create-agent`, json({ agent_name: "Night Desk's \u2028", status: undefined })],
    ['refused', `${api}/create-agent`, json({ agent_id: 1001, status: 1 })],
    ['read', `${api}/agents/get-by-id?agent_id=1004`, { headers: { api_access_token: token } }],
    ['form', '/api/agent/createagentorupdate', form({ 'basic_details[agent_name]': 'Ada', FILE_KNOWLEDGE_BASES: pdf })],
    [
      'refused-file',
      '/api/agent/createagentorupdate',
      form({ 'basic_details[agent_name]': 'A', FILE_KNOWLEDGE_BASES: noPdf }),
    ],
    ['unknown', `${api}/verify`, { method: 'POST', headers: { token: 'nobody-knows-it' } }],
    ['without', `${api}/verify`, { method: 'POST' }],
    ['login', `${api}/get-token`, { headers: { token: loginToken } }],
    ['unreadable', `${api}/create-agent`, { ...json(null), body: '{"agent_name":' }],
    ['force', `${api}/campaign-force-completed`, json({ campaign_id: 5001, campaign_status: 'force_completed' })],
    ['audience', `${api}/audience-list?campaign_id=5002&limit=3&status=0&status=3`, { headers: { token } }],
    [
      'bearer',
      '/v1/agent/update',
      {
        ...json({ agent_id: '00000000-0000-4000-8000-000000001002', name: 'Day' }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
    ],
  ];
  for (const [name, path, init] of requests) {
    await opened.request(path, init);
    await paste(name);
  }
  await steer('faults', { when: { times: 1 }, effect: { type: 'error', status: 500 } });
  await opened.request(`${api}/agents/get-by-id?agent_id=1004`, { headers: { token } });
  await paste('fault');
  await steer('faults', { when: { times: 1 }, effect: { type: 'cut', at: 'during' } });
  await opened.request(`${api}/agents/get-by-id?agent_id=1004`, { headers: { token } }).then(
    (response) => response.text().catch(() => ''),
    () => '',
  );
  await paste('cut');
  // They need nothing of the mock that they were copied from.
  await opened.stopServing();
  const files = requests.length + 2;
  expect(await runVitest()).toMatch(new RegExp(`Tests +${files} passed`));
  expect(await runVitest()).toMatch(new RegExp(`Tests +${files} passed`));
  await opened.serveAgain();
});

it('copies tests for Jest and Playwright too', async () => {
  await opened.request(`${api}/create-agent`, json({ agent_id: 1003, agent_name: 'For others' }));
  await paste('jest', 'jest');
  await paste('playwright', 'playwright');
  expect(await runVitest('jest.test')).toMatch(/jest\.test\.ts/);
  const command = join(packageRoot, 'node_modules', '@playwright', 'test', 'cli.js');
  expect(await run(command, 'test', 'playwright.spec', '--reporter', 'line')).toContain('1 passed');
});

it('copies tests that fail when the answer is another', async () => {
  await opened.request(`${api}/create-agent`, json({ agent_id: 1002, agent_name: 'Renamed' }));
  const text = await paste('json');
  expect(text).toContain('"message": "Agent updated successfully"');
  writeFileSync(join(project, 'json.test.ts'), text.replace('Agent updated successfully', 'Agent saved'));
  await expect(runVitest('json.test')).rejects.toThrow();
});

it('meets no error of its own', () => {
  expect(opened.complaints).toEqual([]);
});

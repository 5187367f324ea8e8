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

/** The text of the last request's test, as the console hands it to the clipboard. */
async function copiedTest(): Promise<string> {
  const { page } = opened;
  const read = await opened.request('/__mock/journal?limit=1');
  const { entries } = (await read.json()) as { entries: [{ id: number }] };
  await page.goto(`${opened.address}/#/requests/${entries[0].id}`);
  await page.getByRole('tab', { name: 'vitest', exact: true }).click();
  // The token that stands in has to be loaded.
  await page.getByText('Loading tokens').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Copy vitest' }).click();
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

/** Runs all tests of the project; rejects if one fails. */
async function runVitest(): Promise<string> {
  const command = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await node(process.execPath, [command, 'run', '--root', project, '--maxWorkers=1'], {
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
    writeFileSync(join(project, `${name}.test.ts`), await copiedTest());
  }
  await steer('faults', { when: { times: 1 }, effect: { type: 'error', status: 500 } });
  await opened.request(`${api}/agents/get-by-id?agent_id=1004`, { headers: { token } });
  writeFileSync(join(project, 'fault.test.ts'), await copiedTest());
  await steer('faults', { when: { times: 1 }, effect: { type: 'cut', at: 'during' } });
  await opened.request(`${api}/agents/get-by-id?agent_id=1004`, { headers: { token } }).then(
    (response) => response.text().catch(() => ''),
    () => '',
  );
  writeFileSync(join(project, 'cut.test.ts'), await copiedTest());
  // What each of them found is not what there is now.
  await opened.request(`${api}/create-agent`, json({ agent_id: 1004, status: 2 }));
  await opened.request(`${api}/create-agent`, json({ agent_id: 1001, agent_name: 'Other' }));
  const files = requests.length + 2;
  expect(await runVitest()).toMatch(new RegExp(`Tests +${files} passed`));
  expect(await runVitest()).toMatch(new RegExp(`Tests +${files} passed`));
}, 180_000);

it('copies tests that fail when the answer is another', async () => {
  await opened.request(`${api}/create-agent`, json({ agent_id: 1002, agent_name: 'Renamed' }));
  const text = await copiedTest();
  expect(text).toContain('"message": "Agent updated successfully"');
  writeFileSync(join(project, 'json.test.ts'), text.replace('Agent updated successfully', 'Agent saved'));
  await expect(runVitest()).rejects.toThrow();
}, 120_000);

it('meets no error of its own', () => {
  expect(opened.complaints).toEqual([]);
});

import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;

const learned = { what: 'createAgent created', on: '2026-11-20', request: 'POST /create-agent', answer: '201 Created' };
const created = {
  target: "$.paths['/create-agent'].post.responses['200'].content['application/json'].examples.created",
  remove: true,
  'x-learned': learned,
};

beforeAll(async () => {
  const profile = { overlay: '1.1.0', info: { title: 'staging', version: '1' }, actions: [created] };
  opened = await openConsole({ profile });
  await opened.page.goto(`${opened.address}/#/differences`);
});

afterAll(() => opened.close());

async function create(): Promise<number> {
  const headers = { token: opened.mock.accounts[0]?.api_token ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_name: 'Desk' });
  return (await opened.request('/api/v1/global/create-agent', { method: 'POST', headers, body })).status;
}

it('shows differences by operation with their evidence, edits one in place, tries a behaviour, exports and resets', async () => {
  const { mock, page } = opened;
  const panel = page.getByRole('region', { name: 'Profile staging', exact: true });
  const said = (text: string) => page.getByRole('log').getByText(text).waitFor();
  await panel.getByText('1 difference from the default document').waitFor();
  await panel.getByText('createAgent', { exact: true }).waitFor();
  await panel.getByText('learned 2026-11-20').click();
  await panel.getByText('POST /create-agent').waitFor();
  expect(await create()).toBe(201);

  await panel.getByRole('button', { name: /^Edit the difference at/ }).click();
  const title = JSON.stringify({ target: '$.info.title', update: 'Staging' });
  await panel.getByLabel('Action', { exact: true }).fill(title.slice(1));
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await said('The body is not JSON');
  await panel.getByLabel('Action', { exact: true }).fill(title);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByText('by hand').waitFor();
  expect(mock.worlds.default.profile?.profile.overlay.actions).toEqual([JSON.parse(title)]);
  expect(await create()).toBe(200);

  await panel.getByLabel('Search', { exact: true }).fill('agent.deleted');
  expect(await panel.getByText('$.info.title').count()).toBe(0);
  await panel.getByLabel('agent.deleted', { exact: true }).selectOption('missing');
  await said('agent.deleted is decided in this world.');
  expect(mock.worlds.default.profile?.profile.behaviours.get('agent.deleted')).toBe('missing');

  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export as overlay' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('staging.overlay.json');
  const overlay = (await json(await file.createReadStream())) as { actions: unknown[] };
  expect(overlay.actions).toHaveLength(2);

  await panel.getByLabel('Search', { exact: true }).fill('');
  await panel.getByRole('button', { name: 'Give up the difference at $.info.title' }).click();
  await said('This is as in the default document again.');
  await panel.getByRole('button', { name: 'Reset …', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await said('This world follows no profile.');
  expect(mock.worlds.default.profile).toBeUndefined();
  expect(opened.complaints).toEqual([]);
});

it('is at most three screens long with the profile of a deployment', async () => {
  const { mock, page, address } = opened;
  const examples = Array.from({ length: 300 }, (_, i) => ({
    target: `$.paths['${i % 2 === 0 ? '/create-agent' : '/voice-list'}']`,
    update: { 'x-note': i },
    'x-learned': learned,
  }));
  const body = JSON.stringify({ overlay: '1.1.0', info: { title: 'long', version: '1' }, actions: examples });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${address}/__mock/profile`, { method: 'PUT', headers, body })).status).toBe(200);
  await page.getByRole('region', { name: 'Profile long', exact: true }).getByText('300 differences').waitFor();
  expect(Number(await page.evaluate('document.documentElement.scrollHeight'))).toBeLessThan(3 * 900);
  expect(mock.worlds.default.profile?.profile.name).toBe('long');
});

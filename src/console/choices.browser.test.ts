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
  await opened.page.goto(`${opened.address}/#/choices`);
});

afterAll(() => opened.close());

async function create(): Promise<number> {
  const headers = { token: opened.mock.accounts[0]?.api_token ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_name: 'Desk' });
  return (await opened.request('/api/v1/global/create-agent', { method: 'POST', headers, body })).status;
}

it('shows each difference with its evidence, tries another behaviour in the world, and resets it', async () => {
  const { page } = opened;
  const panel = page.getByRole('region', { name: 'Profile staging', exact: true });
  await panel.getByText('1 differences', { exact: false }).waitFor();
  await panel.getByText('learned 2026-11-20').click();
  await panel.getByText('POST /create-agent').waitFor();
  expect(await create()).toBe(201);
  await panel.getByLabel('Filter', { exact: true }).fill('agent.deleted');
  await panel.getByLabel('agent.deleted', { exact: true }).selectOption('missing');
  await page.getByRole('log').getByText('agent.deleted is decided in this world.').waitFor();
  expect(opened.mock.worlds.default.profile?.profile.behaviours.get('agent.deleted')).toBe('missing');
  await panel.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('log').getByText('This world follows no profile.').waitFor();
  expect(await create()).toBe(200);
  expect(opened.complaints).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;

const learned = { on: '2026-11-20', request: 'POST /create-agent', answer: '201 Created' };
const choices = { 'create-agent.success.status': { alternative: 'created', learned } };

beforeAll(async () => {
  opened = await openConsole({ profile: { profile: 'voice-agent-mock/profile/1', name: 'staging', choices } });
  await opened.page.goto(`${opened.address}/#/choices`);
});

afterAll(() => opened.close());

async function create(): Promise<number> {
  const headers = { token: opened.mock.accounts[0]?.api_token ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_name: 'Desk' });
  return (await opened.request('/api/v1/global/create-agent', { method: 'POST', headers, body })).status;
}

it('shows what each choice means and what decided it, and tries another in the world', async () => {
  const { page } = opened;
  const panel = page.getByRole('region', { name: 'Profile staging', exact: true });
  await panel.getByText('1 of', { exact: false }).waitFor();
  await panel.getByLabel('Filter', { exact: true }).fill('creation of an agent');
  await panel.getByText('learned 2026-11-20').click();
  await panel.getByText('POST /create-agent').waitFor();
  expect(await create()).toBe(201);
  await panel.getByLabel('create-agent.success.status').selectOption('ok');
  await page.getByRole('log').getByText('create-agent.success.status is decided in this world.').waitFor();
  expect(await create()).toBe(200);
  // Nothing is decided any more: the world follows no profile.
  const message = page.getByLabel('create-agent.created.message', { exact: true });
  await message.fill('Saved.');
  await message.blur();
  await page.getByRole('log').getByText('create-agent.created.message is decided in this world.').waitFor();
  expect(opened.mock.worlds.default.profile?.document.operations.get('createAgent')?.successMessages['created']).toBe(
    'Saved.',
  );
  expect(opened.complaints).toEqual([]);
});

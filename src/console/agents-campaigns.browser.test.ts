import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
});

afterAll(() => opened.close());

const panel = (name: string) => opened.page.getByRole('region', { name, exact: true });

it('lists the agents with state, numbers and campaigns, and opens one', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/agents`);
  const card = page.locator('.card', { hasText: '1004' });
  await card.waitFor();
  expect(await card.textContent()).toMatch(/Active.*1 number, 5 campaigns/);
  await card.click();
  await page.getByRole('img', { name: 'State machine: the agent is Active' }).waitFor();
});

it('sends the real request of a transition and shows what came, and the state reached', async () => {
  await panel('State')
    .getByRole('button', { name: /^Unpublish/ })
    .click();
  await panel('State').getByText('create-agent.unpublish').waitFor();
  await panel('State').getByRole('img', { name: 'State machine: the agent is Draft' }).waitFor();
  await panel('State')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await panel('State').getByRole('img', { name: 'State machine: the agent is Deleted' }).waitFor();
  await panel('Numbers').getByText('None attached').waitFor();
});

it('shows why an agent without a number is not published, and publishes it with one', async () => {
  await panel('State')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await panel('State').getByText('"Add at least 1 phone number to your agent"').waitFor();
  await panel('State').getByText('create-agent.publish.no-number').waitFor();
  await panel('State')
    .getByRole('button', { name: /^Unpublish/ })
    .click();
  await panel('State').getByRole('img', { name: 'State machine: the agent is Draft' }).waitFor();
  const offered = panel('Numbers').getByLabel('Another number');
  // Free numbers first, of those the active ones of the workspace.
  expect(await offered.inputValue()).toBe('+15550001004');
  await offered.selectOption('+15550001002');
  await panel('Numbers').getByRole('button', { name: 'Attach …' }).click();
  const dialog = opened.page.getByRole('dialog', { name: 'Take +15550001002 from agent 1002?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await panel('Numbers').getByText('None attached').waitFor();
  await panel('Numbers').getByRole('button', { name: 'Attach …' }).click();
  await dialog.getByRole('button', { name: 'Take the number' }).click();
  await panel('Numbers').getByText('+15550001002', { exact: true }).waitFor();
  await panel('Numbers').getByRole('button', { name: 'Release' }).waitFor();
  await panel('State')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await panel('State').getByRole('img', { name: 'State machine: the agent is Active' }).waitFor();
});

it('edits name, greeting, prompt and voice in place, and sends only what was changed', async () => {
  const settings = panel('Settings');
  await settings.getByLabel('Greeting').fill('Good morning.');
  await settings.getByLabel('Voice', { exact: true }).selectOption({ index: 3 });
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('Agent updated successfully').waitFor();
  await expect.poll(() => settings.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  const voice = await settings.getByLabel('Voice', { exact: true }).inputValue();
  await opened.page.getByRole('region', { name: 'Unread settings' }).getByText('"Good morning."').waitFor();
  const { entries } = (await (await opened.request('/__mock/journal?console=true&operation=createAgent')).json()) as {
    entries: { request: { body: { json: unknown } } }[];
  };
  expect(entries[0]?.request.body.json).toEqual({
    agent_id: 1004,
    greeting: 'Good morning.',
    voice: { voice_id: voice },
  });
  await settings.getByLabel('Name').fill('');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('422', { exact: true }).first().waitFor();
  await settings.getByLabel('Name').fill('Renamed in place');
  await settings.getByLabel('Prompt').fill('Be brief.');
  await settings.getByRole('button', { name: 'Save' }).click();
  await opened.page.getByRole('heading', { name: 'Renamed in place', level: 2 }).waitFor();
  expect(await settings.getByLabel('Prompt').inputValue()).toBe('Be brief.');
});

it('deactivates and releases a number', async () => {
  await panel('Numbers').getByRole('button', { name: 'Deactivate' }).click();
  await panel('Numbers').getByText('inactive', { exact: true }).waitFor();
  await panel('Numbers').getByRole('button', { name: 'Release' }).click();
  await panel('Numbers').getByText('None attached').waitFor();
});

it('asks get-by-id with the token chosen', async () => {
  const asking = panel('Get by id');
  await asking.getByRole('button', { name: 'Send get-by-id' }).click();
  await asking.getByText('"basic_details"').waitFor();
  await asking.getByLabel('As').selectOption('no token');
  await asking.getByRole('button', { name: 'Send get-by-id' }).click();
  await asking.getByText('401', { exact: true }).first().waitFor();
});

it('attaches a file, which get-by-id then shows', async () => {
  const files = panel('Files');
  expect(await files.getByText('prices.csv').count()).toBe(0);
  await files.getByLabel('Files for the knowledge base').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('city,price\nBonn,7\n'),
  });
  await files.getByRole('button', { name: 'Attach the files' }).click();
  await files
    .getByText('createagentorupdate.success')
    .or(files.getByText('Agent updated successfully'))
    .first()
    .waitFor();
  await files.getByRole('listitem').getByText('prices.csv').waitFor();
});

it('creates an agent and opens it, and says why one without a name is refused', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/agents`);
  await page.getByRole('button', { name: 'Create an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an agent' });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.locator('.mark').getByText('422').waitFor();
  await dialog.getByLabel('Name').fill('Night Desk');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Night Desk', level: 2 }).waitFor();
  await page.getByRole('img', { name: 'State machine: the agent is Draft' }).waitFor();
});

it('finds agents by name, id, state and number', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/agents`);
  const search = page.getByRole('search').getByLabel('Search');
  await search.fill('night draft');
  await expect.poll(() => page.locator('.card').count()).toBe(1);
  await search.fill('+15550001010');
  await page.locator('.card', { hasText: '1010' }).waitFor();
  await search.fill('nobody at all');
  await page.getByText('Nothing is like that').waitFor();
});

it('holds back what needs a token until the tokens are there', async () => {
  const page = await opened.open();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/__mock/tokens?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${opened.address}/#/agents/1010`);
  const publish = page.getByRole('button', { name: /^Publish/ });
  await publish.waitFor();
  expect(await publish.isDisabled()).toBe(true);
  release();
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.click();
  await page.getByText('200', { exact: true }).first().waitFor();
  await page.context().close();
});

it('resumes a campaign that is on hold, by the real request', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/campaigns/5002`);
  await panel('State').getByRole('button', { name: 'Resume' }).click();
  await panel('State').getByText('campaign.other-status', { exact: true }).waitFor();
  await page.locator('.detail-head').getByText('inprogress').waitFor();
  await panel('State').getByRole('button', { name: 'Hold' }).waitFor();
  expect(await panel('State').getByRole('button', { name: 'Resume' }).count()).toBe(0);
});

it('lists the campaigns with their progress, and opens one with its audience in the columns of the API', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/campaigns`);
  await page.locator('.card', { hasText: '5001' }).click();
  await panel('Audience').getByText('Page 1 of 25, 250 records').waitFor();
  expect(await panel('Audience records').getByRole('columnheader').allTextContents()).toEqual([
    'Mobile Number',
    'Input Data',
    'Lead Status',
    'Attempt',
    'Call Status',
    'Duration',
    'Disposition',
    'Last Attempt',
    'Modified By',
  ]);
});

it('filters the audience, pages through it, and shows its simplified form', async () => {
  const audience = panel('Audience');
  await audience.getByLabel('Fresh').check();
  await audience.getByText('Page 1 of 10, 100 records').waitFor();
  await audience.getByRole('button', { name: 'Next' }).click();
  await audience.getByText('Page 2 of 10').waitFor();
  expect(new Set(await panel('Audience records').locator('td:nth-child(3)').allTextContents())).toEqual(
    new Set(['Fresh']),
  );
  await audience.getByLabel(/Simplified/).check();
  await audience.getByRole('columnheader', { name: 'City' }).waitFor();
  await audience.getByLabel(/Simplified/).uncheck();
  await audience.getByLabel('Fresh').uncheck();
  await audience.getByText('Page 1 of 25').waitFor();
});

it('dials, lets it run and stops it', async () => {
  const progress = panel('Progress');
  await progress.getByLabel('Attempts', { exact: true }).fill('10');
  await progress.getByRole('button', { name: 'Dial', exact: true }).click();
  await opened.page.getByText('10 attempts made').waitFor();
  await progress.getByRole('button', { name: 'Let it run' }).click();
  await progress.getByRole('button', { name: 'Stop' }).click();
  await progress.getByRole('button', { name: 'Let it run' }).waitFor();
});

it('force-completes only after it has said that this cannot be undone', async () => {
  const { page } = opened;
  await panel('State').getByRole('button', { name: 'Force-complete…' }).click();
  const dialog = page.getByRole('dialog', { name: /Force-complete/ });
  await dialog.getByText('This cannot be undone').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.locator('.detail-head').getByText('inprogress').count()).toBe(1);
  await panel('State').getByRole('button', { name: 'Force-complete…' }).click();
  await dialog.getByRole('button', { name: 'Force-complete' }).click();
  await page.locator('.detail-head').getByText('force completed').waitFor();
  expect(await page.getByRole('img', { name: / Completed, 0 Inqueue, 0 Fresh, / }).count()).toBeGreaterThan(0);
});

it('offers nothing for a campaign that is over', async () => {
  await panel('State').getByText('This state is final').waitFor();
  // What stands there can be copied, and nothing else done.
  expect(await panel('State').getByRole('button').filter({ hasNotText: 'Copy' }).count()).toBe(0);
  expect(await panel('Progress').getByRole('button', { name: 'Dial until done' }).isDisabled()).toBe(true);
});

it('meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

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
  await panel('Numbers').getByLabel('Another number').selectOption('+15550001004');
  await panel('Numbers').getByRole('button', { name: 'Attach' }).click();
  await panel('Numbers').getByRole('button', { name: 'Release' }).waitFor();
  await panel('State')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await panel('State').getByRole('img', { name: 'State machine: the agent is Active' }).waitFor();
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
  await panel('Progress').getByRole('button', { name: 'Force-complete…' }).click();
  const dialog = page.getByRole('dialog', { name: /Force-complete/ });
  await dialog.getByText('This cannot be undone').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.locator('.detail-head').getByText('inprogress').count()).toBe(1);
  await panel('Progress').getByRole('button', { name: 'Force-complete…' }).click();
  await dialog.getByRole('button', { name: 'Force-complete' }).click();
  await page.locator('.detail-head').getByText('force completed').waitFor();
  expect(await page.getByRole('img', { name: / Completed, 0 Inqueue, 0 Fresh, / }).count()).toBeGreaterThan(0);
});

it('says why a campaign that is over cannot be dialled', async () => {
  await panel('Progress').getByRole('button', { name: 'Dial until done' }).click();
  await opened.page.locator('.message.failed').waitFor();
});

it('meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

import { buffer as contentOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;
let token: string;

beforeAll(async () => {
  opened = await openConsole();
  token = opened.mock.accounts[0]?.api_token ?? '';
  await opened.page.goto(`${opened.address}/#/steer`);
});

afterAll(() => opened.close());

function getAgent(world = 'default', id = 1004): Promise<Response> {
  return opened.request(`/api/v1/global/agents/get-by-id?agent_id=${id}`, { world, headers: { token } });
}

const panel = (name: string) => opened.page.getByRole('region', { name, exact: true });
const say = (text: string | RegExp) => opened.page.getByRole('log').getByText(text).waitFor();

it('adds a preset and removes it again', async () => {
  await panel('Presets')
    .getByRole('button', { name: /outage/ })
    .click();
  await panel('Faults at work').getByText('500, on every operation').waitFor();
  expect((await getAgent()).status).toBe(500);
  await panel('Faults at work').getByRole('button', { name: 'Remove fault 1' }).click();
  await panel('Faults at work').getByText('None').waitFor();
  expect((await getAgent()).status).toBe(200);
});

it('answers a documented error of an operation by one click, once', async () => {
  const errors = panel('Documented errors');
  await errors.getByLabel('Operation').selectOption('getAgent');
  await errors.getByRole('button', { name: '404 Agent not found get-by-id.not-found' }).click();
  await panel('Faults at work')
    .getByText(/^404 .*on getAgent, once$/)
    .waitFor();
  expect((await getAgent()).status).toBe(404);
  expect((await getAgent()).status).toBe(200);
  await panel('Faults at work').getByText('fired 1').waitFor();
});

it('adds a delay, and removes all faults', async () => {
  const form = panel('Delays and broken connections');
  await form.getByLabel('Milliseconds').fill('50');
  await form.getByRole('button', { name: 'Add' }).click();
  await panel('Faults at work').getByText('delay of 50 ms, on every operation').waitFor();
  await panel('Faults at work').getByRole('button', { name: 'Remove all' }).click();
  await say('There are no faults any more.');
});

it("answers one's own answer as written, and says what is wrong with it", async () => {
  const form = panel('Your own answer');
  await form.getByLabel('Operation').selectOption('getAgent');
  await form.getByLabel('Status').fill('503');
  await form.getByLabel('Body').fill('<h1>Down & out</h1>');
  await form.getByRole('button', { name: 'Add' }).click();
  await panel('Faults at work')
    .getByText("503 with an answer of one's own, not in the document, on getAgent, once")
    .waitFor();
  const answer = await getAgent();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(await answer.text()).toBe('<h1>Down & out</h1>');
  await form.getByLabel('Content-Type').selectOption('application/json');
  await form.getByRole('button', { name: 'Add' }).click();
  await say(/^The body is not JSON: /);
  await form.getByLabel('Body').fill('{"nothing":"documented"}');
  await form.getByLabel('Status').fill('200');
  await form.getByLabel('Differs from the document').uncheck();
  await form.getByRole('button', { name: 'Add' }).click();
  await say(/undocumented: true/);
  await panel('Faults at work').getByRole('button', { name: 'Remove all' }).click();
  await opened.page.reload();
});

it('freezes, sets, advances and frees the clock', async () => {
  const clock = panel('Clock');
  await clock.getByRole('button', { name: 'Freeze' }).click();
  await clock.getByText('frozen').waitFor();
  await clock.getByLabel('Time (UTC)').fill('2030-05-06T07:08');
  await clock.getByRole('button', { name: 'Set' }).click();
  await clock.getByText('2030-05-06 07:08:00 UTC').waitFor();
  await clock.getByRole('button', { name: '+ 1 day' }).click();
  await clock.getByText('2030-05-07 07:08:00 UTC').waitFor();
  await clock.getByLabel('Duration (ISO 8601)').fill('-PT8M');
  await clock.getByRole('button', { name: 'Advance' }).click();
  await clock.getByText('2030-05-07 07:00:00 UTC').waitFor();
  expect((await getAgent()).headers.get('date')).toBe('Tue, 07 May 2030 07:00:00 GMT');
  await clock.getByRole('button', { name: /machine/ }).click();
  await clock.getByText('running').waitFor();
});

it('tells what the mock says of a time that is none', async () => {
  const clock = panel('Clock');
  await clock.getByLabel('Duration (ISO 8601)').fill('tomorrow');
  await clock.getByRole('button', { name: 'Advance' }).click();
  await opened.page
    .locator('.message.failed')
    .getByText(/advance/)
    .waitFor();
  await opened.page.getByRole('button', { name: 'Dismiss' }).last().click();
});

it('makes a world, shows it, and switches back', async () => {
  const { page } = opened;
  await panel('Worlds').getByLabel('New world').fill('checkout');
  await panel('Worlds').getByRole('button', { name: 'Make' }).click();
  await page.waitForURL('**/#/steer?world=checkout');
  expect(await page.getByLabel('World', { exact: true }).inputValue()).toBe('checkout');
  await page.getByLabel('World', { exact: true }).selectOption('default');
  await page.waitForURL((url) => !url.hash.includes('checkout'));
  await panel('Worlds').getByRole('link', { name: 'Switch to checkout' }).click();
  await page.waitForURL('**/#/steer?world=checkout');
});

it('takes a snapshot of the world shown, compares it with what changed, and restores it', async () => {
  const { page } = opened;
  await panel('Snapshots').getByLabel('New snapshot').fill('before');
  await panel('Snapshots').getByRole('button', { name: 'Take' }).click();
  await panel('Snapshots').getByText('of checkout').waitFor();
  await opened.request('/api/v1/global/create-agent', {
    method: 'POST',
    world: 'checkout',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 1004, status: 3 }),
  });
  await panel('Compare').getByLabel('Before').selectOption('snapshot before');
  await panel('Compare').getByLabel('After').selectOption('world checkout');
  await panel('Compare').getByRole('button', { name: 'Compare' }).click();
  await panel('Compare').locator('summary', { hasText: 'agents' }).click();
  const row = page.getByRole('region', { name: 'Changes of agents 1004' }).getByRole('row', { name: /^status/ });
  expect(await row.textContent()).toBe('status13');
  await panel('Snapshots').getByRole('button', { name: 'Restore before' }).click();
  await say('The world checkout is as before was.');
  await panel('Compare').getByRole('button', { name: 'Compare' }).click();
  await panel('Compare').getByText('They have the same records.').waitFor();
  const left = (await (await opened.request('/__mock/snapshots')).json()) as { snapshots: { name: string }[] };
  expect(left.snapshots.map(({ name }) => name)).toEqual(['before']);
});

it('downloads a snapshot as a file that can be uploaded again', async () => {
  const { page } = opened;
  const waiting = page.waitForEvent('download');
  await panel('Snapshots').getByRole('button', { name: 'Download before' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('before.json');
  const content = await contentOf(await download.createReadStream());
  expect(JSON.parse(content.toString())).toMatchObject({ format: 'voice-agent-mock/snapshot/1' });
  await panel('Snapshots').getByRole('button', { name: 'Delete before' }).click();
  await panel('Snapshots').getByText('None yet').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'before.json', mimeType: 'application/json', buffer: content });
  await panel('Snapshots').getByText('imported').waitFor();
});

it('says what is wrong with a file that is no snapshot', async () => {
  const buffer = Buffer.from('{"format": "something else"}');
  await opened.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer });
  await opened.page.locator('.message.failed').waitFor();
  await opened.page.getByRole('button', { name: 'Dismiss' }).last().click();
});

it('resets the world shown after asking', async () => {
  const { page } = opened;
  await panel('Worlds').getByRole('button', { name: 'Reset checkout…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset checkout?' });
  await dialog.getByText('Other worlds and the snapshots stay.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await panel('Worlds').getByRole('button', { name: 'Reset checkout…' }).click();
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await say('The world checkout is as the scenario default is.');
});

it('deletes the world shown, and shows the default one', async () => {
  await panel('Worlds').getByRole('button', { name: 'Delete checkout' }).click();
  await opened.page.waitForURL((url) => !url.hash.includes('checkout'));
  await say('The world checkout is gone.');
});

it('meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('takes a message away with the page that it came on', async () => {
  await opened.page.goto(`${opened.address}/#/steer`);
  await opened.page.evaluate("setTimeout(() => { Promise.reject(new Error('It went wrong')); })");
  await say(/It went wrong/);
  await opened.page.goto(`${opened.address}/#/campaigns`);
  await opened.page
    .getByRole('log')
    .getByText(/It went wrong/)
    .waitFor({ state: 'detached' });
});

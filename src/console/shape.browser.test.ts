import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

const pages = [
  ...['', 'requests', 'requests/2', 'agents', 'agents/1004', 'campaigns', 'campaigns/5001', 'steer', 'differences'],
  ...['send', 'send/createAgentOrUpdate', 'send/createAgent/1', 'send/createWorld'],
  ...['reference', 'reference/openapi/createAgentOrUpdate', 'reference/control/addFault'],
];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
  const token = opened.mock.accounts[0]?.api_token ?? '';
  const send = (body: unknown) =>
    opened.request('/api/v1/global/create-agent', {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send({ agent_id: 1001, status: 1 });
  await send({ agent_id: 1002, description: 'Changed', agent_nmae: 'warned of' });
  const steer = (path: string, body: unknown) =>
    opened.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await steer('/__mock/faults', { operation: 'verifyToken', effect: { type: 'delay', milliseconds: 300 } });
  await steer('/__mock/snapshots', { name: 'before' });
});

afterAll(() => opened.close());

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${opened.address}/#/${path}`);
  await page.locator('h1, .split-detail').last().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).waitFor();
}

it('says on every page that there are faults, that the clock stands, and which world it shows', async () => {
  const page = await opened.open();
  await show(page, 'agents');
  const marks = page.locator('.marks');
  await marks.getByText('1 fault').waitFor();
  expect(await marks.textContent()).toBe('1 fault');
  const steer = (body: unknown) =>
    opened.request('/__mock/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await steer({ freeze: true });
  await marks.getByText('clock stopped').waitFor();
  await steer({ free: true });
  await marks.getByText('clock stopped').waitFor({ state: 'detached' });
  await opened.request('/__mock/worlds', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'other' }),
  });
  await show(page, 'agents?world=other');
  await marks.getByText('world other').waitFor();
  await page.close();
});

it('copies bodies, and keeps the paths of the list beside an open request', async () => {
  const page = await opened.open({ viewport: { width: 1300, height: 900 } });
  await show(page, 'requests/2');
  await page.getByRole('button', { name: 'Copy Answer body' }).waitFor();
  await page.locator('.request-row .url').first().waitFor({ state: 'visible' });
  await page.close();
});

it('keeps the numbers of an audience in sight while its other columns scroll', async () => {
  const page = await opened.open({ viewport: { width: 375, height: 800 } });
  await show(page, 'campaigns/5001');
  const cell = page.locator('.records tbody th').first();
  await cell.waitFor();
  const before = await cell.boundingBox();
  expect(await page.evaluate("document.querySelector('.records').parentElement.scrollLeft = 300")).toBe(300);
  await expect.poll(async () => (await page.locator('.records th').nth(1).boundingBox())?.x).toBeLessThan(0);
  expect((await cell.boundingBox())?.x).toBe(before?.x);
  await page.close();
});

it('folds the panels of Faults & time on a phone, and shows which page is open', async () => {
  const page = await opened.open({ viewport: { width: 375, height: 800 } });
  await show(page, 'steer');
  expect(await page.getByRole('region', { name: 'Presets' }).getByRole('button').count()).toBe(0);
  await page.getByRole('heading', { name: 'Presets' }).click();
  await page.getByRole('region', { name: 'Presets' }).getByRole('button').first().waitFor();
  const link = await page.locator('nav [aria-current]').boundingBox();
  expect(link?.x).toBeGreaterThanOrEqual(0);
  expect((link?.x ?? 375) + (link?.width ?? 0)).toBeLessThanOrEqual(375);
  await page.close();
});

it.each([
  { name: 'light, 1600 pixels', width: 1600, colorScheme: 'light' },
  { name: 'dark, 1600 pixels', width: 1600, colorScheme: 'dark' },
  { name: 'light, 360 pixels', width: 360, colorScheme: 'light' },
  { name: 'dark, 360 pixels', width: 360, colorScheme: 'dark' },
] as const)('holds every page on the screen and has nothing that axe finds ($name)', async ({ width, colorScheme }) => {
  const page = await opened.open({ viewport: { width, height: 900 }, colorScheme });
  // Every other rule looks at what is the same in the dark.
  const rules = colorScheme === 'light' ? '' : 'runOnly: ["color-contrast", "link-in-text-block"],';
  const found: string[] = [];
  await show(page, pages[0] ?? '');
  // Evaluated from outside: the page's own policy would not let it in. It stays while addresses differ behind their #.
  await page.evaluate(axe);
  for (const path of pages) {
    await show(page, path);
    const scrollWidth = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (scrollWidth > width) found.push(`${path} is ${scrollWidth} wide`);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run({ ${rules} resultTypes: ["violations"], preload: false })`,
    );
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      ),
    );
  }
  expect(found).toEqual([]);
  await page.context().close();
});

it('is reached by keyboard, from the way past the navigation on', async () => {
  const { page } = opened;
  await show(page, '');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toContain('Skip to the page');
  await page.keyboard.press('Enter');
  expect(await page.locator('main:focus').count()).toBe(1);
  await page.getByRole('link', { name: 'Agents', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('Agents · Voice agent mock');
  await page.getByRole('link', { name: /1004/ }).focus();
  await page.keyboard.press('Enter');
  // Until the tokens are there, it cannot be pressed.
  await expect.poll(() => page.getByRole('button', { name: /^Unpublish/ }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: /^Unpublish/ }).focus();
  await page.keyboard.press('Space');
  await page.getByText('create-agent.unpublish').waitFor();
});

it('goes from tab to tab by the arrow keys, and copies snippets and addresses', async () => {
  const { page } = opened;
  await show(page, '');
  await page.getByRole('tab', { name: 'fetch', exact: true }).focus();
  for (const [name, text] of [
    ['axios', 'axios.create'],
    ['openapi-fetch', 'createClient<paths>'],
    ['curl', 'curl '],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(text);
    await page.getByRole('tab', { name, exact: true }).focus();
  }
  await page.getByRole('button', { name: `Copy ${opened.address}/api/v1/global` }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${opened.address}/api/v1/global`);
  await page.getByRole('button', { name: 'Copy the api token of owner@acme.example' }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{64}$/);
});

it('shows the scenario, its counts, and which statuses of which operations were met', async () => {
  const { page } = opened;
  await show(page, '');
  await page.getByRole('region', { name: 'This world' }).getByText('scenario').waitFor();
  const row = page.getByRole('row', { name: /^createAgent / });
  expect((await row.getByRole('cell').allTextContents()).slice(0, 3)).toEqual(['✓met', '○not met', '✓met']);
  await page.getByRole('button', { name: 'Count anew' }).click();
  await page.getByText('Coverage begins anew.').waitFor();
  await expect.poll(() => page.locator('.matrix .met').count()).toBe(0);
});

it('makes a token that opens the API', async () => {
  const { page } = opened;
  await show(page, '');
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByLabel('New token for').selectOption('owner@initech.example');
  await tokens.getByRole('button', { name: 'Create' }).click();
  await tokens.getByRole('button', { name: 'Copy the api token of owner@initech.example' }).click();
  const token = String(await page.evaluate('navigator.clipboard.readText()'));
  const answer = await opened.request('/api/v1/global/verify', { method: 'POST', headers: { token } });
  expect(answer.status).not.toBe(401);
});

it('says that the connection is lost, keeps what was there, and goes on by itself', async () => {
  const { page } = opened;
  await show(page, 'agents');
  await opened.stopServing();
  await page.getByText('The connection to the mock is lost').waitFor();
  await page.getByText('Not connected').waitFor();
  expect(await page.locator('.card').count()).toBeGreaterThan(5);
  await opened.serveAgain();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.getByText('The connection to the mock is lost').count()).toBe(0);
});

it('asks every two seconds where a proxy holds the stream back', async () => {
  const page = await opened.open();
  await page.route('**/__mock/journal/stream', () => undefined);
  await page.goto(`${opened.address}/#/requests`);
  await page.reload();
  await page.getByText('Every 2 s').waitFor();
  const before = await page.locator('.request-row').count();
  await opened.request('/api/v1/global/agents/get-by-id?agent_id=7');
  await expect.poll(() => page.locator('.request-row').count()).toBe(before + 1);
  await page.context().close();
});

it('says what there is not in a world that is empty', async () => {
  const { page } = opened;
  await opened.request('/__mock/worlds', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bare', from: { scenario: 'empty' } }),
  });
  for (const [path, text] of [
    ['requests', 'No requests yet'],
    ['requests', `${opened.address}/__mock/worlds/bare`],
    ['agents', 'No agents in this world'],
    ['agents', `${opened.address}/__mock/worlds/bare/api/v1/global`],
    ['agents/1', 'There is no agent 1 in this world'],
    ['campaigns', 'No campaigns in this world'],
  ] as const) {
    await page.goto(`${opened.address}/#/${path}?world=bare`);
    await page.getByText(text).waitFor();
  }
});

it('asks for the control token where the mock wants one', async () => {
  const guarded = await openConsole({ controlToken: 'secret' });
  const { page } = guarded;
  await page.getByText('This mock asks for its control token').waitFor();
  await page.getByLabel(/Control token/).fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel(/Control token/).fill('secret');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.goto(`${guarded.address}/#/agents`);
  await page.locator('.card').first().waitFor();
  expect(guarded.complaints).toEqual([]);
  await guarded.close();
});

it('asks nobody but the mock, and meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

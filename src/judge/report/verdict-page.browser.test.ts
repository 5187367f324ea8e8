import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { connectChromium } from '../../testing/chromium.ts';
import { runFacts } from '../../testing/well-known.ts';
import { showingValue } from '../../../contract-tests/self-test/breaks.ts';
import { breaking } from '../../../contract-tests/self-test/fault.ts';
import { runChecksOn } from '../../../contract-tests/self-test/providers.ts';
import { verdictPage } from './verdict-page.ts';
import { verdictOf } from './verdict.ts';

let browser: Browser;
let page: Page;
const requests: string[] = [];

beforeAll(async () => {
  browser = await connectChromium();
  const document = loadContractDocument();
  const broken = breaking(showingValue('getAgent', 'data.basic_details.category', '1'));
  const outcomes = await runChecksOn({ wrap: broken }, allChecks['agent-detail'] ?? [], document);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(verdictPage(verdictOf(document, outcomes, runFacts), document.clauses));
});
afterAll(() => browser.close());

const shown = (): Promise<number> => page.locator('.entry:visible').count();

it('begins collapsed, in less than three screens, and asks for nothing from elsewhere', async () => {
  expect(await page.title()).toBe('Contract verdict: 1 rule violated by 1 cause');
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(await page.evaluate('document.body.scrollHeight')).toBeLessThan(2700);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1440);
  expect(requests).toEqual([]);
});

it('shows the body around the member with a mark', async () => {
  await page.getByText('getAgent is wrong at /data/basic_details/category').click();
  expect(await page.locator('mark').textContent()).toBe('      "category": "1"');
});

it('filters by verdict and searches in rules', async () => {
  await page.getByRole('button', { name: 'violated' }).click();
  expect(await page.locator('output').textContent()).toBe('2 shown');
  expect(await shown()).toBe(2);
  await page.getByRole('button', { name: 'violated' }).click();
  await page.getByRole('searchbox').fill('force-complete halts');
  expect(await page.locator('.entry:visible').allTextContents()).toEqual([
    expect.stringContaining('campaign.force-complete.halts'),
  ]);
  await page.getByRole('searchbox').fill('');
});

it('copies the request', async () => {
  await page.locator('.copy > span + button').first().click();
  await page.locator('.copy > span + button', { hasText: 'Copied' }).first().waitFor();
});

it('fits a phone', async () => {
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
});

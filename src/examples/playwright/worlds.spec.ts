/**
 * An example: Playwright's tests, each in a world of its own. In a project of yours the import reads
 * `from 'voice-agent-mock/playwright'`, and pages are those of your application.
 */
import { test as base, expect } from '@playwright/test';
import { mockFixtures, type MockFixtures, type MockWorkerFixtures } from '../../playwright.ts';

const test = base.extend<MockFixtures, MockWorkerFixtures>(mockFixtures());
const token = 'ac3e'.repeat(16);
const agent = '/agents/get-by-id?agent_id=1004';

for (const name of ['one', 'another', 'a third']) {
  test(`${name} test is alone in its world`, async ({ world, worldUrls, request }) => {
    const before = await request.get(worldUrls.base_url + agent, { headers: { token } });
    expect(await before.text()).toContain('Plan Renewal');
    const data = { agent_id: 1004, agent_name: name };
    await request.post(`${worldUrls.base_url}/create-agent`, { headers: { token }, data });
    expect(await world.journal()).toHaveLength(2);
  });
}

test('a page is in the world by its header', async ({ page, world, worldUrls }) => {
  await world.fault({ operation: 'verifyToken', effect: { type: 'error', status: 500 } });
  const root = new URL(worldUrls.base_url).origin;
  await page.goto(`${root}/__mock/health`);
  const status = await page.evaluate(async () => (await fetch('/api/v1/global/verify', { method: 'POST' })).status);
  expect(status).toBe(500);
});

test('a test that fails has its requests in the report', async ({ request, worldUrls }) => {
  test.skip(process.env['WITH_FAILURE'] === undefined, 'fails on purpose');
  await request.get(worldUrls.base_url + agent, { headers: { token } });
  expect(1).toBe(2);
});

/**
 * An example: a page in a real browser, and a test that changes what the page sees while it is open. In a project of
 * yours the import reads `from 'voice-agent-mock'`, the page is your application, and `@playwright/test` gives the
 * page to each test.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock, type WorldClient } from '../index.ts';
import { launchChromium } from '../testing/chromium.ts';

let mock: Mock;
let application: Server;
let browser: Browser;

beforeAll(async () => {
  [mock, browser] = await Promise.all([createMock(), launchChromium()]);
  application = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(campaignPage);
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => application.close(resolve));
  await mock.close();
});

it('shows a campaign as it finishes while the page is open', async () => {
  const world = mock.world('campaign-finishes');
  const page = await open(world);
  await page.getByText('60 of 250 completed').waitFor();
  await world.dial(5001, { until: 'done' });
  await page.getByText('220 of 250 completed').waitFor();
});

it('shows the login once the token is no good any more', async () => {
  const world = mock.world('token-expires');
  const token = await world.createToken({ user_id: 1 }, { expiresIn: 'PT15M' });
  const page = await open(world, token);
  await page.getByText('60 of 250 completed').waitFor();
  await world.clock.advance('PT15M');
  await page.getByText('Please log in').waitFor();
});

it('says so while the service is down, and comes back', async () => {
  const world = mock.world('service-is-down');
  await world.fault({ operation: 'listAudience', effect: { type: 'cut', at: 'before' } });
  const page = await open(world);
  await page.getByText('The service cannot be reached').waitFor();
  await world.clearFaults();
  await page.getByText('60 of 250 completed').waitFor();
  expect(await world.verify({ request: { operation: 'listAudience', status: 200 } })).toBeGreaterThan(0);
});

async function open(world: WorldClient, token = 'ac3d'.repeat(16)): Promise<Page> {
  const { base_url } = await world.urls();
  const { port } = application.address() as AddressInfo;
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ base_url, token }).toString()}`);
  return page;
}

/** Stands for the application under test. */
const campaignPage = `<!doctype html>
<title>Campaign</title>
<p id="progress">Loading</p>
<script type="module">
  const settings = new URLSearchParams(location.search);
  const progress = document.getElementById('progress');
  const count = async (query) => {
    const url = settings.get('base_url') + '/audience-list?campaign_id=5001&limit=1' + query;
    const answer = await fetch(url, { headers: { token: settings.get('token') } });
    if (answer.status === 401) throw new Error('Please log in');
    return (await answer.json()).pagination.totalRecords;
  };
  const show = async () => {
    try {
      const [completed, total] = await Promise.all([count('&status=1'), count('')]);
      progress.textContent = completed + ' of ' + total + ' completed';
    } catch (error) {
      progress.textContent = error.message === 'Please log in' ? error.message : 'The service cannot be reached';
    }
    setTimeout(show, 100);
  };
  show();
</script>
`;

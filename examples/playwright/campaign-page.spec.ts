// A page in a real browser, and tests that change what the page sees while it is open, each in a world of its own.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from '@playwright/test';
import { mockFixtures, type MockFixtures, type MockWorkerFixtures } from 'voice-agent-mock/playwright';

interface Fixtures {
  readonly open: (token?: string) => Promise<void>;
}

/** The mock and its worlds. */
const mocked = base.extend<MockFixtures, MockWorkerFixtures>(mockFixtures());

/** One application for each worker, and a page of it that is told where the API is. */
const test = mocked.extend<Fixtures, { readonly application: string }>({
  application: [
    async ({}, use) => {
      const server: Server = createServer((_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8').end(campaignPage);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
  open: async ({ page, worldUrls: { base_url }, application }, use) => {
    await use(async (token = 'ac3d'.repeat(16)) => {
      await page.goto(`${application}/?${new URLSearchParams({ base_url, token })}`);
    });
  },
});

test('shows a campaign as it finishes while the page is open', async ({ page, world, open }) => {
  await open();
  await page.getByText('60 of 250 completed').waitFor();
  await world.dial(5001, { until: 'done' });
  await page.getByText('220 of 250 completed').waitFor();
});

test('shows the login once the token is no good any more', async ({ page, world, open }) => {
  await open(await world.createToken({ user_id: 1 }, { expiresIn: 'PT15M' }));
  await page.getByText('60 of 250 completed').waitFor();
  await world.clock.advance('PT15M');
  await page.getByText('Please log in').waitFor();
});

test('says so while the service is down, and comes back', async ({ page, world, open }) => {
  await world.fault({ operation: 'listAudience', effect: { type: 'cut', at: 'before' } });
  await open();
  await page.getByText('The service cannot be reached').waitFor();
  await world.clearFaults();
  await page.getByText('60 of 250 completed').waitFor();
  expect(await world.verify({ request: { operation: 'listAudience', status: 200 } })).toBeGreaterThan(0);
});

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

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;
let token: string;

beforeAll(async () => {
  opened = await openConsole();
  token = opened.mock.accounts[0]?.api_token ?? '';
  await opened.page.goto(`${opened.address}/#/requests`);
  await opened.page.getByText('Live', { exact: true }).waitFor();
});

afterAll(() => opened.close());

function createAgent(body: unknown, prefer?: string): Promise<Response> {
  return opened.request('/api/v1/global/create-agent', {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', ...(prefer === undefined ? {} : { prefer }) },
    body: JSON.stringify(body),
  });
}

it('says that there is nothing yet, and shows a request as soon as it is answered', async () => {
  const { page } = opened;
  await page.getByText('No requests yet').waitFor();
  await createAgent({ agent_id: 1001, status: 1 });
  const row = page.locator('.request-row').first();
  await row.waitFor();
  expect(await row.textContent()).toMatch(/400POSTcreateAgent.*default.*ms/);
});

it('opens a request with the rule that decided in words, where it stands, and whether it is stated', async () => {
  const { page } = opened;
  await page.locator('.request-row').first().click();
  const why = page.getByRole('region', { name: 'Why this answer' });
  await why.getByText('create-agent.publish.no-number').waitFor();
  expect(await why.textContent()).toMatch(/number.*stated.*section 3\.1/);
  expect(await page.getByRole('region', { name: 'Answer body' }).textContent()).toContain(
    '"message": "Add at least 1 phone number to your agent"',
  );
  expect(await page.locator('.code-view code span').count()).toBeGreaterThan(0);
});

it('shows the records that a request changed before and after, and its warning', async () => {
  const { page } = opened;
  await createAgent({ agent_id: 1002, description: 'Asks for nothing', agent_nmae: 'Ada' });
  await page.locator('.request-row', { hasText: 'warning' }).click();
  const changes = page.getByRole('region', { name: 'Changes of agents 1002' });
  await changes.waitFor();
  const row = changes.getByRole('row', { name: /description/ });
  expect(await row.locator('del').textContent()).toContain('Reminds borrowers');
  expect(await row.locator('ins').textContent()).toBe('"Asks for nothing"');
  await page.getByRole('paragraph').getByText('unknown-body-member: agent_nmae').waitFor();
});

it('copies a request as curl, fetch and a vitest test, with a token that works', async () => {
  const { page } = opened;
  for (const [name, text] of [
    ['curl', 'curl -X POST'],
    ['fetch', 'await fetch('],
    ['vitest', 'expect(response.status).toBe(200)'],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain(text);
    expect(copied).toContain(token);
  }
});

it('filters by status, operation, text and marks', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/requests`);
  const rows = page.locator('.request-row');
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByText('1 of 2 requests').waitFor();
  await page.getByLabel('Status').selectOption('all');
  await page.getByLabel('Warnings and faults').check();
  expect(await rows.count()).toBe(1);
  await page.getByLabel('Warnings and faults').uncheck();
  await page.getByLabel('Search').fill('no such text');
  await page.getByText('No request is like that').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  expect(await rows.count()).toBe(2);
});

it('marks what a fault did', async () => {
  const { page } = opened;
  await opened.request('/__mock/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'createAgent', when: { times: 1 }, effect: { type: 'error', status: 500 } }),
  });
  await createAgent({ agent_id: 1001 });
  const row = page.locator('.request-row', { has: page.getByText('fault', { exact: true }) });
  await row.waitFor();
  expect(await row.textContent()).toContain('500');
  await row.click();
  await page.getByText('A fault decided.').waitFor();
});

it('shows what is named like markup as text', async () => {
  const { page } = opened;
  const name = '<img src=x onerror="document.title=1">';
  await createAgent({ agent_name: name });
  await page.getByText('4 requests').waitFor();
  await page.locator('.request-row').first().click();
  await page.getByRole('region', { name: 'Request body' }).getByText('<img src=x').waitFor();
  await page.goto(`${opened.address}/#/agents`);
  await page.getByText(name).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.title()).toContain('Agents');
});

it('goes from row to row by the arrow keys', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/requests`);
  await page.locator('.request-row').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: /POST/ }).waitFor();
  expect(await page.locator('.request-row[aria-current]').count()).toBe(1);
});

it('pauses, and goes on with what came meanwhile', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/#/requests`);
  await page.getByRole('button', { name: 'Pause' }).click();
  const before = await page.locator('.request-row').count();
  await createAgent({ agent_id: 1002, status: 3 });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => page.locator('.request-row').count()).toBe(before + 1);
});

it('empties the journal', async () => {
  const { page } = opened;
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('No requests yet').waitFor();
});

it('asks nobody but the mock, and meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
it('answers next time what is edited in a real answer, once', async () => {
  const { page } = opened;
  const read = async (): Promise<{ data: { basic_details: { agent_name: string } } }> => {
    const answer = await opened.request('/api/v1/global/agents/get-by-id?agent_id=1004', { headers: { token } });
    return (await answer.json()) as Awaited<ReturnType<typeof read>>;
  };
  const { data: real } = await read();
  await page.goto(`${opened.address}/#/requests`);
  await page.locator('.request-row', { hasText: 'getAgent' }).first().click();
  const next = page.getByRole('region', { name: 'Answer this next time' });
  await next.getByRole('button', { name: 'Answer so' }).click();
  await page.getByRole('log').getByText('Change something in the answer first.').waitFor();
  const field = next.getByLabel('Answer', { exact: true });
  await field.fill((await field.inputValue()).replace(JSON.stringify(real.basic_details.agent_name), '"Edited"'));
  await next.getByRole('button', { name: 'Answer so' }).click();
  await page
    .getByRole('log')
    .getByText(/^Added: /)
    .waitFor();
  expect((await read()).data).toEqual({
    ...real,
    basic_details: { ...real.basic_details, agent_name: 'Edited' },
  });
  expect((await read()).data).toEqual(real);
});

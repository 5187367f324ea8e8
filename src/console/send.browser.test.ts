import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../testing/open-console.ts';

let opened: OpenedConsole;
let token: string;

beforeAll(async () => {
  opened = await openConsole();
  token = opened.mock.accounts[0]?.api_token ?? '';
});

afterAll(() => opened.close());

const answer = () => opened.page.locator('.answer');
const send = () => opened.page.getByRole('button', { name: 'Send', exact: true }).click();
const show = (path: string) => opened.page.goto(`${opened.address}/#/${path}`);

async function journal(query = ''): Promise<readonly { id: number; operation: string | null }[]> {
  const read = await opened.request(`/__mock/journal${query}`);
  return ((await read.json()) as { entries: { id: number; operation: string | null }[] }).entries;
}

it('sends an operation from the document: with its example, and with the token chosen', async () => {
  const { page } = opened;
  await show('send/createAgent');
  await page.getByLabel('Begin with the example').selectOption('publish');
  expect(await page.getByLabel('Body (JSON)').inputValue()).toContain('"status": 1');
  await send();
  await answer().locator('.mark').getByText('200').waitFor();
  await answer().getByText('create-agent.publish', { exact: true }).waitFor();
  await answer()
    .getByText(/^\d+ headers$/)
    .click();
  await answer().getByText('x-mock-rule', { exact: true }).waitFor();
  await page.getByLabel('As', { exact: true }).selectOption('a token that is no good');
  await send();
  await answer().getByText('401', { exact: true }).first().waitFor();
});

it('leaves the faults that are set to the app, unless they may answer', async () => {
  const { page } = opened;
  const effect = { type: 'error', status: 500 };
  await opened.request('/__mock/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'createAgent', effect, when: { times: 1 } }),
  });
  await show('send/createAgent');
  await page.getByLabel('Begin with the example').selectOption('publish');
  await page.getByLabel('As', { exact: true }).selectOption({ index: 3 });
  await send();
  await answer().getByText('200', { exact: true }).first().waitFor();
  await page.getByLabel('Let the faults that are set answer it').check();
  await send();
  await answer().getByText('500', { exact: true }).first().waitFor();
});

it('sends parameters that are switched on, another way to carry the token, and what is not JSON', async () => {
  const { page } = opened;
  await show('send/getAgent');
  await page.getByLabel('Value of agent_id').fill('1002');
  await page.getByLabel('Token in header').selectOption('api_access_token');
  await send();
  await answer().getByText('"Overdue', { exact: false }).or(answer().getByText('"basic_details"')).first().waitFor();
  await page.getByLabel('Send agent_id').uncheck();
  await send();
  await answer().getByText('"Agent ID is missing."').waitFor();
  await show('send/updateAgent');
  await page.getByLabel('Body (JSON)').fill('{"agent_id":');
  await page.getByText('This is not JSON').waitFor();
  await send();
  await answer().getByText('"The body is not valid JSON: ', { exact: false }).first().waitFor();
});

it('sends a form with a file', async () => {
  const { page } = opened;
  await show('send/createAgentOrUpdate');
  await page.getByLabel('Value of basic_details[agent_name]').fill('Clinic Desk');
  const buffer = Buffer.from('no PDF at all');
  const file = { name: 'guide.pdf', mimeType: 'application/pdf', buffer };
  await page.getByLabel('Files as FILE_KNOWLEDGE_BASES').setInputFiles(file);
  await send();
  await answer().getByText('The file guide.pdf is not a PDF', { exact: false }).waitFor();
  await page.getByLabel('Files as FILE_KNOWLEDGE_BASES').setInputFiles({ ...file, buffer: Buffer.from('%PDF-1.7') });
  await send();
  await answer().locator('.mark').getByText('200').waitFor();
});

it('shows what it sent under Requests at once, and leaves out what was marked as the console’s', async () => {
  const { page } = opened;
  const before = await journal();
  expect(before.length).toBeGreaterThan(4);
  await show('requests');
  await page.locator('.request-row', { hasText: 'createAgentOrUpdate' }).first().waitFor();
  await show('send/verifyToken');
  await page.getByLabel('Show it under Requests').uncheck();
  await send();
  await answer().locator('.mark').getByText('200').waitFor();
  expect(await journal()).toEqual(before);
  await show('requests');
  await page.getByLabel("The console's own").check();
  await page.locator('.request-row', { hasText: 'verifyToken' }).first().waitFor();
  await page.getByLabel("The console's own").uncheck();
});

it('changes a request of the journal and sends it again, its files stood in for', async () => {
  const { page } = opened;
  const form = new FormData();
  form.append('basic_details[agent_name]', 'Sent Before');
  form.append('FILE_KNOWLEDGE_BASES', new File(['%PDF-1.7 and more'], 'guide.pdf', { type: 'application/pdf' }));
  await opened.request('/api/agent/createagentorupdate', { method: 'POST', headers: { token }, body: form });
  const [entry] = await journal();
  await show(`requests/${entry?.id ?? 0}`);
  await page.getByRole('link', { name: 'Edit and send' }).click();
  await page.getByText('guide.pdf').waitFor();
  const name = page.getByLabel('Value of basic_details[agent_name]');
  expect(await name.inputValue()).toBe('Sent Before');
  await name.fill('Sent Again');
  await send();
  await answer().locator('.mark').getByText('200').waitFor();
  await show('agents');
  await page.locator('.card', { hasText: 'Sent Again' }).waitFor();
});

it('sends operations of the control API too', async () => {
  const { page } = opened;
  await show('send/getWorld');
  await page.getByLabel('Value of name').fill('default');
  await send();
  await answer().getByText('"scenario"').waitFor();
});

it('shows the reference in the page, at its own address too: fields, answers, a request with a token', async () => {
  const { page } = opened;
  await page.goto(`${opened.address}/__mock/docs`);
  await page.waitForURL(`${opened.address}/#/reference`);
  await page.getByRole('searchbox').fill('get-by-id');
  await page.getByRole('link', { name: /get-by-id/ }).click();
  await page
    .getByRole('article')
    .getByRole('row', { name: /agent_id required integer, at least 1/ })
    .waitFor();
  await page.getByRole('article').getByText(token.slice(0, 12), { exact: false }).first().waitFor();
  await page.getByText('There is no such agent in the workspace').click();
  await page.getByRole('heading', { name: 'Agent not found' }).waitFor();
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('heading', { name: 'Send', level: 1 }).waitFor();
  await page.goto(`${opened.address}/__mock/docs/control`);
  await page.waitForURL(`${opened.address}/#/reference/control`);
  await page
    .getByRole('link', { name: /__mock\/faults$/ })
    .first()
    .waitFor();
});

it('asks nobody but the mock, and meets no error of its own', () => {
  expect(opened.foreignRequests).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

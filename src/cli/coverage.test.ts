import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { type CommandContext, UsageError } from './command.ts';
import { coverageCommand } from './coverage.ts';

let mock: Mock;
let url: string;
beforeAll(async () => {
  mock = await createMock();
  ({ url } = await mock.listen(0));
  const token = mock.accounts[0]?.api_token ?? '';
  await request(mock.app).get('/api/v1/global/agents/get-by-id').query({ agent_id: 1001 }).set('token', token);
});
afterAll(() => mock.close());

async function run(...args: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const context = {
    env: {},
    print: (...lines: readonly string[]) => printed.push(...lines),
    printError: (...lines: readonly string[]) => errors.push(...lines),
  };
  const code = await coverageCommand(args, context as unknown as CommandContext);
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

test('coverage above every floor is told and fine', async () => {
  const { code, printed, errors } = await run('--url', url, '--min', 'operations=11, statuses=1%');
  expect([code, errors]).toEqual([0, '']);
  expect(printed).toMatch(/^operations +11 % {2}1 of 9\nstatuses +\d+ % {2}1 of \d+\n/);
});

test('coverage below a floor ends with 1 and says what is missing', async () => {
  const { code, errors } = await run('--url', url, '--min', 'operations=12,clauses=0');
  expect(code).toBe(1);
  expect(errors.split('\n')).toEqual(
    expect.arrayContaining(['operations: 11 % is below 12 %. Missing:', '  createAgent']),
  );
  expect(errors).not.toContain('clauses');
});

test('another world has coverage of its own', async () => {
  expect((await run('--url', `${url}/`, '--world', 'other')).printed).toContain('0 of 9');
});

test.each([
  [['--min', 'operations']],
  [['--min', 'colours=3']],
  [['--min', 'operations=101']],
  [['--url', 'nowhere']],
  [['--world', 'no/world']],
  [['--url', 'http://127.0.0.1:1']],
])('%j cannot be meant', async (args) => {
  await expect(run(...args)).rejects.toThrow(UsageError);
});

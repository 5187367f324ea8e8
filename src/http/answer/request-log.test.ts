import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createRequestLog, type LoggedRequest, type RequestLogOptions } from './request-log.ts';

const apiToken = 'ac3e'.repeat(16);
const answered: LoggedRequest = {
  method: 'GET',
  url: '/api/v1/global/agents/get-by-id?agent_id=1004',
  status: 200,
  duration: 1.23456,
  operation: 'getAgentById',
  workspace: 101,
  warning: null,
  secrets: [apiToken],
};

async function linesOf(
  options: Omit<RequestLogOptions, 'output'>,
  requests: readonly LoggedRequest[],
): Promise<string[]> {
  const output = new PassThrough();
  const log = createRequestLog({ ...options, output });
  for (const request of requests) log.write(request);
  await log.close();
  output.end();
  return (await text(output)).split('\n').filter((line) => line !== '');
}

async function entriesOf(level: RequestLogOptions['level'], requests: readonly LoggedRequest[]): Promise<unknown[]> {
  const lines = await linesOf({ level, isTerminal: false }, requests);
  return lines.map((line): unknown => JSON.parse(line));
}

it('writes one JSON line per request, with what was asked, answered and how long it took', async () => {
  expect(await entriesOf('info', [answered])).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      method: 'GET',
      path: '/api/v1/global/agents/get-by-id?agent_id=1004',
      status: 200,
      duration: 1.23,
      operation: 'getAgentById',
      workspace: 101,
      warning: null,
    },
  ]);
});

it('keeps the order of requests, those before its writer is loaded and those after', async () => {
  const output = new PassThrough();
  const log = createRequestLog({ level: 'info', isTerminal: false, output });
  log.write({ ...answered, status: 201 });
  log.write({ ...answered, status: 202 });
  await log.close();
  log.write({ ...answered, status: 203 });
  await log.close();
  output.end();
  const statuses = (await text(output)).match(/"status":\d+/g);
  expect(statuses).toEqual(['"status":201', '"status":202', '"status":203']);
});

const requests: LoggedRequest[] = [
  { ...answered, status: 500 },
  { ...answered, warning: 'unknown parameter x' },
  { ...answered, status: null },
  { ...answered, status: 404 },
];

it.each([
  ['debug', ['error', 'warn', 'warn', 'info']],
  ['info', ['error', 'warn', 'warn', 'info']],
  ['warn', ['error', 'warn', 'warn']],
  ['error', ['error']],
  ['silent', []],
] as const)('at level %s writes %j', async (level, levels) => {
  expect(await entriesOf(level, requests)).toEqual(levels.map((name) => expect.objectContaining({ level: name })));
});

it.each([true, false])('shows no token, wherever it came (on a terminal: %s)', async (isTerminal) => {
  const secrets = ['opaque-token', 'Bearer other-token'];
  const leaky = {
    ...answered,
    url: `/a/${apiToken}?token=abcdef&q=opaque-token`,
    warning: 'unknown parameter opaque-token',
    secrets,
  };
  const [line] = await linesOf({ level: 'info', isTerminal }, [leaky]);
  expect(line).toContain('/a/[masked]?token=[masked]&q=[masked]');
  expect(line).not.toMatch(/ac3e|abcdef|opaque|other-token/);
});

it('writes a short line for a person on a terminal', async () => {
  const lines = await linesOf({ level: 'info', isTerminal: true }, [
    answered,
    { ...answered, status: null, operation: null, warning: 'unknown parameter x' },
  ]);
  expect(lines).toEqual([
    expect.stringMatching(
      /^\[\d\d:\d\d:\d\d\] .*INFO.*200 GET \/api\/v1\/global\/agents\/get-by-id\?agent_id=1004 1\.23 ms getAgentById/,
    ),
    expect.stringMatching(/WARN.*cut off GET .* 1\.23 ms unknown parameter x/),
  ]);
});

it('tells why the server failed, without secrets, and the stack to those who debug', async () => {
  const error = new Error(`no disk for ${apiToken}`, { cause: new Error('ENOSPC') });
  const failed = { ...answered, status: 500, error };
  expect(await entriesOf('info', [failed])).toEqual([
    expect.objectContaining({ level: 'error', error: 'no disk for [masked]' }),
  ]);
  const [entry] = await entriesOf('debug', [failed]);
  expect(entry).toMatchObject({
    stack: expect.stringMatching(/no disk for \[masked\][^]*Caused by: Error: ENOSPC/) as unknown,
  });
  expect(await linesOf({ level: 'info', isTerminal: true }, [failed])).toEqual([
    expect.stringContaining('no disk for [masked]'),
  ]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { tokens } from '../../testing/well-known.ts';
import { judgeCommand } from './judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('judges by the profile that it is given too, and says which rule is another one there', async () => {
  const mock = await createMock({ dataDir: null });
  const send = (path: string, body?: object) =>
    mock.fetch(`http://127.0.0.1/api/v1/global${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { token: tokens.acme, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await send('/agents/get-by-id?agent_id=1001');
  const made = (await (await send('/create-agent', { agent_name: 'Judged' })).json()) as {
    data: { agent_id: number };
  };
  await send(`/agents/get-by-id?agent_id=${made.data.agent_id}`);
  const har = join(folder, 'traffic.har');
  writeFileSync(har, await (await mock.fetch('http://127.0.0.1/__mock/journal/har')).text());
  await mock.close();

  const judgedBy = async (choices: object) => {
    const profile = join(folder, 'profile.yaml');
    const actions = [{ target: "$['x-behaviours']", update: choices }];
    writeFileSync(profile, JSON.stringify({ overlay: '1.1.0', info: { title: 'p', version: '1' }, actions }));
    return runCommand(judgeCommand, [har, '--profile', profile]);
  };
  expect(await judgedBy({ 'create-agent.create.agent-type': 'telephony' })).toEqual({
    code: 0,
    text: expect.any(String),
  });
  const { code, text } = await judgedBy({ 'create-agent.create.agent-type': 'voice' });
  expect([code, text]).toEqual([1, expect.stringContaining('/data/basic_details/agent_type as the mock has it: 1')]);
});

import { afterAll, describe, expect, it } from 'vitest';
import { createMock } from './app.ts';
import { connectMock } from './client/world-client.ts';
import { tokens } from './testing/well-known.ts';
import { mockTest, useMock, type TestMock } from './vitest.ts';

const headers = { token: tokens.acme, 'content-type': 'application/json' };
const running = await createMock();
const { url } = await running.listen(0);
afterAll(() => running.close());

async function nameOf(fetch: TestMock['fetch']): Promise<string> {
  const answer = await fetch('/api/v1/global/agents/get-by-id?agent_id=1004', { headers });
  const { data } = (await answer.json()) as { data: { basic_details: { agent_name: string } } };
  return data.basic_details.agent_name;
}

function rename(fetch: TestMock['fetch'], agent_name: string): Promise<Response> {
  const body = JSON.stringify({ agent_id: 1004, agent_name });
  return fetch('/api/v1/global/create-agent', { method: 'POST', headers, body });
}

describe.each([
  ['of its own', {}],
  ['that runs', { url }],
])('with a mock %s', (_, used) => {
  const mock = useMock(used);
  const worlds: string[] = [];

  it.each(['one', 'another'])('%s test begins as the scenario, in a world of its own', async (name) => {
    expect(await nameOf(mock.fetch)).toMatch(/^Plan Renewal/);
    await rename(mock.fetch, name);
    expect(await nameOf(mock.fetch)).toBe(name);
    const { base_url } = await mock.urls();
    const answer = await fetch(`${base_url}/agents/get-by-id?agent_id=1004`, { headers });
    expect(await answer.text()).toContain(`"${name}"`);
    expect(mock.headers).toEqual({ 'x-mock-world': mock.world.name });
    worlds.push(mock.world.name);
  });

  it('leaves no world behind', async () => {
    expect(new Set(worlds).size).toBe(2);
    const { data } = await (await connectMock(url)).control.GET('/__mock/worlds');
    expect(data?.worlds.filter(({ name }) => worlds.includes(name))).toEqual([]);
  });
});

describe('of another group', () => {
  const elsewhere: { mock?: TestMock } = {};
  describe('whose hooks run for its own tests alone', () => {
    elsewhere.mock = useMock();
    it('has a world in a test', () => expect(elsewhere.mock?.world.name).toMatch(/^test-/));
  });

  it('there is no world where none of its tests runs', () => {
    expect(() => elsewhere.mock?.world).toThrow('There is a world only while a test runs');
    expect(() => elsewhere.mock?.headers).toThrow('in beforeEach');
  });
});

const test = mockTest();
describe.concurrent('tests at the same time', () => {
  test.for(['a', 'b', 'c'])('%s is alone in its world', async (name, { world, expect }) => {
    await rename(world.fetch, name);
    expect(await nameOf(world.fetch)).toBe(name);
    expect(await world.journal()).toHaveLength(2);
  });
});

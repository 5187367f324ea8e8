import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prepareMocks, type ApiHarness, type Pair } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

const numbers = ['+15550009001', '+15550009004', '+15550009002', '+15550001007'] as const;
const owned: readonly string[] = ['+15550009001', '+15550009004'];
const shared: readonly string[] = ['+15550009002'];

type Command =
  | { readonly do: 'create' }
  | { readonly do: 'status'; readonly agent: number; readonly status: 1 | 2 | 3 }
  | { readonly do: 'attach'; readonly agent: number; readonly numbers: readonly string[] };

interface ModelAgent {
  status: 1 | 2 | 3;
  numbers: readonly string[];
}

/** What a command does to the agents: true where it is carried out, false where it is refused and does nothing. */
function carryOut(agents: ModelAgent[], command: Command): boolean {
  if (command.do === 'create') return agents.push({ status: 3, numbers: [] }) > 0;
  const agent = agents[command.agent % agents.length];
  if (agent === undefined) return false;
  if (command.do === 'attach') {
    const isTaken = agents.some((other) => other !== agent && other.numbers.some((n) => command.numbers.includes(n)));
    if (agent.status === 2 || isTaken) return false;
    agent.numbers = command.numbers;
    return true;
  }
  if (command.status === 1 && !agent.numbers.some((number) => owned.includes(number))) return false;
  agent.status = command.status;
  if (command.status === 2) agent.numbers = [];
  return true;
}

const commands = fc.array(
  fc.oneof(
    fc.constant<Command>({ do: 'create' }),
    fc.record({ do: fc.constant('status' as const), agent: fc.nat(3), status: fc.constantFrom(1, 2, 3) }),
    fc.record({ do: fc.constant('attach' as const), agent: fc.nat(3), numbers: fc.subarray([...numbers]) }),
  ),
  { minLength: 1, maxLength: 12 },
);

it('agrees with a model of the states and the numbers, whatever is asked in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const api = freshMock();
      // The inactive number is free to begin with.
      await api.succeed('createAgent', { body: { agent_id: 1007, status: 2 } });
      const ids: number[] = [await api.newAgent('Agent 0')];
      const agents: ModelAgent[] = [{ status: 3, numbers: [] }];
      for (const command of list) {
        const isDone = carryOut(agents, command);
        expect({ command, isDone: await send(api, ids, command) }).toEqual({ command, isDone });
        for (const [index, agent] of agents.entries()) await agree(api, ids[index] ?? 0, agent);
      }
    }),
    { numRuns: 25 },
  );
});

async function send(api: ApiHarness, ids: number[], command: Command): Promise<boolean> {
  if (command.do === 'create') return ids.push(await api.newAgent(`Agent ${ids.length}`)) > 0;
  const id = ids[command.agent % ids.length] ?? 0;
  const before = await api.records();
  const { status, body } =
    command.do === 'status'
      ? await api.call('createAgent', { body: { agent_id: id, status: command.status } })
      : await api.call('createAgentOrUpdate', { form: attachment(id, command.numbers) });
  if (status === 200) return true;
  expect(await api.records()).toEqual(before);
  if (command.do === 'status') {
    const attached = [...api.mock.worlds.default.store.view().find('phone_numbers', 'agent_id', id)].map(
      (number) => number.id,
    );
    const message = attached.some((number) => shared.includes(number))
      ? 'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.'
      : 'Add at least 1 phone number to your agent';
    expect(body).toEqual({ error: true, code: 400, message, data: {} });
  }
  return false;
}

function attachment(id: number, list: readonly string[]): readonly Pair[] {
  const values = list.length === 0 ? [''] : list;
  return [
    ['agent_id', String(id)],
    ['basic_details[agent_name]', 'Attached'],
    ...values.map((number): Pair => ['phone_numbers[]', number]),
  ];
}

async function agree(api: ApiHarness, id: number, model: ModelAgent): Promise<void> {
  if (model.status === 2) {
    expect((await api.call('getAgent', { query: { agent_id: id } })).status).toBe(404);
    expect(api.mock.worlds.default.store.view().find('phone_numbers', 'agent_id', id)).toEqual([]);
  } else {
    const agent = await api.agent(id);
    expect({ status: agent.basic_details.status, numbers: agent.phone_numbers }).toEqual(model);
  }
}

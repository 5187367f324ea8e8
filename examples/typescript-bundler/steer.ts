// What an editor knows in a project with a bundler, with no types but the package's own: a misspelt name is an error.
import { createMock, type ConnectedMock, type Mock, type WorldClient } from 'voice-agent-mock';
import { useMock, type TestMock } from 'voice-agent-mock/jest';
import { platformHandlers } from 'voice-agent-mock/msw';
import { mockFixtures, type MockFixtures, type MockWorkerFixtures } from 'voice-agent-mock/playwright';
import type { Factories } from 'voice-agent-mock/seed';
import { voiceAgentMock, type MockPlugin } from 'voice-agent-mock/vite';

export async function steer(world: WorldClient): Promise<number> {
  await world.fault({ operation: 'getAgent', effect: { type: 'error', status: 404 } });
  await world.fault({ preset: 'outage' });
  await world.journal({ rule: 'create-agent.publish.no-number', operation: 'createAgent' });

  // @ts-expect-error -- not an operation
  await world.fault({ operation: 'getAgents', effect: { type: 'error', status: 404 } });
  // @ts-expect-error -- not a preset
  await world.fault({ preset: 'outtage' });
  // @ts-expect-error -- not a clause
  await world.journal({ rule: 'create-agent.publish.no-numbers' });
  // @ts-expect-error -- not an operation
  await world.verify({ request: { operation: 'createAgents' } });

  // The fixtures know them too, and their worlds are worlds.
  const mock = useMock({ faults: [{ preset: 'outage' }] });
  if (world.name !== mock.world.name) return steer(mock.world);
  // @ts-expect-error -- not a preset
  useMock({ faults: [{ preset: 'outtage' }] });
  // @ts-expect-error -- not an operation
  mockFixtures({ faults: [{ operation: 'getAgents', effect: { type: 'error', status: 404 } }] });
  // @ts-expect-error -- not an option
  voiceAgentMock({ prefixes: '/platform' });
  // @ts-expect-error -- not an address of the platform
  platformHandlers({ all: () => 'handler' }, mock, { baseUrl: 'https://platform.example/api/v1/global' });

  return world.verify({ request: { operation: 'getAgent' }, at_least: 1 });
}

/** True of a type that is not `any`. */
type Known<T> = 0 extends 1 & T ? false : true;
type Members<T> = { readonly [Name in keyof T]: Known<T[Name]> };
type AllKnown<T> = false extends Members<T>[keyof T] ? false : true;

/** Nothing at the surface is `any`. */
export const known: readonly [
  AllKnown<Mock>,
  AllKnown<WorldClient>,
  AllKnown<ConnectedMock>,
  AllKnown<Factories>,
  AllKnown<TestMock>,
  AllKnown<MockFixtures>,
  AllKnown<MockWorkerFixtures>,
  AllKnown<MockPlugin>,
  AllKnown<ReturnType<typeof mockFixtures>>,
  Known<ReturnType<typeof platformHandlers<string>>[number]>,
  Known<Awaited<ReturnType<typeof createMock>>>,
  Known<Awaited<ReturnType<WorldClient['journal']>>[number]>,
] = [true, true, true, true, true, true, true, true, true, true, true, true];

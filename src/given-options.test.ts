import { expect, it } from 'vitest';
import { createMock, type MockOptions } from './app.ts';
import { connectMock } from './client/world-client.ts';
import { openMock } from './runners/use-mock.ts';
import { saveScenario } from './seed.ts';

it.each<[string, () => Promise<unknown>, string]>([
  [
    'createMock',
    () => createMock({ scenerio: 'empty' } as MockOptions),
    'createMock has no scenerio: there are scenario,',
  ],
  [
    'createMock, of a scenario in code',
    () => createMock({ scenario: { agent: [] } as object }),
    'A scenario has no agent',
  ],
  [
    'saveScenario',
    () => saveScenario({ agent: [] } as object, '/nowhere'),
    'A scenario has no agent: there are base, leads',
  ],
  ['a runner', () => openMock({ memroy: 1 } as object), 'Did you mean memory?'],
  [
    'a runner, of a mock that runs',
    () => openMock({ url: 'http://127.0.0.1:1', token: 'x' } as object),
    'connectMock has no token',
  ],
  [
    'connectMock',
    () => connectMock('http://127.0.0.1:1', { token: 'x' } as object),
    'connectMock has no token: there are controlToken',
  ],
])('%s names an option that there is not, and what there is', async (_, call, message) => {
  await expect(call()).rejects.toThrow(message);
});

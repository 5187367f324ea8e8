import { expect, it } from 'vitest';
import { defaultScenario, throwAwaySettings } from '../deployment/configuration/settings.ts';
import type { ApiRequest, ApiResponse } from '../deployment/transport.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { openSession } from './session.ts';
import { findUnknownSettings } from './unknown-settings.ts';

const addresses = { base_url: 'http://127.0.0.1:9/api/v1/global', api_url: 'http://127.0.0.1:9', alt_url: '' };
const tokenless = 'login-without';

/** What is told of a login token that the deployment refuses with 401 and these words. */
async function toldOf(message: string): Promise<readonly string[]> {
  const login = { ...defaultScenario.login, token: '', token_without_api_token: tokenless };
  const settings = { ...throwAwaySettings(addresses), login, agents: {}, campaigns: {} };
  const answer = (status: number, said: string): ApiResponse => {
    return { status, headers: {}, text: JSON.stringify({ error: true, message: said }) };
  };
  const transport = ({ operation, headers }: ApiRequest): Promise<ApiResponse> => {
    if (operation !== 'getToken') return Promise.resolve(answer(404, 'Not found'));
    return Promise.resolve(answer(401, headers['token'] === tokenless ? message : 'No such login token'));
  };
  const plan = { settings, addresses, withAssumptions: false, effects: ['none'] as const, run: 'unknown' };
  const session = openSession({ document: loadContractDocument(), plan, transport });
  return findUnknownSettings(session, plan, false).finally(() => session.close());
}

it.each([
  ['like a token that nobody has', 'No such login token', [expect.stringContaining('token_without_api_token')]],
  ['in words of its own: to refuse it so breaks a rule', 'Make an API token first', []],
])('a login token is unknown where it is refused as nobody’s: %s', async (_, message, told) => {
  expect(await toldOf(message)).toEqual(told);
});

import { expect, it } from 'vitest';
import { operationPlaces } from '../deployment/addresses.ts';
import { defaultScenario, throwAwaySettings } from '../deployment/configuration/settings.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import type { ApiRequest, ApiResponse } from '../deployment/transport.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { startInProcessTarget } from './as-mock/mock-worlds.ts';
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

it.each([
  ['known: all are attached to one agent', [], 2, []],
  ['unknown: they are attached one by one, and it is named', ['+19995550100'], 6, ['numbers.shared[1]: +19995550100']],
])('numbers are tried on few agents where every one is %s', async (_, others, made, told) => {
  const target = await startInProcessTarget();
  const document = loadContractDocument();
  const given = throwAwaySettings(target.addresses);
  const { owned = [], shared = [] } = defaultScenario.numbers ?? {};
  // The mock has no such number: a deployment may refuse one that is inactive.
  const inactive = ['+19995550199'];
  const numbers = { owned: owned.slice(0, 2), shared: [...shared.slice(0, 1), ...others], inactive };
  const settings = { ...given, numbers };
  const http = createHttpTransport({ ...settings, addresses: target.addresses, places: operationPlaces(document) });
  let forms = 0;
  const transport = (request: ApiRequest): Promise<ApiResponse> => {
    if (request.operation === 'createAgentOrUpdate') forms += 1;
    return http(request);
  };
  const effects = ['none', 'reversible'] as const;
  const plan = { settings, addresses: target.addresses, withAssumptions: false, effects, run: 'numbers' };
  const session = openSession({ document, plan, transport });
  const faults = await findUnknownSettings(session, plan, true).finally(() => session.close());
  http.close();
  await target.close();
  expect([forms, faults.map((fault) => fault.replace(/ cannot be attached.*/, ''))]).toEqual([made, told]);
});

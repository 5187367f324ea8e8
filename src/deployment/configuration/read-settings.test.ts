import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultScenario, uuidOf } from './settings.ts';
import {
  environmentOf,
  readDeploymentSettings,
  readSettings,
  SettingsError,
  type GivenSettings,
} from './read-settings.ts';

const nothing: GivenSettings = {
  configFile: null,
  base_url: null,
  api_url: null,
  alt_url: null,
  token: null,
  ledger: null,
};
const base_url = 'http://127.0.0.1:4555/api/v1/global';

function file(text: string): string {
  const name = join(mkdtempSync(join(tmpdir(), 'contract-')), 'contract.config.yaml');
  writeFileSync(name, text);
  return name;
}

function faultsOf(text: string, env: Record<string, string> = {}): readonly string[] {
  try {
    readSettings({ ...nothing, configFile: file(text) }, env);
  } catch (error) {
    if (error instanceof SettingsError)
      return error.lines.map((fault) => fault.replace(/^\S+contract\.config\.yaml:/, ''));
    throw error;
  }
  return [];
}

describe('environmentOf', () => {
  const configured = (code: string): string => {
    const name = file('before: ./tokens.mjs\ntoken: ${TOKEN}\n');
    writeFileSync(join(name, '../tokens.mjs'), code);
    return name;
  };

  it('adds what the module of the configuration gives', async () => {
    const configFile = configured('export default async ({ USER }) => ({ TOKEN: `fresh for ${USER}` })');
    const env = await environmentOf(configFile, { USER: 'Ada' });
    expect(readSettings({ ...nothing, configFile, base_url }, env).token).toBe('fresh for Ada');
    expect(await environmentOf(null, { A: 'b' })).toEqual({ A: 'b' });
  });

  it.each([
    ['export const token = 1', 'has no default export that is a function'],
    ['export default () => ({ TOKEN: 7 })', 'gives no text as TOKEN'],
    ['export default () => { throw new Error("no network") }', 'no network'],
  ])('names what is wrong with %s', async (code, reason) => {
    await expect(environmentOf(configured(code), {})).rejects.toThrow(new RegExp(`before: ./tokens.mjs: ${reason}`));
  });
});

describe('readSettings', () => {
  it('takes the mock in process and its scenario without any address', () => {
    const settings = readSettings(nothing, {});
    expect(settings.addresses).toBeNull();
    expect(settings.token).toBe(defaultScenario.token);
  });

  it('gives the other addresses the host of the base address', () => {
    const { addresses } = readSettings({ ...nothing, base_url, token: 'x'.repeat(64) }, {});
    expect(addresses).toEqual({ base_url, api_url: 'http://127.0.0.1:4555', alt_url: 'http://127.0.0.1:4555' });
  });

  it('knows nothing of a deployment but what it is told', () => {
    const settings = readSettings({ ...nothing, base_url, token: 'x'.repeat(64) }, {});
    expect(settings.numbers).toBeUndefined();
    expect(settings.campaigns).toBeUndefined();
    // In the folder that git leaves alone.
    expect(settings.ledger).toBe('.contract/ledger.jsonl');
  });

  it("takes the default scenario's facts for its token, a disposable campaign excepted", () => {
    const settings = readSettings({ ...nothing, base_url, token: defaultScenario.token }, {});
    expect(settings.numbers).toEqual(defaultScenario.numbers);
    expect(settings.isDefaultScenario).toBe(true);
    expect(settings.campaigns?.disposable).toBeUndefined();
  });

  it('fills in variables of the environment, and leaves out those that may be absent', () => {
    const text = 'base_url: http://localhost:1/api/v1/global\ntoken: ${API}\nexpired_token: ${OLD:-}\n';
    const settings = readSettings({ ...nothing, configFile: file(text) }, { API: 'secret-token' });
    expect(settings.token).toBe('secret-token');
    expect(settings.expired_token).toBe('');
  });

  it('takes a campaign by its id alone', () => {
    const text = `base_url: ${base_url}\ntoken: some-token\ncampaigns: { disposable: [7, { id: 8, agent: 9 }] }\n`;
    const settings = readSettings({ ...nothing, configFile: file(text) }, {});
    expect(settings.campaigns?.disposable).toEqual([{ id: 7 }, { id: 8, agent: 9 }]);
  });

  it.each([
    ['token: ${NOT_SET}', ['1:1: token: the environment variable NOT_SET is not set.']],
    ['tokn: x', [expect.stringMatching(/^1:1: tokn: is not known here: did you mean token\?/)]],
    ['campaigns: { read: [5001, x] }', ['1:27: campaigns.read[1]: must be a positive integer.']],
    [
      'timeout: 0\nconcurrency: many',
      ['1:1: timeout: must be a positive integer.', '2:1: concurrency: must be an integer from 1 to 64.'],
    ],
    ['agents: { read: [{ campaigns: {} }] }', ['1:18: agents.read[0].id: is required.']],
    [
      'agents: { read: [{ id: 1, campaigns: { 5001: running } }] }',
      ['1:40: agents.read[0].campaigns[5001]: must be draft, inprogress, hold, pause, force_completed or deleted.'],
    ],
  ])('names each fault of %j with its place and path', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it.each([
    ['http://127.0.0.1:4555', 'http://127.0.0.1:4555/api/v1/global'],
    ['http://127.0.0.1:4555/api/v1', 'http://127.0.0.1:4555/api/v1/global'],
  ])('refuses the base address %s, which lacks its prefix, and says what to write', (address, right) => {
    expect(() => readSettings({ ...nothing, base_url: address, token: 'some-token' }, {})).toThrow(
      `base_url: ${address} does not end in /api/v1/global. Write ${right}.`,
    );
  });

  it("adds nothing to what a file says, the default scenario's token included", () => {
    const configFile = file(`base_url: ${base_url}\ntoken: ${defaultScenario.token}\ncampaigns:\n  read: [7]\n`);
    const settings = readSettings({ ...nothing, configFile }, {});
    expect(settings.campaigns).toEqual({ read: [7] });
    expect([settings.agents, settings.isDefaultScenario]).toEqual([undefined, undefined]);
  });

  it('reads a deployment without the facts of the default scenario, and needs its address', () => {
    const name = file(`base_url: ${base_url}/\ntoken: ${defaultScenario.token}\n`);
    const settings = readDeploymentSettings(name, {});
    expect([settings.addresses.base_url, settings.addresses.api_url]).toEqual([base_url, 'http://127.0.0.1:4555']);
    expect(settings.numbers).toBeUndefined();
    expect(() => readDeploymentSettings(file('timeout: 5\n'), {})).toThrow(/base_url: is missing[^]*token: is missing/);
  });

  it('shows nothing of a file that is neither YAML nor JSON', () => {
    const [fault] = faultsOf('token: "hidden-secret\n  x: [');
    expect(fault).toContain('neither YAML nor JSON');
    expect(fault).not.toContain('hidden-secret');
  });

  it('names what is missing and what is not an address', () => {
    expect(() => readSettings({ ...nothing, api_url: 'nowhere' }, {})).toThrow(
      /api_url: nowhere is not an http[^]*base_url: is missing[^]*token: is missing/,
    );
  });
});

it.each(['00000000-0000-4000-8000-{id}', '5e1b7c90-4d2a-4f6e-9a3b-0000{id}'])(
  'fills the id of an agent into %s',
  (uuid) => {
    const made = uuidOf({ agents: { uuid } }, 1004) ?? '';
    expect([made.length, made.startsWith(uuid.slice(0, -4)), made.endsWith('00001004')]).toEqual([36, true, true]);
  },
);

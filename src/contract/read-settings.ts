import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parseYaml, YamlError } from '../parse-yaml.ts';
import { readTextFile, UnusableFileError } from '../read-text-file.ts';
import { BASE_PREFIX } from './addresses.ts';
import { defaultScenario, isDefaultScenarioToken, throwAwayCampaigns } from './default-scenario.ts';
import type { Addresses, Settings } from './settings.ts';
import { settingsSchema } from './settings-schema.ts';

/** What stands on the command line; it goes before the file. */
export interface GivenSettings {
  readonly configFile: string | null;
  readonly base_url: string | null;
  readonly api_url: string | null;
  readonly alt_url: string | null;
  readonly token: string | null;
  readonly ledger: string | null;
}

/** The configuration cannot be used. `faults` has one sentence for each place. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

type FileSettings = Partial<Omit<Settings, 'addresses'> & Addresses>;

const standard = { headers: {}, timeout: 10_000, rate_limit: null, concurrency: 2, ledger: 'contract-ledger.jsonl' };

/**
 * The settings of a run: the file, the flags before it, and what holds of the default scenario where the target is the
 * mock in process or the token is that scenario's. Throws `SettingsError` with every fault and its path.
 */
export function readSettings(given: GivenSettings, env: Readonly<Record<string, string | undefined>>): Settings {
  const file = given.configFile === null ? {} : readFile(given.configFile, env);
  const urls = {
    base_url: given.base_url ?? file.base_url ?? null,
    api_url: given.api_url ?? file.api_url ?? null,
    alt_url: given.alt_url ?? file.alt_url ?? null,
  };
  const { base_url: _base, api_url: _api, alt_url: _alt, ...facts } = file;
  const token = given.token ?? file.token ?? null;
  const ledger = given.ledger ?? file.ledger ?? standard.ledger;
  if (Object.values(urls).every((url) => url === null)) {
    return {
      ...standard,
      ...defaultScenario,
      campaigns: throwAwayCampaigns,
      ...facts,
      token: defaultScenario.token,
      addresses: null,
      ledger,
    };
  }
  const faults: string[] = [];
  const addresses = completeAddresses(urls, faults);
  if (token === null) faults.push('token: is missing. Give --token, or token in the configuration file.');
  if (faults.length > 0 || token === null) throw new SettingsError(faults);
  const known = isDefaultScenarioToken(token) ? withDefaultScenario(facts) : facts;
  return { ...standard, ...known, token, addresses, ledger };
}

function withDefaultScenario(facts: Omit<FileSettings, keyof Addresses>): Omit<FileSettings, keyof Addresses> {
  const sections = Object.entries(defaultScenario).map(([name, value]) => {
    const own = (facts as Record<string, unknown>)[name];
    const isSection = typeof value === 'object' && typeof own === 'object' && own !== null;
    return [name, own === undefined ? value : isSection ? { ...value, ...own } : own];
  });
  return { ...facts, ...(Object.fromEntries(sections) as FileSettings) };
}

function completeAddresses(urls: Readonly<Record<keyof Addresses, string | null>>, faults: string[]): Addresses {
  for (const [name, url] of Object.entries(urls)) {
    if (url !== null && !(URL.canParse(url) && /^https?:/.test(url))) {
      faults.push(`${name}: ${url} is no http or https address.`);
    }
  }
  const base = urls.base_url;
  if (base === null) faults.push('base_url: is missing. Give --base-url, or base_url in the configuration file.');
  // The other two usually lie at the same host, without the prefix (addresses.one-port).
  const host = (base ?? '').replace(/(?<!\/)\/+$/, '').replace(new RegExp(`${BASE_PREFIX}$`), '');
  return { base_url: base ?? '', api_url: urls.api_url ?? host, alt_url: urls.alt_url ?? urls.api_url ?? host };
}

function readFile(name: string, env: Readonly<Record<string, string | undefined>>): FileSettings {
  const faults: string[] = [];
  const value = withVariables(parseFile(name), env, '', faults);
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(settingsSchema);
  if (!validate(value)) faults.push(...(validate.errors ?? []).map(inWords));
  if (faults.length > 0) throw new SettingsError(faults.map((fault) => `${name}: ${fault}`));
  const { campaigns, ...others } = value as FileSettings & { campaigns?: { disposable?: (number | { id: number })[] } };
  if (campaigns === undefined) return others;
  const disposable = campaigns.disposable?.map((each) => (typeof each === 'number' ? { id: each } : each));
  return { ...others, campaigns: { ...campaigns, ...(disposable !== undefined && { disposable }) } };
}

function parseFile(name: string): unknown {
  try {
    return parseYaml(readTextFile(name)) ?? {};
  } catch (error) {
    if (error instanceof UnusableFileError) throw new SettingsError([error.message]);
    if (error instanceof YamlError) throw new SettingsError([`${name}: ${error.message}.`]);
    throw error;
  }
}

/** `${NAME}` is the variable of the environment, `${NAME:-}` the same where it may be absent. */
function withVariables(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
  faults: string[],
): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)(:-)?\}/g, (_, variable: string, optional?: string) => {
      const text = env[variable];
      if (text === undefined && optional === undefined)
        faults.push(`${path}: the environment variable ${variable} is not set.`);
      return text ?? (optional === undefined ? `\${${variable}}` : '');
    });
  }
  if (Array.isArray(value)) return value.map((each, index) => withVariables(each, env, `${path}[${index}]`, faults));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      withVariables(each, env, path === '' ? name : `${path}.${name}`, faults),
    ]),
  );
}

function inWords({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const at = path === '' ? '' : `${path}: `;
  const name = String(params['additionalProperty'] ?? params['missingProperty'] ?? '');
  if (keyword === 'additionalProperties') return `${path === '' ? name : `${path}.${name}`}: is no setting.`;
  if (keyword === 'required') return `${path === '' ? name : `${path}.${name}`}: is missing.`;
  if (keyword === 'enum') return `${at}must be one of ${String(params['allowedValues'])}.`;
  return `${at}${message ?? keyword}.`;
}

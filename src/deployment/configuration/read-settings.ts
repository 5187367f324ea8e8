import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultsInWords } from '../../document/validate/request-fault.ts';
import { ExplainedError, reasonOf } from '../../files/file-system.ts';
import { parseYaml, placesInFile, stepsOfPath, YamlError } from '../../files/yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { fieldOf, isObject, valueAt } from '../../json/json-value.ts';
import { runFolder } from '../agents/ledger.ts';
import { basePrefix, withoutSlash } from '../addresses.ts';
import {
  type Addresses,
  type Settings,
  defaultScenario,
  isDefaultScenarioToken,
  throwAwayCampaigns,
} from './settings.ts';
import type { SettingsFile } from './settings-file.ts';
import settingsSchema from './settings.schema.gen.json' with { type: 'json' };

/** What the command line gives; it goes before the file. */
export type GivenSettings = Partial<
  Readonly<Record<keyof Addresses | 'configFile' | 'token' | 'ledger', string | null>>
>;

/** The configuration cannot be used: a line for each place. */
export class SettingsError extends ExplainedError {
  override readonly name = 'SettingsError';
}

type FileSettings = Partial<Omit<Settings, 'addresses'> & Addresses & Pick<SettingsFile, 'before'>>;

const standard = { headers: {}, timeout: 10_000, rate_limit: null, concurrency: 2 };

/** The settings of a deployment, whose addresses are known. */
export type DeploymentSettings = Settings & { readonly addresses: Addresses };

/**
 * The settings of a run: the command line, then the file, then the facts of the default scenario if the target is the
 * mock in process or the token is that scenario's.
 * @throws SettingsError with every fault and its path
 */
export function readSettings(given: GivenSettings, env: Environment): Settings {
  const { configFile = null } = given;
  const file = configFile === null ? {} : readFile(configFile, env);
  if (Object.values(urlsOf(file, given)).every((url) => url === null)) {
    return { ...defaultScenario, campaigns: throwAwayCampaigns, ...factsBeside(file, given), addresses: null };
  }
  const settings = completeSettings(file, given);
  // A file says all that is known: what it leaves out is not there.
  const isKnown = configFile === null && isDefaultScenarioToken(settings.token);
  return isKnown ? { ...settings, ...defaultScenario, isDefaultScenario: true, token: settings.token } : settings;
}

/** The settings of a deployment as the file has them, and nothing more. @throws SettingsError */
export function readDeploymentSettings(configFile: string, env: Environment): DeploymentSettings {
  return completeSettings(readFile(configFile, env), { configFile });
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, and in it what the configuration's module `before` gives: it asks for tokens that are used up in a run.
 * @throws SettingsError if the module cannot be run, or gives anything but texts by name
 */
export async function environmentOf(configFile: string | null, env: Environment): Promise<Environment> {
  const before = configFile === null ? undefined : fieldOf(parseFile(configFile), 'before');
  if (configFile === null || typeof before !== 'string') return env;
  try {
    const { default: give } = (await import(pathToFileURL(resolve(dirname(configFile), before)).href)) as {
      readonly default?: (env: Environment) => unknown;
    };
    if (typeof give !== 'function') throw new Error('has no default export that is a function');
    const given = await give(env);
    if (!isObject(given)) throw new Error('gives no object: give texts by name');
    const wrong = Object.keys(given).find((name) => typeof given[name] !== 'string');
    if (wrong !== undefined) throw new Error(`gives no text as ${wrong}: give texts by name`);
    return { ...env, ...(given as Environment) };
  } catch (error) {
    throw new SettingsError([`${configFile}: before: ${before}: ${reasonOf(error)}.`]);
  }
}

/** Puts before the key of a setting, `agents.read[1].id`, where it stands in its file, if it does. */
export function settingPlaces(configFile: string | null): (key: string) => string {
  if (configFile === null) return (key) => key;
  const settings = parseFile(configFile);
  const placeOf = placesInFile(configFile, readTextFile(configFile));
  const isThere = (key: string): boolean => valueAt(settings, stepsOfPath(key)) !== undefined;
  return (key) => (isThere(key) ? `${placeOf(key)}: ${key}` : key);
}

type Urls = Readonly<Record<keyof Addresses, string | null>>;

function completeSettings(file: FileSettings, given: GivenSettings): DeploymentSettings {
  const urls = urlsOf(file, given);
  const token = given.token ?? file.token ?? '';
  const faults = faultsOfAddresses(urls);
  if (token === '') faults.push('token: is missing. Give --token, or token in the configuration file.');
  if (faults.length > 0) throw new SettingsError(faults);
  return { ...factsBeside(file, given), token, addresses: completeAddresses(urls) };
}

function urlsOf(file: FileSettings, given: GivenSettings): Urls {
  const urlOf = (name: keyof Addresses): string | null => given[name] ?? file[name] ?? null;
  return { base_url: urlOf('base_url'), api_url: urlOf('api_url'), alt_url: urlOf('alt_url') };
}

/** What is known besides the addresses and the token. */
function factsBeside(file: FileSettings, given: GivenSettings) {
  const { base_url: _base, api_url: _api, alt_url: _alt, token: _token, before: _before, ...facts } = file;
  const ledger = given.ledger ?? facts.ledger ?? join(runFolder, 'ledger.jsonl');
  return { ...standard, ...facts, ledger };
}

function faultsOfAddresses(urls: Urls): string[] {
  const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:/.test(url);
  const faults = Object.entries(urls).flatMap(([name, url]) =>
    url === null || isAddress(url) ? [] : [`${name}: ${url} is not an http or https address.`],
  );
  const base = urls.base_url === null ? null : withoutSlash(urls.base_url);
  if (base === null) {
    faults.push('base_url: is missing. Give --base-url, or base_url in the configuration file.');
  } else if (URL.canParse(base) && !base.endsWith(basePrefix)) {
    // Without it every operation is answered with 404, which looks like agents that are gone.
    faults.push(`base_url: ${base} does not end in ${basePrefix}. Write ${new URL(base).origin}${basePrefix}.`);
  }
  return faults;
}

/** The other two usually have the host of the first, without the prefix (addresses.one-port). */
function completeAddresses({ base_url, api_url, alt_url }: Urls): Addresses {
  const base = withoutSlash(base_url ?? '');
  const api = api_url ?? base.slice(0, -basePrefix.length);
  return { base_url: base, api_url: api, alt_url: alt_url ?? api };
}

function readFile(name: string, env: Environment): FileSettings {
  const faults: string[] = [];
  const value = withVariables(parseFile(name), env, '', faults);
  faults.push(...faultsInWords(settingsSchema, value).map(({ path, problem }) => `${path}: ${problem}.`));
  if (faults.length > 0) {
    const placeOf = placesInFile(name, readTextFile(name));
    throw new SettingsError(faults.map((fault) => `${placeOf(fault.slice(0, fault.indexOf(': ')))}: ${fault}`));
  }
  // Sound because the schema is made of the type.
  const { campaigns, ...others } = value as SettingsFile;
  if (campaigns === undefined) return others;
  const { disposable, ...known } = campaigns;
  const running = disposable?.map((each) => (typeof each === 'number' ? { id: each } : each));
  return { ...others, campaigns: { ...known, ...(running !== undefined && { disposable: running }) } };
}

function parseFile(name: string): unknown {
  try {
    return parseYaml(readTextFile(name)) ?? {};
  } catch (error) {
    if (error instanceof YamlError) throw new SettingsError([`${name}: ${error.message}.`]);
    throw error;
  }
}

/** `${NAME}` is the variable of the environment, `${NAME:-}` the same if it may be absent. */
function withVariables(value: unknown, env: Environment, path: string, faults: string[]): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)(:-)?\}/g, (_, variable: string, optional?: string) => {
      const text = env[variable];
      if (text === undefined && optional === undefined) {
        faults.push(`${path}: the environment variable ${variable} is not set.`);
      }
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

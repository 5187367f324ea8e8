import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseYaml, YamlError } from '../parse-yaml.ts';
import { pathOfPointer } from './read-plan.ts';

/** What seeding needs of a deployment's configuration, by the names that the contract configuration has. */
export interface DeploymentConfig {
  readonly base_url: string;
  readonly api_url: string;
  /** An API token of the workspace that is filled. */
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up. */
  readonly timeout: number;
  /** Requests a second; null: as fast as they are answered. */
  readonly rate_limit: number | null;
  readonly numbers: { readonly owned: readonly string[] };
  /** Values that the deployment takes and the specification does not list. */
  readonly values: {
    readonly voice?: Readonly<Record<string, unknown>>;
    readonly speech_to_text?: Readonly<Record<string, unknown>>;
    readonly llm?: Readonly<Record<string, unknown>>;
  };
}

/** The configuration cannot be used. `message` names the path in it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const address = { type: 'string', pattern: '^https?://[^\\s]+$' };
const values = { type: 'object' };

/** Members that only the contract suite reads are let through. */
const schema = {
  type: 'object',
  required: ['base_url', 'api_url', 'token'],
  properties: {
    base_url: address,
    api_url: address,
    token: { type: 'string', minLength: 1 },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    timeout: { type: 'number', exclusiveMinimum: 0 },
    rate_limit: { type: ['number', 'null'], exclusiveMinimum: 0 },
    numbers: { type: 'object', properties: { owned: { type: 'array', items: { type: 'string', minLength: 1 } } } },
    values: { type: 'object', properties: { voice: values, speech_to_text: values, llm: values } },
  },
};

/**
 * Reads a deployment's configuration; `${NAME}` stands for an environment variable.
 * Throws `ConfigError`, which shows no value: it may be a token.
 */
export function readDeploymentConfig(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): DeploymentConfig {
  const config: unknown = withVariables(parsed(text), env, '');
  const validate = new Ajv2020({ allowUnionTypes: true }).compile<Partial<DeploymentConfig>>(schema);
  if (!validate(config)) {
    const [error] = validate.errors ?? [];
    const missing: unknown = error?.params['missingProperty'];
    const path = [pathOfPointer(error?.instancePath ?? ''), missing].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    throw new ConfigError(
      `${path.join('.')}: ${missing === undefined ? (EXPECTED[path.join('.')] ?? error?.message) : 'is missing'}`,
    );
  }
  return {
    headers: {},
    timeout: 30_000,
    rate_limit: null,
    values: {},
    ...config,
    base_url: trimmed(config.base_url),
    api_url: trimmed(config.api_url),
    token: config.token ?? '',
    numbers: { owned: config.numbers?.owned ?? [] },
  };
}

function parsed(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  base_url: 'expected an http or https address, such as https://staging.example/api/v1/global',
  api_url: 'expected an http or https address, such as https://staging.example',
  token: 'expected an API token, such as ${STAGING_TOKEN}',
};

function withVariables(value: unknown, env: Readonly<Record<string, string | undefined>>, path: string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
      const found = env[name];
      if (found !== undefined && found !== '') return found;
      throw new ConfigError(`${path}: the environment variable ${name} is not set`);
    });
  }
  if (Array.isArray(value)) return value.map((item, i) => withVariables(item, env, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withVariables(item, env, path === '' ? key : `${path}.${key}`)]),
  );
}

function trimmed(url = ''): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

import { expect, it } from 'vitest';
import { ConfigError, readDeploymentConfig } from './deployment-config.ts';

it('reads the keys of the contract configuration, variables filled in, and passes over what only the suite needs', () => {
  const text =
    "base_url: https://a.example/api/v1/global/\napi_url: https://a.example\ntoken: ${T}\nproviders: {}\nheaders: { x-key: 'k ${T}' }";
  expect(readDeploymentConfig(text, { T: 'secret' })).toMatchObject({
    base_url: 'https://a.example/api/v1/global',
    token: 'secret',
    headers: { 'x-key': 'k secret' },
    rate_limit: null,
    numbers: { owned: [] },
  });
});

it.each([
  ['api_url: http://a\ntoken: t', 'base_url: is missing'],
  [
    'base_url: ftp://a\napi_url: http://a\ntoken: t',
    'base_url: expected an http or https address, such as https://staging.example/api/v1/global',
  ],
  ['base_url: http://a\napi_url: http://a\ntoken: ${NONE}', 'token: the environment variable NONE is not set'],
  ['base_url: http://a\napi_url: http://a\ntoken: ""', 'token: expected an API token, such as ${STAGING_TOKEN}'],
  ['base_url: [', 'this is neither YAML nor JSON'],
])('refuses the configuration %j without showing a value', (text, message) => {
  expect(() => readDeploymentConfig(text, {})).toThrow(ConfigError);
  expect(() => readDeploymentConfig(text, {})).toThrow(message);
});

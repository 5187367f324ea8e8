/** Lints each OpenAPI document that is there with Redocly, which is kept from the network. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const documents = ['openapi/openapi.yaml', 'openapi/control.yaml'].filter((file) => existsSync(file));
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_NO_WARNINGS: '1', CI: 'true' };

if (documents.length === 0) console.log('There is no OpenAPI document.');
else {
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--format', 'stylish', ...documents];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...quiet } });
  process.exitCode = status ?? 1;
}

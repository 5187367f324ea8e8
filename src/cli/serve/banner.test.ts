import { expect, it } from 'vitest';
import { banner } from './serve.ts';

const acme = { workspace_id: 101, workspace_name: 'Acme', login_token: 'login-acme', api_token: 'ac3e'.repeat(16) };
const initech = { workspace_id: 103, workspace_name: 'Initech', login_token: 'login-initech', api_token: null };
const facts = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4010',
  accounts: [initech, acme],
  dataDir: '.data',
  scenario: 'my-data',
  isControlled: true,
};

it('tells the addresses, the tokens, a first request, the docs, where the state is and how to stop', () => {
  expect(banner(facts).join('\n')).toBe(`voice-agent-mock 1.2.3 listens on http://127.0.0.1:4010

  base_url   http://127.0.0.1:4010/api/v1/global
  api_url    http://127.0.0.1:4010
  alt_url    http://127.0.0.1:4010

  workspace  103 Initech
    token    none yet
    login    login-initech

  workspace  101 Acme
    token    ${'ac3e'.repeat(16)}
    login    login-acme

  try        curl -X POST http://127.0.0.1:4010/api/v1/global/verify -H 'token: ${'ac3e'.repeat(16)}'

  console    http://127.0.0.1:4010
  docs       http://127.0.0.1:4010/__mock/docs
  scenario   my-data
  state      kept in .data
  stop       Ctrl-C
`);
});

it('says that a state in memory is forgotten', () => {
  expect(banner({ ...facts, dataDir: null }).join('\n')).toContain('state      in memory, forgotten at the end');
});

it('names the profile that is followed', () => {
  const text = banner({ ...facts, profile: { name: 'staging', decided: 12 } }).join('\n');
  expect(text).toContain('profile    staging, which decides 12 choices');
});

it('names no request where no account has a token for it', () => {
  expect(banner({ ...facts, accounts: [initech] }).join('\n')).not.toContain('curl');
});

it('says that console and control are off where others reach the address, and how to turn them on', () => {
  const text = banner({ ...facts, isControlled: false }).join('\n');
  expect(text).toContain(
    '  console    off, as the control API is, because others reach this address: --control-token TOKEN turns both on\n',
  );
  expect(text).not.toMatch(/console +http/);
});

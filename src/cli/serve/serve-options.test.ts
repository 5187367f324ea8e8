import { describe, expect, it } from 'vitest';
import { parseServeOptions } from './serve-options.ts';
import { UsageError } from '../command.ts';

const defaults = {
  port: 4010,
  host: '127.0.0.1',
  dataDir: '.data',
  keepAlive: 75,
  drain: 0,
  sync: false,
  store: null,
  reads: 'linearizable',
  ephemeral: false,
  scenario: null,
  watch: false,
  reset: false,
  profile: null,
  faults: null,
  strict: false,
  publicUrl: null,
  controlToken: null,
  controlOrigin: null,
  worldIdle: 'PT1H',
  worldLimit: 1000,
  memory: '256MB',
  logLevel: 'info',
};

it('serves on port 4010 of the local machine, with its state in .data, where nothing is said', () => {
  expect(parseServeOptions([], {})).toEqual(defaults);
});

describe('each option comes from its flag and from its variable', () => {
  it.each([
    ['port', ['--port', '4555'], { VOICE_AGENT_MOCK_PORT: '4555' }, 4555],
    ['port', ['--port=0'], { VOICE_AGENT_MOCK_PORT: '0' }, 0],
    ['host', ['--host', '0.0.0.0'], { VOICE_AGENT_MOCK_HOST: '0.0.0.0' }, '0.0.0.0'],
    ['host', ['--host', '::1'], { VOICE_AGENT_MOCK_HOST: '::1' }, '::1'],
    ['dataDir', ['--data-dir', '/tmp/state'], { VOICE_AGENT_MOCK_DATA_DIR: '/tmp/state' }, '/tmp/state'],
    [
      'store',
      ['--store', 'postgres://u:p@db/mock?log=a'],
      { VOICE_AGENT_MOCK_STORE: 'postgres://u:p@db/mock?log=a' },
      'postgres://u:p@db/mock?log=a',
    ],
    ['reads', ['--reads', 'local'], { VOICE_AGENT_MOCK_READS: 'local' }, 'local'],
    ['ephemeral', ['--ephemeral'], { VOICE_AGENT_MOCK_EPHEMERAL: '1' }, true],
    ['scenario', ['--scenario', 'empty'], { VOICE_AGENT_MOCK_SCENARIO: 'empty' }, 'empty'],
    ['faults', ['--faults', 'own.yaml'], { VOICE_AGENT_MOCK_FAULTS: 'own.yaml' }, 'own.yaml'],
    [
      'publicUrl',
      ['--public-url', 'https://a.test'],
      { VOICE_AGENT_MOCK_PUBLIC_URL: 'https://a.test' },
      'https://a.test',
    ],
    ['profile', ['--profile', 'own.yaml'], { VOICE_AGENT_MOCK_PROFILE: 'own.yaml' }, 'own.yaml'],
    ['watch', ['--watch'], { VOICE_AGENT_MOCK_WATCH: '1' }, true],
    [
      'publicUrl',
      ['--public-url', 'https://mock.example/platform/'],
      { VOICE_AGENT_MOCK_PUBLIC_URL: 'https://mock.example/platform/' },
      'https://mock.example/platform',
    ],
    ['strict', ['--strict'], { VOICE_AGENT_MOCK_STRICT: 'true' }, true],
    ['strict', ['--strict=yes'], { VOICE_AGENT_MOCK_STRICT: 'On' }, true],
    ['controlToken', ['--control-token', 'let-me-in'], { VOICE_AGENT_MOCK_CONTROL_TOKEN: 'let-me-in' }, 'let-me-in'],
    [
      'controlOrigin',
      ['--control-origin', 'http://a.test, https://b.test:1'],
      { VOICE_AGENT_MOCK_CONTROL_ORIGIN: 'http://a.test,https://b.test:1' },
      ['http://a.test', 'https://b.test:1'],
    ],
    ['worldIdle', ['--world-idle', 'PT5M'], { VOICE_AGENT_MOCK_WORLD_IDLE: 'PT5M' }, 'PT5M'],
    ['keepAlive', ['--keep-alive', '90'], { VOICE_AGENT_MOCK_KEEP_ALIVE: '90' }, 90],
    ['drain', ['--drain', '10'], { VOICE_AGENT_MOCK_DRAIN: '10' }, 10],
    ['worldLimit', ['--world-limit', '5'], { VOICE_AGENT_MOCK_WORLD_LIMIT: '5' }, 5],
    ['memory', ['--memory', '512'], { VOICE_AGENT_MOCK_MEMORY: '512' }, '512'],
    ['memory', ['--memory=1.5 gb'], { VOICE_AGENT_MOCK_MEMORY: '1.5 gb' }, '1.5 gb'],
    ['logLevel', ['--log-level', 'silent'], { VOICE_AGENT_MOCK_LOG_LEVEL: 'SILENT' }, 'silent'],
  ])('%s: %j', (key, args, env, value) => {
    expect(parseServeOptions(args, {})).toEqual({ ...defaults, [key]: value });
    expect(parseServeOptions([], env)).toEqual({ ...defaults, [key]: value });
  });
});

describe('a flag goes before the environment', () => {
  it.each([
    ['--port=1', { VOICE_AGENT_MOCK_PORT: '2' }, { port: 1 }],
    ['--no-ephemeral', { VOICE_AGENT_MOCK_EPHEMERAL: 'true' }, { ephemeral: false }],
    ['--strict', { VOICE_AGENT_MOCK_STRICT: 'off' }, { strict: true }],
    ['--port=1', { VOICE_AGENT_MOCK_PORT: 'nonsense' }, { port: 1 }],
  ])('%s against %j', (flag, env, expected) => {
    expect(parseServeOptions([flag], env)).toMatchObject(expected);
  });
});

it('takes the last of a repeated flag', () => {
  expect(parseServeOptions(['--port', '1', '--port', '2'], {}).port).toBe(2);
});

it('takes an empty variable for an absent one', () => {
  expect(parseServeOptions([], { VOICE_AGENT_MOCK_PORT: '', VOICE_AGENT_MOCK_STRICT: '' })).toEqual(defaults);
});

it('leaves variables of others alone', () => {
  expect(parseServeOptions([], { PORT: '1', VOICE_AGENT_MOCK_COLOUR: 'red' })).toEqual(defaults);
});

const aPort = 'is not a port: give a number from 0 to 65535, for example --port 4010.';

describe('what cannot be meant is told in one sentence, with the flag, the value and the way out', () => {
  it.each<[string[], Record<string, string>, string]>([
    [['--port', 'http'], {}, `--port http ${aPort}`],
    [['--port', '65536'], {}, `--port 65536 ${aPort}`],
    [['--port', '-1'], {}, `--port -1 ${aPort}`],
    [['--port', '1e3'], {}, `--port 1e3 ${aPort}`],
    [[], { VOICE_AGENT_MOCK_PORT: '80 80' }, `VOICE_AGENT_MOCK_PORT=80 80 ${aPort}`],
    [['--port'], {}, '--port needs a value: write --port PORT.'],
    [['--port='], {}, '--port needs a value: write --port PORT.'],
    [['--port', '--strict'], {}, '--port needs a value: write --port PORT.'],
    [['--data-dir', ' '], {}, '--data-dir   is not a folder: name one, for example --data-dir .data.'],
    [['--log-level', 'loud'], {}, '--log-level loud is not a log level: give one of silent, error, warn, info, debug.'],
    [
      ['--host', 'a b'],
      {},
      '--host a b is not an address: give a host name or an IP address, for example --host 127.0.0.1.',
    ],
    ...['mock.example', 'ftp://a.test', 'http://u:p@a.test', 'http://a.test?x=1', 'http://'].map(
      (text): [string[], Record<string, string>, string] => [
        ['--public-url', text],
        {},
        `--public-url ${text} is not an address: give one as --public-url https://mock.example/platform.`,
      ],
    ),
    [
      ['--control-token', 'REPLACE-ME'],
      {},
      '--control-token REPLACE-ME is not a token of your own: give at least 8 letters, digits and signs without blanks.',
    ],
    [
      ['--control-token', 'a b'],
      {},
      '--control-token a b is not a token of your own: give at least 8 letters, digits and signs without blanks.',
    ],
    [
      ['--control-origin', 'http://a.test/page'],
      {},
      '--control-origin http://a.test/page is not an origin: give scheme, host and port, for example --control-origin http://localhost:5173.',
    ],
    [
      ['--world-idle', '1h'],
      {},
      '--world-idle 1h is not a duration: give one as ISO 8601 writes it, for example --world-idle PT1H.',
    ],
    [
      ['--keep-alive', '0'],
      {},
      '--keep-alive 0 is not a time: give whole seconds from 1 to 3600, for example --keep-alive 75.',
    ],
    [['--drain', '1h'], {}, '--drain 1h is not a time: give whole seconds from 0 to 3600, for example --drain 10.'],
    [
      ['--world-limit', 'many'],
      {},
      '--world-limit many is not a number of worlds: give one from 0 to 100000, for example --world-limit 1000.',
    ],
    [['--strict=maybe'], {}, '--strict maybe is not on or off: give true or false.'],
    [[], { VOICE_AGENT_MOCK_EPHEMERAL: 'ja' }, 'VOICE_AGENT_MOCK_EPHEMERAL=ja is not on or off: give true or false.'],
    [['--prot', '1'], {}, 'Unknown flag --prot: did you mean --port? All flags: voice-agent-mock serve --help.'],
    [['--colour'], {}, 'Unknown flag --colour: the flags are listed by voice-agent-mock serve --help.'],
    [['--no-port'], {}, 'Unknown flag --no-port: the flags are listed by voice-agent-mock serve --help.'],
    [['-p', '1'], {}, 'Unknown flag -p: the flags are listed by voice-agent-mock serve --help.'],
    [['--__proto__=1'], {}, 'Unknown flag --__proto__: the flags are listed by voice-agent-mock serve --help.'],
    [
      ['4010'],
      {},
      'Unexpected argument 4010: voice-agent-mock serve takes flags only, see voice-agent-mock serve --help.',
    ],
    [
      ['--ephemeral', '--reset'],
      {},
      '--reset begins a data folder anew, and --ephemeral has none: leave one of the two out.',
    ],
    [
      ['--store', 'mysql://u:secret@db/mock'],
      {},
      '--store mysql://… is not the address of a store: give one as postgres://USER:PASSWORD@HOST:PORT/DATABASE, what has a meaning in addresses with a percent sign (%25 for one itself), ?log=NAME at its end for a log of its own.',
    ],
    [['--reads', 'fast'], {}, '--reads fast is not a way to read: give linearizable or local.'],
    [
      ['--store', 'postgres://db/mock', '--ephemeral'],
      {},
      '--store keeps the state elsewhere than --ephemeral: leave one of the two out.',
    ],
    [['--sync', '--ephemeral'], {}, '--sync waits for the disk of a data folder, and there is none: leave it out.'],
    [['--ephemeral', '--data-dir', 'x'], {}, '--data-dir x keeps nothing with --ephemeral: leave one of the two out.'],
  ])('%j with %j', (args, env, message) => {
    expect(() => parseServeOptions(args, env)).toThrow(new UsageError(message));
  });
});

it('lets a flag make a run ephemeral where the environment names a folder', () => {
  const options = parseServeOptions(['--ephemeral'], { VOICE_AGENT_MOCK_DATA_DIR: '/srv/state' });
  expect(options).toMatchObject({ ephemeral: true });
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { defaultScenario } from '../deployment/configuration/settings.ts';
import type { Transport } from '../deployment/transport.ts';
import { titleOfCheck, type Check } from './run-plan.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { openSession } from './session.ts';
import type { Step } from './steps.ts';
import { replay } from './walk/explore.ts';

const document = loadContractDocument();
const addresses = { base_url: 'http://mock/api/v1/global', api_url: 'http://mock', alt_url: 'http://mock' };
const settings = { ...defaultScenario, addresses, headers: {}, timeout: 1000 };
const plan = {
  settings: { ...settings, rate_limit: null, concurrency: 1, ledger: 'none' },
  addresses,
  effects: ['none'] as const,
  withAssumptions: true,
  run: 'large',
};

/** In bytes: what is read of an answer if nothing else is configured. */
const bound = 16 * 2 ** 20;
const filled = (before: string, piece: (index: number) => string, after: string): string => {
  const pieces: string[] = [];
  for (let size = before.length + after.length, index = 0; ; index += 1) {
    const next = piece(index);
    size += next.length + 1;
    if (size > bound) return `${before}${pieces.join(',')}${after}`;
    pieces.push(next);
  }
};
const list = (name: string, piece: (index: number) => string): string =>
  filled(`{"error":false,"data":{"${name}":[`, piece, `]},"${name}":[],"pagination":{},"headers":[]}`);
const lead = (index: number): string =>
  JSON.stringify({
    id: String(index),
    mobile_no: 5,
    status: null,
    duration: {},
    token: `secret of ${index}`,
    a: { b: [] },
  });
const text = (character: string): string => character.repeat(bound - 100);

const bodies: Readonly<Record<string, () => string>> = {
  'empty items': () => filled('{"datalist":[', () => '{}', ']}'),
  'empty voices': () => list('voices', () => '{}'),
  'as many wrong items as are read': () => `{"datalist":[${Array(120_000).fill('{"a":1}').join(',')}]}`,
  'as many wrong voices as are read': () => `{"data":{"voices":[${Array(120_000).fill('{}').join(',')}]}}`,
  'wrong records': () => filled('{"datalist":[', lead, ']}'),
  'lists in lists': () =>
    `{"datalist":[${Array(400)
      .fill(`{"a":[${Array(500).fill('{}').join(',')}]}`)
      .join(',')}]}`,
  'undocumented members': () =>
    `{${Array.from({ length: 120_000 }, (_, index) => `"m${index}":{"token":"${index}"}`).join(',')}}`,
  'names of secrets': () => filled('{', (index) => `"token_${index}":"secret ${index}"`, '}'),
  'members within a member': () =>
    `{"data":{"basic_details":{${Array.from({ length: 120_000 }, (_, index) => `"m${index}":1`).join(',')}}}}`,
  'one text': () => JSON.stringify({ message: text('x') }),
  'a text of escapes': () => `{"message":"${'\\u0041'.repeat(bound / 6 - 100)}"}`,
  'quotation marks': () => text('"'),
  'a text without an end': () => `{"message":"${text('x')}`,
  'ends of lines': () => text('\n'),
  'JSON that breaks at its end': () => `${filled('{"datalist":[', () => '1', ']')}x`,
  'a page of HTML': () => '<p class="token">token=abc</p>\n'.repeat(bound / 31),
  'deep lists': () => '['.repeat(bound / 2) + ']'.repeat(bound / 2),
};
setFlagsFromString('--expose-gc');
/** What one judging leaves behind is not what the next one needs: when it is collected by itself differs from run to run. */
const collectGarbage = runInNewContext('gc') as () => void;

/** What this file has needed at most, in KB. */
const before = process.resourceUsage().maxRSS;
const clauses: Check['clauses'] = ['voice-list.provider-id'];
const checks = ['voices', 'audience', 'agent-detail'].flatMap((name) => allChecks[name]?.slice(0, 1) ?? []);

const answering = (text: string): Transport => {
  return () => Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, text });
};

const walk: readonly Step[] = [
  { do: 'voices', provider: 0, limits: ['whole', 2], isTwice: true },
  { do: 'audience', campaign: 0, filters: [], limit: 'whole', page: 1, isNew: false },
  { do: 'audience', campaign: 0, filters: [{ name: 'status', picks: [0, 1] }], limit: null, page: null, isNew: true },
  { do: 'send', request: { operation: 'getAgent', as: 'own', query: { agent_id: 1010 } } },
  { do: 'look' },
];

/** What is judged of the answers, each by itself. */
const judged: readonly (readonly [title: string, judge: (transport: Transport) => Promise<CheckOutcome>])[] = [
  ...checks.map((check) => {
    // What a check makes once for others is made anew, so that each pays for its own answers.
    return [
      titleOfCheck(check, document.clauses),
      (transport: Transport) => openSession({ document, plan, transport }).run(check),
    ] as const;
  }),
  ...walk.map((step) => {
    return [
      `a walk: ${JSON.stringify(step)}`,
      (transport: Transport) => replay({ document, plan, transport }, [step]),
    ] as const;
  }),
];

it.each(Object.keys(bodies))('judging answers of 16 MB of %s takes a moment and little memory each', async (name) => {
  const body = bodies[name]?.() ?? '';
  let answers = 0;
  const answer = answering(body);
  const transport: Transport = (request) => {
    answers += 1;
    return answer(request);
  };
  const slow: string[] = [];
  for (const [title, judge] of judged) {
    collectGarbage();
    const start = process.cpuUsage();
    answers = 0;
    const outcome = await judge(transport);
    const { user, system } = process.cpuUsage(start);
    const each = (user + system) / 1000 / Math.max(1, answers);
    if (each > 2000) slow.push(`${title}: ${Math.round(each)} ms for each of ${answers}`);
    const told = JSON.stringify(outcome);
    if (told.length > 200_000) slow.push(`${title}: tells ${told.length} characters`);
    expect(told).not.toContain('call stack');
  }
  expect(slow).toEqual([]);
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  expect(grown, 'MB').toBeLessThan(500);
});

it.each<[string, RegExp, Check['run']]>([
  [
    'as many wrong voices as are read',
    /: \d+ items of a list were not looked at/,
    async (api) => {
      await api.call('listVoices');
    },
  ],
  [
    'undocumented members',
    /: at least 10000 undocumented members, of which 100 are named/,
    async (api) => {
      await api.call('listVoices');
    },
  ],
  [
    'empty voices',
    /^50 kinds of violations more$/,
    async (api) => {
      const answer = await api.call('verifyToken');
      for (let at = 0; at < 150; at += 1)
        api.noted.push({ clauses, expected: 'x', came: 'y', path: `/member${at}`, answer });
    },
  ],
])('what is beyond what is told of %s is counted', async (name, expected, run) => {
  const check: Check = { title: name, clauses, needs: [], effect: 'none', run };
  const session = openSession({ document, plan, transport: answering(bodies[name]?.() ?? '') });
  const { drift, violations } = await session.run(check);
  expect(drift).toContainEqual(expect.stringMatching(expected));
  expect(violations.length).toBeLessThanOrEqual(100);
});

it('a walk of more steps than there is time for ends with the time of the run', async () => {
  const transport = answering('{"error":false,"code":200,"message":"Token is valid","data":{}}');
  const until = { checks: Date.now() + 300, cleaning: Date.now() + 400 };
  const step: Step = { do: 'send', request: { operation: 'verifyToken', as: 'own' } };
  const begun = process.cpuUsage();
  const steps = Array.from({ length: 100_000 }, () => step);
  const { reason, requests } = await replay({ document, plan: { ...plan, until }, transport }, steps);
  const { user, system } = process.cpuUsage(begun);
  expect([reason, requests < 90_000]).toEqual([expect.stringContaining('the time of the run is used up'), true]);
  expect((user + system) / 1e6).toBeLessThan(10);
});

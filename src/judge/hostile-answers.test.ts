import { expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { runFacts } from '../testing/well-known.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { defaultScenario } from '../deployment/configuration/settings.ts';
import type { ApiResponse } from '../deployment/transport.ts';
import { terminalLine } from '../text/escaping.ts';
import { openSession } from './session.ts';
import {
  verdictMarkdown,
  verdictAnnotations,
  verdictText,
  violationText,
  verdictJunit,
} from './report/verdict-text.ts';
import { verdictPage } from './report/verdict-page.ts';
import { verdictOf } from './report/verdict.ts';

const document = loadContractDocument();
const addresses = { base_url: 'http://mock/api/v1/global', api_url: 'http://mock', alt_url: 'http://mock' };
const settings = { ...defaultScenario, addresses, headers: { 'x-gateway': 'canary-gateway' }, timeout: 1000 };
const plan = {
  settings: { ...settings, rate_limit: null, concurrency: 1, ledger: 'none' },
  addresses,
  effects: ['none', 'reversible'] as const,
  withAssumptions: true,
  run: 'hostile',
};

/** What a terminal obeys, forges a line with, or turns around. */
const commands = '\x1b[2J\x1b]0;title\x07\x9b31m\u202e\u2028\r\nforged line';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.canary-jwt.canary-signature';
const message = `${commands} Bearer canary-bearer token=canary-text ${'0f'.repeat(32)} login-canary ${jwt}`;

const json = (status: number, body: unknown): ApiResponse => ({
  status,
  headers: { 'content-type': `application/json${commands}; charset=canary-gateway`, 'set-cookie': 'canary-cookie' },
  text: JSON.stringify(body),
});

const tooDeep = 'JSON nested too deep to be walked';
const deployments: Readonly<Record<string, () => ApiResponse>> = {
  'errors of every kind': () =>
    json(500, { error: true, code: commands, message, data: { api_key: 'canary-key-member' } }),
  'successes of another shape': () =>
    json(200, {
      success: message,
      message,
      data: {
        agent_id: 1,
        token: 'canary-token-member',
        [commands]: message,
        basic_details: { agent_token: 'canary-agent' },
      },
    }),
  'texts of no JSON': () => ({ ...json(200, ''), text: `<p>${message}` }),
  'an undocumented status': () => json(418, { message }),
  [tooDeep]: () => ({
    ...json(200, ''),
    text: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  }),
};

it.each(Object.entries(deployments))(
  'shows of a deployment that answers with %s nothing raw and no secret',
  async (name, answer) => {
    const session = openSession({ document, plan, transport: () => Promise.resolve(answer()) });
    const checks = ['authentication', 'tokens', 'agent-detail', 'voices', 'agent-form'] as const;
    const outcomes = [];
    for (const check of checks.flatMap((name) => allChecks[name] ?? [])) outcomes.push(await session.run(check));
    const verdict = verdictOf(document, outcomes, runFacts);
    const violations = outcomes.flatMap((outcome) => outcome.violations);
    // What cannot be read is no violation: the run cannot judge it.
    const told = name === tooDeep ? outcomes.filter(({ result }) => result !== 'passed') : violations;
    expect(told.length).toBeGreaterThan(0);
    // As a command prints it.
    const printed = verdictText(verdict, document.clauses).map(terminalLine).join('\n');
    // As vitest's reporters print them, to a terminal or as JUnit.
    const reported = violations.map((violation) => violationText(violation, document.clauses).join('\n'));
    const markdown = verdictMarkdown(verdict, document.clauses, []);
    const junit = verdictJunit(verdict, document.clauses);
    for (const shown of [
      printed,
      reported.join('\n'),
      verdictPage(verdict, document.clauses),
      markdown,
      junit,
      verdictAnnotations(verdict, []).join('\n'),
      JSON.stringify(outcomes),
    ]) {
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
      expect(shown).not.toMatch(/^[ \t]*forged line/m);
      expect(shown).not.toMatch(/canary-|(?:0f){32}/);
    }
  },
);

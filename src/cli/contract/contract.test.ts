import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { contractCommand } from './contract.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { runFacts } from '../../testing/well-known.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { defaultScenario } from '../../deployment/configuration/settings.ts';
import { createHttpTransport } from '../../deployment/http-transport.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { openCreationLedger } from '../../deployment/agents/creation-ledger.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { openSession } from '../../judge/session.ts';
import { showingValue } from '../../../contract-tests/self-test/breaks.ts';
import { breaking } from '../../../contract-tests/self-test/fault.ts';
import { baselineText } from '../../judge/report/baseline.ts';
import { verdictJunit, verdictMarkdown, verdictText } from '../../judge/report/verdict-text.ts';
import { verdictPage } from '../../judge/report/verdict-page.ts';
import { type Verdict, verdictOf } from '../../judge/report/verdict.ts';
import { allChecks } from '../../../contract-tests/all-checks.ts';

const document = loadContractDocument();
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
const target = await startInProcessTarget();
afterAll(() => target.close());

const run = (...args: string[]) => runCommand(contractCommand, args);

describe('voice-agent-mock contract', () => {
  it('says that a target is unreachable', async () => {
    const { code, text } = await run('--base-url', 'http://127.0.0.1:9/api/v1/global', '--token', 'a-token');
    expect(code).toBe(2);
    expect(text).toContain('target unreachable');
  });

  it('says that a token is no good where every operation refuses it, and does not show it', async () => {
    const token = 'f00d'.repeat(16);
    const { code, text } = await run('--base-url', target.addresses.base_url, '--token', token);
    expect(code).toBe(2);
    expect(text).toContain('token expired');
    expect(text).not.toContain(token);
  });

  it('plans without a request', async () => {
    const { code, text } = await run('--base-url', 'http://127.0.0.1:9/api/v1/global', '--token', 'a-token', '--plan');
    expect(code).toBe(0);
    expect(text).toContain('numbers.owned:');
    expect(text).toContain('--allow-irreversible:');
  });

  it.each([
    ['--shard', '4/3', 'is not a part: give for example'],
    ['--shard', '15/15', 'has nothing to check: the suite has 13 lists of checks'],
    ['--reporter', 'foo', 'is not a reporter: give one of junit,'],
    ['--verdict', '/nowhere/verdict.json', 'no such file or folder'],
    ['--report', '/nowhere/page.html', 'no such file or folder'],
    ['--baseline', '/nowhere/baseline.yaml', 'cannot be read'],
    ['--only', 'create-agnt', 'create-agnt is no rule, operation or tag. Did you mean createAgent?'],
    ['--output', 'junit.xml', 'name one too, for example --reporter junit'],
  ])('refuses %s %s before anything is sent', async (flag, value, reason) => {
    const { code, text } = await run(
      '--base-url',
      'http://127.0.0.1:9/api/v1/global',
      '--token',
      'a-token',
      flag,
      value,
    );
    expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
    expect(text).not.toMatch(/unreachable|^ +at /m);
  });

  it('writes every report of a run that could not begin, with the reason', async () => {
    const [verdict, junit, summary] = ['verdict.json', 'junit.xml', 'summary.md'].map((name) => join(folder, name));
    const { code } = await run(
      ...['--base-url', 'http://127.0.0.1:9/api/v1/global', '--token', 'a-token', '--reporter', 'junit'],
      ...['--verdict', verdict ?? '', '--output', junit ?? '', '--summary', summary ?? ''],
    );
    expect(code).toBe(2);
    const reason = /127\.0\.0\.1:9.*/;
    expect(JSON.parse(readFileSync(verdict ?? '', 'utf8'))).toMatchObject({
      summary: { ended: expect.stringMatching(reason) },
    });
    expect(readFileSync(junit ?? '', 'utf8')).toMatch(
      /<testsuites [^>]*tests="1" failures="0" errors="1"[^]*<error message="[^"]*127\.0\.0\.1:9/,
    );
    expect(readFileSync(summary ?? '', 'utf8')).toMatch(
      /^## ⚠️ Contract: nothing was verified, and the run did not come to its end: .*127/,
    );
  });

  it('runs the checks of the rules, operations and tags that it is asked for', async () => {
    const verdict = join(folder, 'only.json');
    const { code } = await run('--only', 'listVoices,token.persistent,Tokens', '--verdict', verdict);
    expect(code).toBe(0);
    const { summary, clauses } = JSON.parse(readFileSync(verdict, 'utf8')) as Verdict;
    const kept = clauses.filter((clause) => clause.verdict === 'kept').map(({ id }) => id);
    expect(kept).toEqual(expect.arrayContaining(['voice.id']));
    expect(kept.filter((id) => /^(create-agent\.create|audience)/.test(id))).toEqual([]);
    expect(summary.checks.notVerified).toBeGreaterThan(summary.checks.passed);
    expect(clauses.find(({ id }) => id === 'create-agent.create')?.reason).toBe('it was not asked for');
  });

  it('needs two keys for what cannot be undone', async () => {
    const { code, text } = await run(
      '--base-url',
      target.addresses.base_url,
      '--token',
      'a-token',
      '--allow-irreversible',
    );
    expect(code).toBe(2);
    expect(text).toContain('campaigns.disposable');
  });

  it('does not start on a ledger that is not empty', async () => {
    const ledger = join(folder, 'left.jsonl');
    openCreationLedger(openLedgerFile(ledger)).write({
      event: 'creating',
      key: 'a',
      names: ['left'],
      mark: 'contract-of-a-run',
      workspace: 'own',
      at: 0,
    });
    const { code, text } = await run('--base-url', target.addresses.base_url, '--token', 'a-token', '--ledger', ledger);
    expect(code).toBe(2);
    expect(text).toContain('contract sweep');
  });

  it('finds before the first check what the configuration names and the deployment does not know', async () => {
    const file = join(folder, 'wrong.yaml');
    const unknown = 'beef'.repeat(16);
    writeFileSync(
      file,
      stringify({
        agents: {
          read: [{ id: 1004 }, { id: 99_999, campaigns: { 77_777: 'hold' } }],
          draft_with_shared_number: 88_888,
        },
        campaigns: { read: [5001, 66_666], foreign: 5001, changeable: { id: 55_555, status: 'hold' } },
        numbers: { owned: ['+15550009001', '+19990000000'], shared: [] },
        login: { token: 'nobody', newest_api_token: unknown },
        second_workspace: defaultScenario.second_workspace,
      }),
    );
    const result = await run(
      '--base-url',
      target.addresses.base_url,
      '--token',
      defaultScenario.token,
      '--config',
      file,
      '--only',
      'get-by-id.one-agent',
    );
    // A configuration holds tokens; the test below looks through what runs have written.
    rmSync(file);
    expect(result.code).toBe(2);
    expect(
      [...result.text.matchAll(/^.*wrong\.yaml:(\d+:\d+: [a-z_]+\.[\w.[\]]+):/gm)].map(([, told]) => told),
    ).toEqual([
      '22:3: login.token',
      '23:3: login.newest_api_token',
      '4:7: agents.read[1].id',
      '7:3: agents.draft_with_shared_number',
      '11:7: campaigns.read[1]',
      '6:9: agents.read[1].campaigns.77777',
      '14:5: campaigns.changeable.id',
      '12:3: campaigns.foreign',
      '19:7: numbers.owned[1]',
    ]);
    expect(result.text).toContain('does not know agent 99999');
    expect(result.text).not.toContain(unknown);
    expect(result.text).not.toContain('Clauses:');
  });

  it('names the line of a setting that the deployment does not fit, and does not verify what hangs on it', async () => {
    const file = join(folder, 'other-status.yaml');
    const verdict = join(folder, 'other-status.json');
    const read = [{ id: 1004, campaigns: { 5001: 'hold', 5002: 'hold', 5004: 'force_completed', 5006: 'pause' } }];
    writeFileSync(file, stringify({ agents: { read } }));
    const where = ['--base-url', target.addresses.base_url, '--token', defaultScenario.token, '--config', file];
    const { code, text } = await run(
      ...where,
      '--only',
      'agent.campaign-count',
      '--verdict',
      verdict,
      '--ledger',
      join(folder, 'other.jsonl'),
    );
    expect(/^.*agents\.read.*$/m.exec(text)?.[0]).toBe(
      `${file}:5:9: agents.read[0].campaigns.5001: it says hold, and what the agent shows fits only inprogress or pause or draft.`,
    );
    expect(code).toBe(0);
    expect((JSON.parse(readFileSync(verdict, 'utf8')) as Verdict).summary.checks.failed).toBe(0);
  });
});

describe('what a run says', () => {
  it('holds no secret, given or received, in any artifact', async () => {
    const { addresses } = target;
    const ledger = join(folder, 'run.jsonl');
    const settings = {
      ...defaultScenario,
      addresses,
      headers: {},
      timeout: 10_000,
      rate_limit: null,
      concurrency: 1,
      ledger,
    };
    const http = createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 10_000 });
    // Broken, so that there is something to tell of answers with tokens in them.
    const withTypes = breaking(showingValue('getAgent', 'data.basic_details.agent_type', '3'));
    const transport = breaking(showingValue('getToken', 'email', 7))(withTypes(http));
    const plan = {
      settings,
      addresses,
      effects: ['none', 'reversible'] as const,
      withAssumptions: true,
      run: 'secrets',
    };
    const session = openSession({ document, plan, transport, ledger: openLedgerFile(ledger) });
    const outcomes = [];
    for (const file of ['authentication', 'tokens', 'agent-detail'] as const) {
      for (const check of allChecks[file] ?? []) outcomes.push(await session.run(check));
    }
    http.close();
    const verdict = verdictOf(document, outcomes, runFacts);
    expect(verdict.summary.violated).toBeGreaterThan(0);
    writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict));
    writeFileSync(join(folder, 'verdict.html'), verdictPage(verdict, document.clauses));
    writeFileSync(join(folder, 'verdict.md'), verdictMarkdown(verdict, document.clauses, []));
    writeFileSync(join(folder, 'verdict.xml'), verdictJunit(verdict, document.clauses));
    writeFileSync(join(folder, 'verdict.yaml'), baselineText(verdict, []));
    writeFileSync(join(folder, 'verdict.txt'), verdictText(verdict, document.clauses).join('\n'));
    const secrets = [
      ...['ac3e', '910b', 'dead', 'f00d'].map((word) => word.repeat(16)),
      'login-acme',
      'login-expired',
      'login-initech',
      'eyJ',
    ];
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(
        secrets.filter((secret) => text.includes(secret)),
        name,
      ).toEqual([]);
    }
    expect(readFileSync(join(folder, 'verdict.txt'), 'utf8')).toContain('"token: $TOKEN"');
  });
});

import { describe, expect, it } from 'vitest';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { concludeVerdict } from './contract-verdict.ts';
import { testContext } from '../../testing/serve-process.ts';
import { runFacts } from '../../testing/well-known.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { defaultScenario } from '../../deployment/configuration/settings.ts';
import type { ApiResponse } from '../../deployment/transport.ts';
import { openSession } from '../../judge/session.ts';
import { verdictOf, type Verdict } from '../../judge/report/verdict.ts';

const document = loadContractDocument();
const deep = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const headers = { 'content-type': 'application/json' };
const addresses = { base_url: 'http://here/api/v1/global', api_url: 'http://here', alt_url: 'http://here' };

/** What the checks that only read say of a deployment that answers every caller it knows with this text. */
async function verdictOn(text: string, withAssumptions: boolean): Promise<Verdict> {
  const settings = {
    ...defaultScenario,
    addresses,
    headers: {},
    timeout: 1,
    rate_limit: null,
    concurrency: 1,
    ledger: '',
  };
  const session = openSession({
    document,
    plan: { settings, addresses, effects: ['none'], withAssumptions, run: 'unread' },
    transport: (request): Promise<ApiResponse> =>
      Promise.resolve(
        Object.values(request.headers).some((value) => value === settings.token || value === settings.login?.token)
          ? { status: 200, headers, text }
          : { status: 401, headers, text: '{"error":true,"message":"Invalid Auth Key or Session Expired"}' },
      ),
  });
  const outcomes = [];
  for (const check of Object.values(allChecks).flat()) outcomes.push(await session.run(check));
  return verdictOf(document, outcomes, runFacts);
}

function conclude(verdict: Verdict): { readonly code: number; readonly text: string } {
  const lines: string[] = [];
  const files = {
    verdict: null,
    report: null,
    summary: null,
    baseline: null,
    writeBaseline: null,
    output: null,
  };
  const options = { ...files, reporter: null, strict: false };
  const conclusion = { options, known: [], clauses: document.clauses };
  return { code: concludeVerdict(verdict, conclusion, testContext(lines)), text: lines.join('\n') };
}

describe('a deployment whose answers cannot be read', () => {
  it.each([true, false])('is not judged where they are 200,000 levels deep, with assumptions: %s', async (assumed) => {
    const verdict = await verdictOn(deep, assumed);
    const { code, text } = conclude(verdict);
    expect(code).toBe(2);
    for (const operation of ['getAgent', 'listVoices', 'listAudience', 'getToken'])
      expect(text).toContain(`could not judge: ${operation} never answered with a success that can be read`);
    // Such an answer breaks no rule of its body: it was not read.
    const verdicts = new Map<string, string>(verdict.clauses.map((clause) => [clause.id, clause.verdict]));
    for (const id of ['get-by-id.one-agent', 'payload.json', 'voice-list.data', 'audience-list.response'])
      expect(verdicts.get(id), id).toBe('not verified');
    expect(verdict.outcomes.map(({ reason }) => reason)).toContain(
      'getAgent answered 200 with what cannot be read: JSON of more than 200 levels',
    );
  });

  it.each([
    ['cut off', '{"data":{"basic_details":', 'line 1, column 26: expected a value, but the text ends'],
    ['a page', '<!doctype html><title>Sign in</title>', 'line 1, column 1: expected a value'],
  ])('is not judged where they are %s, and said once to answer without JSON, and how', async (_, text, place) => {
    const verdict = await verdictOn(text, false);
    expect(conclude(verdict).code).toBe(2);
    expect(verdict.unjudged).toContain('getAgent');
    const unreadable = verdict.causes.filter(({ title }) => !title.includes('answers 401 "'));
    expect(unreadable.map(({ title, clause }) => `${title}: ${clause}`).toSorted()).toEqual(
      [
        ...['getAgent', 'getToken', 'listAudience', 'listVoices'].map(
          (id) => `${id} answers without JSON: payload.json`,
        ),
        // These are refused by 401, in JSON: a status is read without the body.
        ...[
          [400, 'get-token.login-token-required'],
          [404, 'get-token.no-api-token-found'],
        ].map(([status, clause]) => `getToken answers 401 instead of ${status}: ${clause}`),
      ].toSorted(),
    );
    expect(unreadable[0]?.violation.came).toBe(
      `application/json of ${text.length} bytes, no JSON at ${place}: ${text}`,
    );
    expect(verdict.outcomes.filter(({ reason }) => reason?.includes('Cannot read'))).toEqual([]);
  });

  it('is judged where one success of each operation can be read', () => {
    const outcome = { title: 't', clauses: ['voice.id'], effect: 'none', result: 'passed', violations: [], drift: [] };
    const rest = {
      seen: {},
      requests: 1,
      created: 0,
      isUnreachable: false,
      milliseconds: 1,
      cleaning: { cleaned: 0, left: [] },
    };
    const unread = { ...outcome, ...rest, successes: { read: [], unread: ['getAgent'] } } as never;
    const read = { ...outcome, ...rest, successes: { read: ['getAgent'], unread: [] } } as never;
    expect(verdictOf(document, [unread], runFacts).unjudged).toEqual(['getAgent']);
    expect(verdictOf(document, [unread, read], runFacts).unjudged).toEqual([]);
  });
});

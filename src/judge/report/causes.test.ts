import { expect, it } from 'vitest';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import type { Transport } from '../../deployment/transport.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { showingValue } from '../../../contract-tests/self-test/breaks.ts';
import { breaking } from '../../../contract-tests/self-test/fault.ts';
import { runChecksOn } from '../../../contract-tests/self-test/providers.ts';
import { causesOf, type Cause } from './verdict.ts';
import { excerptOf } from './showing.ts';

const document = loadContractDocument();

async function causesIn(
  lists: readonly string[],
  wrap: (transport: Transport) => Transport,
): Promise<readonly Cause[]> {
  const checks = lists.flatMap((name) => allChecks[name] ?? []);
  const outcomes = await runChecksOn({ wrap }, checks, document);
  return causesOf(
    outcomes.flatMap(({ violations }) => violations),
    document.clauses,
  );
}

it('tells once of an operation that fails, the rule of its own first', async () => {
  const causes = await causesIn(['tokens', 'authentication'], (transport) => async (request) => {
    const answer = await transport(request);
    return request.operation === 'verifyToken' ? { ...answer, status: 500 } : answer;
  });
  expect(causes.map(({ title, clause }) => [title, clause])).toEqual([['verifyToken answers 500', 'verify.valid']]);
  expect(causes[0]?.consequences).toEqual(expect.arrayContaining(['verify.unauthorized', 'auth.token-header']));
  expect(causes[0]?.checks.length).toBeGreaterThan(5);
});

it('tells a wrong status of an operation once, whatever else its body breaks', async () => {
  const causes = await causesIn(['create-agent-fields'], (transport) => async (request) => {
    const answer = await transport(request);
    const isWrong = request.operation === 'createAgent' && answer.status === 422;
    return isWrong ? { ...answer, status: 403, text: '<html>', headers: { 'content-type': 'text/html' } } : answer;
  });
  expect(causes.map(({ title, clause }) => [title, clause])).toEqual([
    ['createAgent answers 403 instead of 422', 'create-agent.validation'],
  ]);
});

it('tells once of a member of the wrong type, with what stands around it', async () => {
  const causes = await causesIn(
    ['agent-detail'],
    breaking(showingValue('getAgent', 'data.basic_details.category', '1')),
  );
  expect(causes.map(({ title, clause, consequences }) => [title, clause, consequences])).toEqual([
    ['getAgent is wrong at /data/basic_details/category', 'agent.basic-details.category', []],
  ]);
  const { lines = [], marked = -1 } = causes[0]?.violation.excerpt ?? {};
  expect(lines[marked]).toBe('      "category": "1"');
  expect(lines.slice(0, 5)).toEqual(['{', '  …', '  "data": {', '    "basic_details": {', '      …']);
});

it('tells of what is wrong below a missing member with that member', async () => {
  const missing = await causesIn(['agent-detail'], breaking(showingValue('getAgent', 'data.basic_details', undefined)));
  expect(missing.map(({ title }) => title)).toContain('getAgent is wrong at /data/basic_details');
  expect(missing.filter(({ title }) => title.includes('/data/basic_details/'))).toEqual([]);
  const [{ violation } = { violation: undefined }] = missing.filter(({ title }) => title.endsWith('/basic_details'));
  expect(violation?.excerpt?.lines[violation.excerpt.marked]).toBe('    "basic_details": (missing)');
});

it.each([
  ['/a/1/b', { a: [{ b: 1 }, { b: 2, c: 3 }] }, '      "b": 2'],
  ['/a~1b/c', { 'a/b': { c: { d: 1 } } }, '    "c": {…}'],
  ['/gone/deep', { here: [] }, '  "gone": (missing)'],
  ['/0', ['x'], '  "x"'],
  ['/x', 'text', '"text"'],
])('marks the line of %s', (pointer, body, line) => {
  const { lines, marked } = excerptOf(body, pointer);
  expect(lines[marked]).toBe(line);
});

it('shows a missing member behind the first ones, and says that there are more', () => {
  const body = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 };
  const first = ['{', '  "a": 1', '  "b": 2', '  "c": 3', '  "d": 4', '  "x": (missing)', '  "e": 5', '  "f": 6'];
  expect(excerptOf(body, '/x')).toEqual({ lines: [...first, '}'], marked: 5 });
  expect(excerptOf({ ...body, g: 7 }, '/x').lines).toEqual([...first, '  …', '}']);
});

it('shows the members beside the marked one, and that there are more on both sides', () => {
  const body = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 };
  const lines = ['{', '  …', '  "b": 2', '  "c": 3', '  "d": 4', '  "e": 5', '  "f": 6', '  …', '}'];
  expect(excerptOf(body, '/d')).toEqual({ lines, marked: 4 });
});

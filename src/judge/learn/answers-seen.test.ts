import { expect, it } from 'vitest';
import type { CheckedAnswer } from '../report/violation.ts';
import { Findings } from './findings.ts';
import { noteLargestPage } from './answers-seen.ts';

function page(limit: string, count: number, has_more = true): CheckedAnswer {
  const request = { operation: 'listVoices', query: [['limit', limit]], headers: {}, body: { kind: 'none' } } as const;
  const body = { data: { voices: Array.from({ length: count }), has_more } };
  return { request, status: 200, headers: {}, text: '', body, unread: null };
}

it.each<[string, readonly CheckedAnswer[], readonly number[]]>([
  ['there are more and more were asked for', [page('1000', 20), page('5', 5)], [20]],
  ['a text was sent in the place of a limit', [page('abc', 10)], []],
  ['another page has more', [page('1000', 10), page('50', 50)], []],
  ['the last page has more', [page('1000', 10), page('50', 30, false)], []],
])('a recording shows the largest page of voices where %s, or nothing', (_, answers, largest) => {
  const findings = new Findings();
  noteLargestPage(answers, findings);
  const sights = findings.sightsOf('voice-list.limit.maximum');
  expect(sights.map((sight) => sight.kind === 'shown' && sight.value)).toEqual(largest);
});

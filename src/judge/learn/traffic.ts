import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Findings } from './findings.ts';
import { defaultLimitOf } from './values.ts';

/** Notes how many voices a page has by default. */
export function notePageSize(answer: CheckedAnswer, findings: Findings): void {
  const { asked, voices, isWhole } = voicesOnPage(answer);
  const id = defaultLimitOf(asked.get('provider_id'));
  if (id !== undefined && voices !== undefined && !isWhole && !asked.has('limit')) findings.decide(id, voices, answer);
}

/** Notes how many voices a page of a recording has at most: more were asked for, there are more, and no page has more. */
export function noteLargestPage(answers: readonly CheckedAnswer[], findings: Findings): void {
  const pages = answers.map((answer) => ({ answer, ...voicesOnPage(answer) }));
  const largest = pages.reduce((most, { voices = 0 }) => Math.max(most, voices), 0);
  for (const { answer, asked, isWhole, voices } of pages) {
    if (voices !== largest || isWhole || !(voices < Number(asked.get('limit')))) continue;
    findings.decide('voice-list.limit.maximum', voices, answer);
    findings.decide('listVoices limit=outside' as ChoiceId, 'nearest', answer);
  }
}

/** What a page of voices was asked with, and how many it has: undefined if it is none. */
function voicesOnPage({ request: { operation, query }, status, body }: CheckedAnswer) {
  const isPage = operation === 'listVoices' && status >= 200 && status < 300;
  const voices = memberOf(body, 'data.voices');
  const isWhole = memberOf(body, 'data.has_more') === false;
  return { asked: new Map(query), isWhole, voices: isPage && Array.isArray(voices) ? voices.length : undefined };
}

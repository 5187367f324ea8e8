import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { isContainer, isObject, memberOf, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Findings } from './findings.ts';
import { type ExampleLesson, operationTarget } from './refusals-seen.ts';
import type { SeenSuccess } from './shapes-seen.ts';
import { defaultLimitOf } from './values.ts';

/** By which status each operation whose texts are open grants what, and whether with a body; values show one by one. */
export function answerLessons(seen: readonly SeenSuccess[], document: ContractDocument): readonly ExampleLesson[] {
  const answers = seen.map(({ answer }) => answer).filter((each) => exampleOf(each) !== '');
  const groups = grouped(answers, (each) => `${String(each.request.operation)} ${exampleOf(each)}`);
  return [...groups].map(([what, all]) => {
    const [answer] = all as readonly [CheckedAnswer];
    const bare = all.find(({ body, text }) => !isContainer(body) && text.trim() !== '');
    if (bare !== undefined) return { what, said: 'no JSON object or list', actions: undefined, answer: bare };
    const came = [...new Set(all.map(({ status, text }) => `${status}${text.trim() === '' ? ' without a body' : ''}`))];
    if (came.length > 1) return { what, said: `it differs: ${came.join(', ')}`, actions: undefined, answer };
    return { what, said: came.join(), actions: exampleActions(document, answer), answer };
  });
}

/** The example that shows the answer to a request; '' if its texts are not open. */
function exampleOf({ request: { operation, query, body } }: Pick<CheckedAnswer, 'request'>): string {
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  switch (operation) {
    case 'createAgent':
      return 'agent_id' in sent || query.some(([name]) => name === 'agent_id') ? 'updated' : 'created';
    case 'createAgentOrUpdate':
    case 'updateAgent':
      return 'updated';
    case 'forceCompleteCampaign':
      return sent['campaign_status'] === 'force_completed' ? 'completed' : 'statusSet';
    case 'verifyToken':
      return 'valid';
    default:
      return '';
  }
}

function exampleActions(document: ContractDocument, answer: CheckedAnswer): readonly OverlayAction[] {
  const { status: seen, text } = answer;
  const { operation } = answer.request;
  const name = exampleOf(answer);
  if (operation === null) return [];
  const responses = `${operationTarget(document, operation)}.responses`;
  const documented = responsesWith(document, operation, name);
  const [first] = documented;
  if (first === undefined) return [];
  const [status, { clauses }] = first;
  if (text.trim() === '') {
    return [
      { target: `${responses}['${status}']`, remove: true },
      { target: responses, update: { [String(seen)]: { description: 'Done', 'x-clauses': [...clauses] } } },
    ];
  }
  if (seen === status) return [];
  const others = documented.filter(([each]) => each !== seen);
  if (others.length < documented.length) {
    return others.map(([each]) => {
      return { target: `${responses}['${each}'].content['application/json'].examples['${name}']`, remove: true };
    });
  }
  return [
    { target: responses, update: { [String(seen)]: { description: 'Done' } } },
    { target: `${responses}['${seen}']`, copy: `${responses}['${status}']` },
    { target: `${responses}['${status}']`, remove: true },
  ];
}

/** The responses of success that have an example of this name. */
function responsesWith(document: ContractDocument, operation: OperationId, name: string) {
  const responses = [...(document.operations.get(operation)?.responses ?? [])];
  return responses.filter(([status, { examples }]) => status < 300 && examples.has(name));
}

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

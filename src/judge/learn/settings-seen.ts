import { settingsIn } from '../../clauses/profile.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { isJsonList, isJsonObject, isSameJson, pointerOf, type Json, valueAt } from '../../json/json-value.ts';
import { type ExampleLesson, operationTarget } from './refusals-seen.ts';
import type { SeenSuccess } from './shapes-seen.ts';
import { fewest } from './shown-cases.ts';
import { plainFields } from './sources.ts';

/** What new agents have otherwise than by the document, each of several the same, and what those that a form makes have otherwise. */
export function settingLessons(seen: readonly SeenSuccess[], { openapi }: ContractDocument): readonly ExampleLesson[] {
  const [others = [], byForm = []] = ['createAgent', 'createAgentOrUpdate'].map((operation) =>
    seen.filter(({ madeBy }) => madeBy === operation),
  );
  // As it came: a voice may be named by a UUID.
  const shownBy = (agents: readonly SeenSuccess[], pointer: string): Json | undefined =>
    agents.length < fewest ? undefined : sameOf(agents.map(({ answer }) => valueAt(answer.body, pointer) as Json));
  return Object.entries(settingsIn(openapi, 'new-agent')).flatMap(([pointer, documented]) => {
    const mockOf = (agents: readonly SeenSuccess[]) => sameOf(agents.map(({ mock }) => valueAt(mock, pointer) as Json));
    // What was sent says nothing. Where every new agent needs it, one of a form alone shows what there is without it.
    const isSent = others.length > 0 && [documented, mockOf(byForm)].every((each) => !isSameJson(mockOf(others), each));
    const [usual, own] = [others, byForm].map((agents) => shownBy(agents, pointer));
    const told = [
      { agents: others, shown: usual, name: 'new-agent', kind: 'a new agent' },
      ...(isSameJson(usual, own) && !isSent
        ? []
        : [{ agents: byForm, shown: own, name: isSent ? 'new-agent' : 'new-agent-by-form', kind: 'a form' }]),
    ];
    return told.flatMap(({ agents, shown, name, kind }) => {
      const [first] = agents;
      const mock = mockOf(agents);
      const isUnsent = isSameJson(mock, documented) || (agents === byForm && isSameJson(mock, usual));
      if (first === undefined || shown === undefined || !isUnsent || isSameJson(shown, mock)) return [];
      const actions = [{ target: "$['x-values']", update: { [name]: { [pointer]: shown } } }];
      return [{ what: `getAgent ${pointer} of ${kind}`, said: JSON.stringify(shown), actions, answer: first.answer }];
    });
  });
}

/** What all are; undefined if they differ. */
function sameOf([first, ...others]: readonly Json[]): Json | undefined {
  return others.every((each) => isSameJson(each, first)) ? first : undefined;
}

/** Of agents that are not the run's own: lists of plain texts where the mock's have records, of which the name is shown. */
export function itemLessons(seen: readonly SeenSuccess[], document: ContractDocument): readonly ExampleLesson[] {
  const others = seen.filter(({ isOtherData, answer }) => isOtherData && answer.request.operation === 'getAgent');
  const found = others.flatMap(({ mock, shown, answer }) =>
    plainFields(mock).flatMap(([path, items]): [string, ExampleLesson][] => {
      const texts = valueAt(shown, path.split('.'));
      const [item] = isJsonList(items) ? items : [];
      const [text] = isJsonList(texts) ? texts : [];
      if (!isJsonObject(item) || typeof item['name'] !== 'string' || typeof text !== 'string') return [];
      const pointer = `${pointerOf(path.split('.'))}/*`;
      const target = `${operationTarget(document, 'getAgent')}.responses['200']`;
      const actions = [{ target, update: { 'x-shown': { [pointer]: { from: 'name' } } } }];
      return [[pointer, { what: `getAgent ${pointer}`, said: 'by name', actions, answer }]];
    }),
  );
  return [...new Map(found).values()];
}

import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../json/json-value.ts';
import { found } from './expectation.ts';
import type { AgentData, AgentModel, Finding, Model } from './model.ts';

/** Members whose content is an agent's own: two agents that were not sent the same do not show the same. */
const personal = [
  ...['/basic_details/description', '/basic_details/agent_prompt', '/denials/denied_words', '/denials/denied_topics'],
  ...['/dispositions', '/metadata_config/metadata_input', '/knowledge_base/files', '/knowledge_base/tools'],
  ...['/knowledge_base/sub_agents', '/phone_numbers'],
];

/**
 * What a new agent was not sent is a default of the deployment, whatever it is. But where another default is known, what the
 * walk has sent to another agent alone is none: it was borrowed from there.
 */
export function borrowedFindings({ sent, defaults }: Model, agent: AgentModel, data: AgentData): Finding[] {
  if (agent.seen !== null) return [];
  return personal.flatMap((pointer): Finding[] => {
    const value = valueAt(data, pointer);
    const [known, others] = [defaults.get(pointer) ?? [], sent.get(pointer) ?? []];
    if (isSent(agent, pointer) || isEmpty(value) || known.length === 0 || holds(known, value)) return [];
    if (!holds(others, value)) return [];
    const expected = 'a default of the deployment, not what another agent was sent';
    return [found('create-agent.create', `/data${pointer}`, expected, value)];
  });
}

/** Notes what an agent shows of what it was sent, and of what it was not. */
export function withShown(model: Model, agent: AgentModel, data: AgentData): Model {
  const [sent, defaults] = [new Map(model.sent), new Map(model.defaults)];
  for (const pointer of personal) {
    const value = valueAt(data, pointer);
    const shown = isSent(agent, pointer) ? sent : agent.seen === null ? defaults : null;
    const known = shown?.get(pointer) ?? [];
    if (shown !== null && known.length < mostKept && !holds(known, value)) shown.set(pointer, [...known, value]);
  }
  return { ...model, sent, defaults };
}

const mostKept = 30;

function isSent({ wants, open }: AgentModel, pointer: string): boolean {
  return wants.has(pointer) || open.some((each) => pointer === each || pointer.startsWith(`${each}/`));
}

function holds(known: readonly unknown[], value: unknown): boolean {
  return known.some((each) => isDeepStrictEqual(each, value));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

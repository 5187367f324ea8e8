import type { components } from '../src/document/types.gen.ts';
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api, type Clauses } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import type { FormPart } from '../src/deployment/transport.ts';

export type Agent = components['schemas']['Agent'];

/** Creates a draft by create-agent and gives its id. */
export async function createAgent(api: Api, label: string, fields: Record<string, unknown> = {}): Promise<number> {
  const answer = await api.call('createAgent', { json: { agent_name: api.newName(label), ...fields } });
  return createdId(api, answer);
}

/** The id that a successful creation by create-agent gives. */
function createdId(api: Api, answer: CheckedAnswer): number {
  api.answered(answer, { status: [200, 201] }, 'create-agent.success');
  return idIn(api, answer, 'create-agent.success');
}

/** Updates by create-agent; the status is the caller's to look at. */
export function updateAgent(api: Api, id: number, fields: Record<string, unknown>): Promise<CheckedAnswer> {
  return api.call('createAgent', { json: { agent_id: id, ...fields } });
}

/** Creates an agent by the form, of type 3, and gives its id. */
export async function createByForm(api: Api, label: string, parts: readonly FormPart[] = []): Promise<number> {
  const answer = await sendForm(api, label, [field('basic_details[agent_type]', '3'), ...parts]);
  return createdByForm(api, answer);
}

/** The id that a successful creation by createagentorupdate gives. */
export function createdByForm(api: Api, answer: CheckedAnswer): number {
  api.answered(answer, { status: 200 }, 'createagentorupdate.success');
  return idIn(api, answer, 'createagentorupdate.success');
}

/** Sends a form with a name and the parts; the status is the caller's to look at. */
export function sendForm(api: Api, label: string, parts: readonly FormPart[]): Promise<CheckedAnswer> {
  return api.call('createAgentOrUpdate', { form: [field('basic_details[agent_name]', api.newName(label)), ...parts] });
}

export function field(name: string, value: string): FormPart {
  return { name, value };
}

/** Reads an agent that must be there. */
export async function readAgent(api: Api, id: number, clause: Clauses = 'get-by-id.envelope'): Promise<Agent> {
  const answer = await api.call('getAgent', { query: { agent_id: id } });
  api.answered(answer, { status: 200 }, clause);
  const data = memberOf(answer.body, 'data');
  api.holds(typeof data === 'object' && data !== null, {
    clause,
    expected: `agent ${id} as data`,
    came: data,
    answer,
    path: '/data',
  });
  return data as Agent;
}

/** Whether the value, or something in it, is this text or number; of a phone number, its digits count. */
export function contains(value: unknown, wanted: string | number): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => contains(each, wanted));
  if (
    typeof wanted === 'string' &&
    /^\+\d+$/.test(wanted) &&
    (typeof value === 'string' || typeof value === 'number')
  ) {
    return String(value).replaceAll(/\D/g, '') === wanted.slice(1);
  }
  return value === wanted || String(value) === String(wanted);
}

function idIn(api: Api, answer: CheckedAnswer, clause: ClauseId): number {
  const id = memberOf(answer.body, 'data.agent_id');
  api.holds(Number.isInteger(id), {
    clause,
    expected: 'an integer agent_id',
    came: id,
    answer,
    path: '/data/agent_id',
  });
  return id as number;
}

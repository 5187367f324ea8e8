import type { ClauseId, OperationId } from '../src/document/names.gen.ts';
import { loadContractDocument } from '../src/document/read/load.ts';
import type { Script } from '../src/judge/script.ts';
import { clausesIn } from '../src/judge/stated/model.ts';
import { requestsOf, type Caller, type FormField, type SentRequest, type Step } from '../src/judge/steps.ts';

type Values = Readonly<Record<string, unknown>>;

/** Steps, and what shows the rules that they are sent for, or tells choices apart: see `Script`. */
type Shown = Pick<Script, 'steps' | 'shows' | 'choices'>;

/** Scripts by the rules that they are sent for, `RULE, RULE`, and a title where that is not the first rule: `RULE: TITLE`. */
export function scriptsOf(byName: Record<`${ClauseId}${string}`, readonly Step[] | Shown>): readonly Script[] {
  return Object.entries(byName).map(([name, sent]): Script => {
    const [rules = '', ...title] = name.split(': ');
    return {
      ...(title.length > 0 && { title: title.join(': ') }),
      clauses: rules.split(', ') as [ClauseId, ...ClauseId[]],
      ...('steps' in sent ? sent : { steps: sent }),
    };
  });
}

/** The stated rules that the document names in what an operation answers when it is done, for `scriptsOf`. */
export function rulesShownBy(operation: OperationId): ClauseId {
  const { clauses, operations } = loadContractDocument();
  const { responses, successStatus = 200 } = operations.get(operation) ?? {};
  const schemas = [...(responses?.get(successStatus)?.content.values() ?? [])].map(({ stated }) => stated.schema);
  const named = new Set(schemas.flatMap(clausesIn));
  // A status shows in an agent that has it.
  const shown = [...named].filter((id) => clauses.get(id)?.kind === 'stated' && !id.startsWith('agent.status.'));
  return shown.join(', ') as ClauseId;
}

/** Steps of which these JSON pointers and headers alone tell; none: of whose successes nothing does. */
export function only(shows: string, steps: readonly Step[]): Shown {
  return { steps, shows: shows.split(' ').filter((each) => each !== '') };
}

/** What a request sends, beside its operation. */
export type Sent = Partial<Omit<SentRequest, 'operation'>>;

/** The first agent of the script. */
export const agent = { $agent: 0 };
/** One that there is not. */
export const absent = { $absent: 0 };

export function send(operation: OperationId, sent: Sent = {}): Step {
  return { do: 'send', request: { operation, as: 'own', ...sent } };
}

/** Creates an agent by create-agent, with a name of its own. */
export function create(fields: Values = {}, as: Caller = 'own'): Step {
  return send('createAgent', { as, json: { agent_name: { $name: '' }, ...fields } });
}

/** Updates the first agent by create-agent, or another one. */
export function update(fields: Values, agent_id: unknown = agent, as: Caller = 'own'): Step {
  return send('createAgent', { as, json: { agent_id, ...fields } });
}

/** Publishes, unpublishes and deletes the first agent. */
export const publish = update({ status: 1 });
export const unpublish = update({ status: 3 });
export const remove = update({ status: 2 });
/** The agent that was deleted last. */
export const gone = { $in: 'deleted' };

/** Reads the first agent, or another one. */
export function read(agent_id: unknown = agent, as: Caller = 'own'): Step {
  return send('getAgent', { as, query: { agent_id } });
}

/** A language that the deployment knows. */
export const spoken = { $setting: 'values.speech_to_text.language' };

/** Sends agent/update of the first agent, or of another one. */
export function rename(fields: Values = { name: { $name: 'renamed' } }, agent_id: unknown = { $uuid: 0 }): Step {
  return send('updateAgent', { json: { agent_id, ...fields } });
}

/** Creates an agent by a form: its name and type, and these fields. */
export function createByForm(fields: Values = {}, as: Caller = 'own'): Step {
  return form({ ...named, 'basic_details[agent_type]': '3', ...fields }, as);
}

/** A text that is easily read wrong. */
export const beyondAscii = 'Grüße, Привет, 你好, مرحبا, हिन्दी, "quotes", 😀';

/** Texts that nobody has a reason to refuse, or to store otherwise. */
export const texts: readonly unknown[] = [
  'You are another one.',
  beyondAscii,
  'Two\nlines.',
  { $times: ['Grüße ', 160] },
  { $times: ['Grüße ', 300] },
  { $times: ['Grüße ', 4200] },
];

/** The one field that a form needs: a name of its own. */
export const named = { 'basic_details[agent_name]': { $name: '' } };

/** One input column of an agent, as the form takes it. */
export const inputColumn = {
  'metadata_config[metadata_input][0][key]': 'callback_time',
  'metadata_config[metadata_input][0][type]': 'string',
  'metadata_config[metadata_input][0][description]': 'When to call back',
};

/** Sends a form: a field by its name, a list of values under one name; and files. */
export function form(fields: Values, as: Caller = 'own', files: readonly FormField[] = []): Step {
  return send('createAgentOrUpdate', { as, form: [...fieldsOf(fields), ...files] });
}

/** Updates the first agent by a form, which names it anew. */
export function changeByForm(fields: Values = {}, ...files: readonly FormField[]): Step {
  return form({ ...named, agent_id: agent, ...fields }, 'own', files);
}

/** A form of a name and these files. */
export function upload(...files: readonly FormField[]): Step {
  return form(named, 'own', files);
}

/** A file of the kind that its name says, for the knowledge base; padded to a size in bytes where one is given. */
export function file(name: string, size?: number, field = 'FILE_KNOWLEDGE_BASES'): FormField {
  return { name: field, value: '', file: { name, ...(size !== undefined && { size }) } };
}

/** A picture of the chatbot. */
export function image(name: string): FormField {
  return file(name, undefined, 'basic_details[chatbot_image]');
}

export function fieldsOf(fields: Values): readonly FormField[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each: unknown) => ({ name, value: each })),
  );
}

export function atOnce(...steps: readonly Step[]): Step {
  return { do: 'race', requests: steps.flatMap(requestsOf) };
}

export const look: Step = { do: 'look' };

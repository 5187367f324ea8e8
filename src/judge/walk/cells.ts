import { type Settings, unmetNeeds } from '../../deployment/configuration/settings.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { sentJson, sentParts, type CheckedAnswer } from '../report/violation.ts';
import { writing } from '../../deployment/agents/write-gate.ts';
import { needsOf, type AgentState, type Caller, type FormField, type SentRequest, agentStates } from '../steps.ts';
import { namedIn } from '../stated/expectation.ts';
import { type SavedField, formFields, headOf, jsonFields } from '../stated/fields.ts';
import { isAbsent } from '../stated/judge-lists.ts';
import { type Facts, type Model, stateOf } from '../stated/model.ts';
import { anyValues, oddValuesOf } from './generate/values.ts';
import walkSchema from './walk-file.schema.gen.json' with { type: 'json' };

/** A request by operation, caller, subject and class of value: `plain` where each value is one that its field is for, or a status that decides. */
export type Cell = readonly [operation: OperationId, as: Caller, about: About, value: CellValue];

/** What a request is about: an agent in a state, a list or campaign; `none`: nothing, or what is no id. */
export type About = AgentState | 'new' | 'nobody' | 'another' | 'known' | 'other' | 'none';
type CellValue = ValueClass | 'plain' | `status ${string}`;

type Operations = ReadonlyMap<OperationId, Operation>;
type Fields = Readonly<Record<string, unknown>>;

/** An operation's subject: the field that names it, what it may be, and what is sent beside it. */
interface Subject {
  readonly id: string | null;
  readonly of: Partial<Readonly<Record<About, unknown>>>;
  /** Those that the settings name; absent: it is an agent. */
  readonly named?: (facts: Facts) => Partial<Record<About, readonly (number | string | undefined)[] | undefined>>;
  readonly beside?: Fields;
  /** The field whose values decide by themselves. */
  readonly status?: readonly [field: string, values: readonly (string | number)[]];
  readonly sentIn: keyof typeof ways;
}

const inState = Object.fromEntries(agentStates.map((state) => [state, { $in: state }])) as Record<AgentState, object>;
const asUuid = Object.fromEntries(agentStates.map((state) => [state, { $uuidIn: state }]));
const absent = { $absent: 0 };
const name = 'basic_details[agent_name]';

const subjects: Readonly<Record<OperationId, Subject>> = {
  getAgent: {
    id: 'agent_id',
    of: { ...inState, nobody: absent, another: { $setting: 'agents.read.0.id' } },
    sentIn: 'query',
  },
  createAgent: {
    id: 'agent_id',
    of: { ...inState, nobody: absent, new: undefined },
    // A text that no agent shows yet.
    beside: { description: { $name: 'told' } },
    status: ['status', [1, 3, 2, 4]],
    sentIn: 'json',
  },
  createAgentOrUpdate: {
    id: 'agent_id',
    of: { ...inState, new: undefined },
    beside: { [name]: { $name: 'form' }, 'basic_details[agent_type]': '3' },
    sentIn: 'form',
  },
  updateAgent: {
    id: 'agent_id',
    of: { ...asUuid, nobody: { $absentUuid: 0 } },
    beside: { name: { $name: 'renamed' } },
    sentIn: 'json',
  },
  listVoices: {
    id: 'provider_id',
    of: { known: { $setting: 'providers.listed.0' }, other: { $setting: 'providers.not_set_up' } },
    named: ({ providers }) => ({ known: providers?.listed, other: [providers?.not_set_up] }),
    sentIn: 'query',
  },
  listAudience: {
    id: 'campaign_id',
    of: { known: { $campaign: 'read' }, other: { $campaign: 'foreign' }, nobody: absent },
    named: ({ campaigns }) => ({ known: campaigns?.read, other: [campaigns?.foreign] }),
    sentIn: 'query',
  },
  forceCompleteCampaign: {
    id: 'campaign_id',
    of: { known: { $campaign: 'changeable' }, nobody: absent },
    named: ({ campaigns }) => ({ known: [campaigns?.changeable?.id] }),
    beside: { campaign_status: 'hold' },
    status: ['campaign_status', ['draft', 'pause']],
    sentIn: 'json',
  },
  verifyToken: { id: null, of: {}, sentIn: 'json' },
  getToken: { id: null, of: {}, sentIn: 'nothing' },
};

/** The fields of a JSON body or form that the document gives, but for those that say which agent and its status. */
export function memberNames(operations: Operations, operation: OperationId): string[] {
  const names = operations.get(operation)?.members.map((member) => member.name) ?? [];
  return names.filter((each) => each !== 'agent_id' && each !== 'status');
}

/** The fields of an operation that any class of value may be sent in. A new agent has a name of the run's own. */
function classedFields({ parameters, members, body, id: operation, fileFields }: Operation, about: About): string[] {
  const { id } = subjects[operation];
  if (about === 'none') return id === null ? [] : [id];
  // A status that a lenient reader takes may do harm to a campaign that is there.
  if (operation === 'forceCompleteCampaign' && about === 'known') return [];
  const names = [...parameters, ...(body === 'none' ? [] : members)].map((field) => field.name);
  const given = operation === 'createAgentOrUpdate' || about === 'new' ? [name, 'agent_name'] : [];
  const isFile = (each: string): boolean => fileFields.has(each.replace('[]', ''));
  return names.filter((each) => each !== id && !given.includes(each) && !isFile(each));
}

/** The fields in which a class of value is sent: those that are required are left out, and those alone. */
export function fieldsFor([operation, , about, value]: Cell, operations: Operations): string[] {
  const described = operations.get(operation);
  if (described === undefined || !isClass(value)) return [];
  const fields = classedFields(described, about).filter(
    (each) => about === 'none' || !plainClasses(each).includes(value),
  );
  const isRequired = (each: string): boolean =>
    [...described.parameters, ...described.members].some((field) => field.name === each && field.isRequired);
  if (value !== 'absent' && value !== 'empty') return fields;
  const required = [name, ...fields].filter(isRequired);
  return value === 'absent' ? required : [...new Set([...required, ...fields])];
}

/** The plain, right request of an operation; about a draft, if it is about an agent. */
export function plainRequest(operation: OperationId, as: Caller): SentRequest {
  const about = (['new', 'known', 'draft'] as const).find((each) => each in subjects[operation].of) ?? 'none';
  return requestOf([operation, as, about, 'plain']);
}

function isClass(value: CellValue): value is ValueClass {
  return valueClasses.some((each) => each === value);
}

/** A request of a cell; `changed` are its values of the class by their fields. */
export function requestOf([operation, as, about, value]: Cell, changed: Fields = {}): SentRequest {
  const { id, of, status: [field, values] = ['', []] } = subjects[operation];
  const decided = values.find((each) => `status ${each}` === value);
  const special = { ...(decided !== undefined && { [field]: decided }), ...changed };
  const named = id === null || of[about] === undefined ? {} : { [id]: of[about] };
  return requestWith(operation, as, { ...named, ...plainBeside(operation, about, special), ...special });
}

/** A request that sends fields where its operation takes them, but for those that are undefined; `FormField`s as they are. */
export function requestWith(operation: OperationId, as: Caller, fields: Fields): SentRequest {
  const sent = Object.entries(fields).filter(([, each]) => each !== undefined);
  return { operation, as, ...ways[subjects[operation].sentIn](sent) };
}

type Sent = readonly (readonly [field: string, value: unknown])[];

const ways = {
  query: (sent: Sent) => ({ query: Object.fromEntries(sent) }),
  json: (sent: Sent) => ({ json: Object.fromEntries(sent) }),
  form: (sent: Sent) => ({
    form: sent.flatMap(([field, value]) => (Array.isArray(value) ? (value as FormField[]) : { name: field, value })),
  }),
  nothing: () => ({}),
};

/** What create-agent is sent about an agent that is there is sent alone, and so is a status. */
function plainBeside(operation: OperationId, about: About, special: Fields): Fields {
  const { beside = {} } = subjects[operation];
  if (operation !== 'createAgent' || about === 'none') return beside;
  if (about === 'new') return 'status' in special ? {} : { agent_name: { $name: '' }, ...beside };
  return Object.keys(special).length > 0 ? {} : beside;
}

/** Who may send to an operation: a login token is of an account, every other token of a workspace. */
function callersOf(operation: OperationId): readonly Caller[] {
  const others: readonly Caller[] =
    operation === 'getToken' ? ['second', 'secondAccess', 'older'] : ['login', 'tokenless'];
  return (walkSchema.definitions.Caller.enum as readonly Caller[]).filter((as) => !others.includes(as));
}

/** Every cell: the own caller with every class, the others with plain requests. */
export function everyCell(operations: Operations): readonly Cell[] {
  return [...operations.values()].flatMap((described) => {
    const { id: operation } = described;
    const { id, of, status } = subjects[operation];
    const classes = classesFor(described);
    const statuses = (status?.[1] ?? []).map((each) => `status ${each}` as const);
    const own = ownCaller(operation);
    const abouts = aboutsOf(operation);
    const cells: Cell[] = [
      ...(id === null ? (['none'] as const) : abouts).flatMap((about) =>
        callersOf(operation).map((as): Cell => [operation, as, about, 'plain']),
      ),
      ...abouts.flatMap((about) => [...statuses, ...classes].map((value): Cell => [operation, own, about, value])),
      ...(id === null ? [] : classes)
        .filter((value) => value !== 'absent' || !('new' in of))
        .map((value): Cell => [operation, own, 'none', value]),
    ];
    return cells.filter((cell) => !isClass(cell[3]) || fieldsFor(cell, operations).length > 0);
  });
}

export function aboutsOf(operation: OperationId): readonly About[] {
  return Object.keys(subjects[operation].of) as About[];
}

export function ownCaller(operation: OperationId): Caller {
  return operation === 'getToken' ? 'login' : 'own';
}

/** Those that a run may send, as far as its settings name what is needed; agents of its own are there if it may write. */
export function possibleCells(cells: readonly Cell[], settings: Settings, canWrite: boolean): readonly Cell[] {
  return cells.filter((cell) => {
    const [operation, , about] = cell;
    const isOfOwn = writing.includes(operation) || agentStates.some((state) => state === about);
    const needs = needsOf([{ do: 'send', request: requestOf(cell) }]);
    return (canWrite || !isOfOwn) && unmetNeeds(settings, needs).length === 0;
  });
}

/** The cell of an answered request, by the state before it, and the class of each value that was sent. */
export function cellOf(
  model: Model,
  answer: CheckedAnswer,
  as: Caller,
): { readonly cell: Cell; readonly fields: readonly (readonly [field: string, value: ValueClass])[] } | null {
  const { operation } = answer.request;
  if (operation === null) return null;
  const { id, beside = {}, status } = subjects[operation];
  const inForm = sentParts(answer).map(({ name: each, value }) => [each, value] as const);
  const sent = new Map<string, unknown>([...answer.request.query, ...Object.entries(sentJson(answer)), ...inForm]);
  const about = id === null ? 'none' : aboutOf(operation, sent.get(id), model, answer);
  if (about === undefined) return null;
  const missing = Object.keys(beside).filter((field) => operation !== 'createAgent' && !sent.has(field));
  const fields = [...sent].map(([field, value]) => [field, classOf(value)] as const);
  const counted = [...fields, ...missing.map((field) => [field, 'absent'] as const)];
  if (about === 'none' && id !== null) return { cell: [operation, as, about, classOf(sent.get(id))], fields: counted };
  const [field, values = []] = status ?? [];
  const decided = values.find((each) => field !== undefined && sent.get(field) === each);
  const special = counted.find(([each, value]) => each !== id && !plainClasses(each).includes(value))?.[1];
  const value = decided === undefined ? (special ?? 'plain') : (`status ${decided}` as const);
  return { cell: [operation, as, about, value], fields: counted };
}

/** Undefined while the agent's state is open. */
function aboutOf(operation: OperationId, sent: unknown, model: Model, answer: CheckedAnswer): About | undefined {
  const { of, named } = subjects[operation];
  const { facts } = model;
  if (named !== undefined) {
    const isSent = (id: number | string | undefined): boolean => id !== undefined && String(id) === String(sent);
    const [about] = Object.entries(named(facts)).find(([, ids]) => ids?.some(isSent) === true) ?? [];
    return (about as About | undefined) ?? ('nobody' in of && isAbsent(Number(sent)) ? 'nobody' : 'none');
  }
  const id = namedIn(answer);
  if (id === null) return sent === undefined && 'new' in of ? 'new' : 'none';
  const agent = model.agents.get(id);
  if (agent !== undefined) return stateOf(agent, facts);
  return facts.bystanders.includes(id) ? 'another' : isAbsent(id) ? 'nobody' : 'none';
}

/** How a value looks, whatever field it is sent in; `absent`: the field is not sent, `beyond`: a text beyond ASCII. */
const classesOfTexts = ['empty', 'blank', 'digits', 'word', 'text', 'beyond', 'odd', 'long'] as const;
const valueClasses = ['absent', 'null', 'number', 'flag', 'list', 'object', ...classesOfTexts] as const;
export type ValueClass = (typeof valueClasses)[number];

/** Those that an operation can be sent: a query and a form hold texts. */
export function classesFor({ body }: Operation): readonly ValueClass[] {
  return body === 'json' ? valueClasses : ['absent', ...classesOfTexts];
}

function classOf(value: unknown): ValueClass {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return classOfText(value);
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : '$times' in value ? 'long' : 'object';
  return typeof value === 'boolean' ? 'flag' : 'number';
}

function classOfText(text: string): ValueClass {
  if (text.trim() === '') return text === '' ? 'empty' : 'blank';
  if (text.length > longestText) return 'long';
  if (/^[-+]?[\d.,]+$/.test(text)) return 'digits';
  if (/^(?:true|false|null|undefined|none|nan)$/i.test(text)) return 'word';
  if (/[^ -~]/.test(text)) return 'beyond';
  return text === text.trim() && /^[\w .'-]+$/.test(text) ? 'text' : 'odd';
}

/** In characters; a longer text may meet a limit. */
const longestText = 200;

/** The values of a class for a field: its own, right or wrong, among those that any may be sent. */
export function valuesOfClass(valueClass: ValueClass, field: string): readonly unknown[] {
  const { values = [], wrong = [] } = savedField(field) ?? {};
  const all = [...values, ...wrong, ...(oddValuesOf[field] ?? []), ...anyValues];
  return all.filter((value) => classOf(value) === valueClass);
}

/** What the table of saved fields says of a field; undefined if it is of no operation that saves. */
export function savedField(name: string): SavedField | undefined {
  return jsonFields[name] ?? formFields[rowOf(name)];
}

/** The row of the tables that a field stands in, or would. */
export function rowOf(name: string): string {
  const head = headOf(name);
  const section = head.split('[', 1).join('');
  return head in jsonFields || head in formFields || !(section in formFields) ? head : section;
}

/** The classes that a field's plain values are of. */
function plainClasses(name: string): readonly ValueClass[] {
  const { parts, openParts, values = [] } = savedField(name) ?? {};
  if (parts !== undefined || openParts !== undefined) return ['object'];
  const texts = values.slice(0, 2).filter((value) => typeof value === 'string');
  return texts.length === 0 ? ['text'] : texts.map(classOf);
}

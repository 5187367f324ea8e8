import { isDeepStrictEqual } from 'node:util';
import { writing } from '../../../src/deployment/agents/write-gate.ts';
import { hasField, meanwhile, under, type When } from '../breaks.ts';
import { expiredToken, otherToken, type Body, type Call, broken, type Fault } from '../fault.ts';
import { rareFaults } from '../generated/request-faults.ts';

type Conditions = Readonly<Record<string, When>>;

/** Of requests to any operation. */
const ofHistory: Conditions = {
  'from the second time on': (call) => done(call) >= 1,
  'every third time': (call) => done(call) % 3 === 2,
  'from the sixth time on': (call) => done(call) >= 5,
  'after a refused one': ({ past, operation }) =>
    (past.findLast((each) => each.operation === operation)?.status ?? 0) >= 400,
  'right after one that was done': ({ past, operation }) =>
    past.at(-1)?.operation === operation && past.at(-1)?.status === 200,
};

/** Of requests that take the token in two headers. */
const ofCallers: Conditions = {
  'by api_access_token alone': (call) => call.isAccessAlone,
  'with the token in both headers': ({ request: { headers } }) =>
    headers['token'] !== undefined && headers['token'] === headers['api_access_token'],
  'right after a request of another workspace': ({ past, token }) =>
    token !== otherToken && past.at(-1)?.token === otherToken,
};

/** Of changes of an agent, and of forms, while others are under way. */
const besideUpdates: Conditions = {
  'beside an update of the same agent': async (call) =>
    call.agent > 0 && (await meanwhile(call)).some((other) => other.isUpdate && other.agent === call.agent),
};
const besideForms: Conditions = {
  'beside another form': async (call) => call.isForm && (await meanwhile(call)).some((other) => other.isForm),
};

/** Of requests about an agent. */
const ofSubjects: Conditions = {
  'of a published agent': (call) => call.lastStatus() === 1,
  'of an agent that was unpublished': (call) => call.lastStatus() === 3,
  'of an agent that a form made': (call) => call.isOfForm,
  'of an agent that was changed twice': (call) => call.written().length > 2,
  'of an agent that agent/update changed': (call) => call.written().some((each) => each.is('updateAgent')),
  'after a refused publish': (call) => beforeOf(call)?.sets(1) === true && beforeOf(call)?.status === 400,
  'after a refused change': (call) => beforeOf(call)?.status === 422,
};

/** Of updates by create-agent, which takes the agent in the query too. */
const ofUpdates: Conditions = {
  ...ofSubjects,
  'with the agent in the query': (call) => call.query('agent_id') !== undefined,
};

/** Of agents by what they show: in each place there is something, or what is named. */
const ofAgents: Conditions = Object.fromEntries(
  [
    ...['dispositions', 'denials.denied_words', 'denials.denied_topics', 'phone_numbers', 'campaigns'],
    ...['knowledge_base.tools', 'knowledge_base.sub_agents', 'knowledge_base.files', 'metadata_config.metadata_input'],
    ...['basic_details.agent_type=4', 'basic_details.agent_type=2', 'basic_details.agent_privacy=1'],
    ...['basic_details.status=1', 'configuration.context_awareness=1', 'configuration.voice_config.speed=2'],
  ].map((shown) => [`where ${shown} shows`, ({ body }: Call) => showsAt(body.data, shown)]),
);

/** Of lists by what they were asked for, and what they hold. */
const ofPages: Conditions = {
  'on later pages': isLater,
  'on the third page': (call) => Number(call.query('page')) === 3 || previous(previous(call)) !== undefined,
  'with a limit of 1': (call) => call.query('limit') === '1',
  'with an odd limit on later pages': (call) => isLater(call) && Number(call.query('limit')) % 2 === 1,
  'on a last page that is not full': (call) =>
    isLater(call) && isLast(call) && held(call) < Number(call.query('limit')),
  'on a last page that is full': (call) => isLast(call) && held(call) === Number(call.query('limit')),
  'that hold everything': (call) => !isLater(call) && isLast(call) && held(call) > 0,
};

const ofNothing: Conditions = {
  'where it is 0': ({ request }) => hasField(request, 'status=0') || hasField(request, 'attempt=0'),
};

const ofAudiences: Conditions = {
  'through a filter': isFiltered,
  'through a filter on later pages': (call) => isFiltered(call) && isLater(call),
  'beyond 100 records': ({ body: { pagination } }) => pagination.currentPage * pagination.limit > 100,
  'in the simplified format': ({ body }) => body.metadata !== undefined,
  'once a campaign is completed': (call) => call.isCompleted(),
};

const wrong = '.*(?:left out|"x"|7\\.5|one more|other one)$';
const ofOneAgent = new RegExp(`^getAgent: (?!.*\\[\\])${wrong}`);

/** Plain faults, the conditions that each kind of them is put under, and how many of the kind each condition gets. */
const families: readonly (readonly [of: RegExp, Conditions, count: number])[] = [
  [ofOneAgent, { ...ofHistory, ...ofCallers, ...ofSubjects }, 2],
  [ofOneAgent, ofAgents, 2],
  [new RegExp(`^listVoices: ${wrong}`), { ...ofHistory, ...ofCallers, ...ofPages }, 2],
  [new RegExp(`^listAudience: (?!metadata)${wrong}`), { ...ofHistory, ...ofPages, ...ofAudiences }, 2],
  [new RegExp(`^getToken: ${wrong}`), ofHistory, 1],
  [/^an update (?!un|deletes the|by form)/, ofUpdates, 2],
  [/^agent\/update (?!un|deletes the)/, ofSubjects, 1],
  [/^an update by form is/, ofSubjects, 1],
  [/^a deletion is/, ofUpdates, 1],
  [/^(?:a form|a creation) is/, ofHistory, 2],
  [/refuses (?:is accepted|changes)|token is taken$|agents are taken$/, ofHistory, 5],
  [/^createAgent.*agents are taken$/, ofUpdates, 1],
  [/^(?:an update|an unpublish|a deletion|agent\/update) is not/, besideUpdates, 4],
  [/^createAgent: (?:description|prompt) is ignored by updates$/, besideUpdates, 2],
  [/^listVoices: limit is ignored$/, { 'on later pages': isLater }, 1],
  [/^listAudience: (?:status|attempt) is ignored$/, ofNothing, 2],
  [/^a form is not|^createAgentOrUpdate: phone_numbers.* is ignored$/, besideForms, 2],
];

/** Of the default data: its one number is inactive. */
const inactiveDraft = 1007;

const byUpdates: Conditions = { 'by updates': ({ agent }) => Number.isInteger(agent) };

/** Conditions that scripts meet: by the plain fault under each of them. */
export const met: Readonly<Record<string, Conditions>> = {
  'deleted agents are returned': {
    'that were published': (call) => call.statuses().includes(1),
    'by api_access_token': (call) => call.isAccessAlone,
  },
  'a new agent is active': {
    'of a name that another one has': ({ past, agent, body }) =>
      past.some((each) => each.agent < agent && each.sent.agent_name === body.data.basic_details.agent_name),
  },
  'createAgentOrUpdate: what createagentorupdate.files.count refuses is accepted': byUpdates,
  'createAgentOrUpdate: what createagentorupdate.agent-name.invalid refuses is accepted': byUpdates,
  'createAgentOrUpdate: what createagentorupdate.agent-name.missing refuses is accepted': byUpdates,
  'createAgent: what create-agent.status.invalid refuses is accepted': {
    'of fractions': ({ sent }) => !Number.isInteger(sent.status),
  },
  'getAgent: an expired token is taken': { 'by api_access_token': (call) => call.isAccessAlone },
  'verify refuses valid tokens': {
    'once another one was asked for': ({ token, past }) =>
      token.startsWith('ac3d') && past.some((each) => each.is('getToken') && each.status === 200),
    'that are not the newest': ({ token, past }) =>
      token.startsWith('ac3d') && past.some((each) => each.is('listVoices') && each.token === token),
  },
  'an update is not carried out': {
    'from the second one by api_access_token alone': (call) => call.isAccessAlone && call.written().length > 1,
    'at the same time as another one': isBesideUpdate,
  },
  'an update is refused': {
    'that changes nothing': (call) => isDeepStrictEqual(call.written().at(-1)?.sent, call.sent),
  },
  'agent/update is not carried out': { 'once the agent is published': (call) => call.lastStatus() === 1 },
  'a publish is refused': { 'by a number that an update attached': (call) => call.written()[0]?.numbers.length === 0 },
  'createAgent: what create-agent.publish.no-number refuses is accepted': {
    'of a draft with an inactive number': (call) => call.agent === inactiveDraft,
    'of an agent that came back from deletion': (call) => call.statuses().includes(2),
    'beside other fields': ({ sent }) => Object.keys(sent).length > 2,
    'with the agent in the query': (call) => call.query('agent_id'),
    'in the other workspace': ({ token }) => token === otherToken,
  },
  "getAgent: another workspace's agents are taken": {
    'that are published': (call) => call.lastStatus() === 1,
    'that are public': (call) => call.written().some((each) => each.texts(/agent_privacy/).includes('1')),
    'by api_access_token': (call) => call.isAccessAlone,
  },
  'listAudience: an expired token is taken': { 'for simplified records': (call) => call.query('is_new') === 'true' },
  'listAudience: mobile_no is ignored': { 'of simplified records': (call) => call.query('is_new') !== undefined },
  'listAudience: last_status is ignored': { 'beside a first_status': (call) => call.query('first_status') },
};

/** Conditions that walks meet. */
const rarelyMet: typeof met = {
  'createAgent: data.agent_id is that of another one': {
    'at the same time as another creation': (call) => call.isCreation && call.beside().some((each) => each.isCreation),
  },
  'createAgentOrUpdate: data.agent_id is that of another one': {
    'at the same time as another form': (call) => call.isForm && call.beside().some((each) => each.isForm),
  },
  'a deleted agent keeps its numbers': {
    'that was published': ({ past, numbers }) =>
      past.some((each) => each.statuses().at(-2) === 1 && each.numbers.some((number) => numbers.includes(number))),
  },
  "listAudience: another workspace's campaigns are taken": {
    'after an own list': ({ past }) => past.some((each) => each.is('listAudience') && each.isOwn),
  },
  'getAgent: agent_id is refused': { 'while the agent is updated': isBesideUpdate },
  'listAudience: mobile_no is ignored': { 'with the plus': (call) => call.query('mobile_no')?.startsWith('+') },
  'listAudience: headers lacks its last item': { 'where no record is left': ({ body }) => body.datalist.length === 0 },
  'force completion leaves the campaign active': {
    'where the agent was read twice': (call) =>
      !call.isCompleted() || call.past.filter((each) => each.is('getAgent') && each.agent === call.agent).length >= 2,
  },
  'force completion leaves Inqueue records': {
    'of a campaign that had another status': ({ past, request }) =>
      past.some(({ sent, status, isCompletion }) => {
        const isAsked = hasField(request, `campaign_id=${sent.campaign_id}`);
        return isAsked && status === 200 && sent.campaign_status !== undefined && !isCompletion;
      }),
  },
  ...Object.fromEntries(
    writing.map((operation) => [
      `${operation}: what a bad token asks for is refused, and done`,
      { 'where it is expired': ({ token }: Call) => token === expiredToken },
    ]),
  ),
};

/** Plain faults under conditions that ordinary requests seldom meet, and texts that are seldom read wrong. */
export function conditionedFaults(everyday: readonly Fault[], generated: readonly Fault[]): readonly Fault[] {
  return [
    ...underConditions([...everyday, ...generated], rarelyMet),
    ...families.flatMap(([of, conditions, count]) => {
      const pool = generated.filter(({ name }) => of.test(name));
      return Object.entries(conditions).flatMap(([condition, when], at) =>
        takenFrom(pool, at, count).map((fault) => conditioned(fault, condition, when)),
      );
    }),
    ...besideOthers(generated),
    ...rareFaults(generated),
  ];
}

export function underConditions(plain: readonly Fault[], conditionsOf: typeof met): readonly Fault[] {
  return plain.flatMap((fault) =>
    Object.entries(conditionsOf[fault.name] ?? {}).map(([condition, when]) => conditioned(fault, condition, when)),
  );
}

function conditioned({ name, clause, toldAs, where }: Fault, condition: string, when: When): Fault {
  return broken(`${name} ${condition}`, clause, under(when, where), toldAs);
}

/** Fields that are lost where the next but one of their operation is sent too. */
function besideOthers(plain: readonly Fault[]): readonly Fault[] {
  const lost = plain.filter(({ name }) => /^(?:create|list).* is ignored$/.test(name));
  const placeOf = ({ name }: Fault): readonly [operation: string, field: string] => {
    const [operation = '', field = ''] = name.split(' ');
    return [operation, field.replace(/\[\]$/, '')];
  };
  return lost.flatMap((fault, at) => {
    const other = lost.slice(at + 2).find((each) => placeOf(each)[0] === placeOf(fault)[0]);
    if (other === undefined) return [];
    const [, field] = placeOf(other);
    return [conditioned(fault, `beside ${field}`, ({ request }) => hasField(request, field))];
  });
}

/** Other ones for each place, from all over the list. */
function takenFrom(faults: readonly Fault[], at: number, count: number): readonly Fault[] {
  const chosen = Array.from({ length: count }, (_, each) => faults[((at * count + each) * stride) % faults.length]);
  return [...new Set(chosen)].filter((fault) => fault !== undefined);
}

/** A prime: it passes through lists of any length. */
const stride = 37;

/** How many requests to the same operation were done before. */
function done({ past, operation }: Call): number {
  return past.filter((each) => each.operation === operation && each.status === 200).length;
}

/** The request before that created or changed the same agent, refused or not. */
function beforeOf({ past, agent }: Call): Call | undefined {
  return past.findLast((each) => each.is('createAgent') && each.agent === agent);
}

function isBesideUpdate(call: Call): boolean {
  return call.beside().some(({ isUpdate, agent }) => isUpdate && agent === call.agent);
}

/** Whether there is something at a place, `a.b`, or a value, `a.b=1`. */
function showsAt(data: Body, shown: string): boolean {
  const [path = '', value] = shown.split('=');
  const found = path.split('.').reduce((holder, name) => holder?.[name], data);
  return value === undefined ? found?.length > 0 : String(found) === value;
}

function isLater(call: Call): boolean {
  return call.query('page_token') !== undefined || Number(call.query('page')) > 1;
}

function isLast({ body: { data, pagination } }: Call): boolean {
  return data === undefined ? pagination.currentPage === pagination.totalPages : data.has_more === false;
}

function held({ body: { data, datalist } }: Call): number {
  return (datalist ?? data.voices).length;
}

function isFiltered({ request }: Call): boolean {
  return request.query.some(([name]) =>
    /^(?:status|mobile_no|call_status|first_status|last_status|attempt)/.test(name),
  );
}

/** The answer that gave the page token of a request. */
function previous(call: Call | undefined): Call | undefined {
  const token = call?.query('page_token');
  return call?.past.findLast(({ body }) => token !== undefined && body?.data?.next_page_token === token);
}

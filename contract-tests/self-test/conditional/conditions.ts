import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import type { ContractDocument } from '../../../src/document/read/load.ts';
import { instead, losing, pretending, refusingRequest, showingLeads, under } from '../breaks.ts';
import type { Body, Call } from '../call.ts';
import { broken, type Fault } from '../fault.ts';
import { answerFaults } from '../generated/answer-faults.ts';

type When = (call: Call) => unknown;
type Conditions = Readonly<Record<string, When>>;

/** Updates that are answered as done, and are not. */
const ofUpdates: Conditions = {
  'after a refused publish': (call) => call.isChange && lastOf(call)?.status === 400,
  'to publish what was unpublished': (call) => call.sets(1) && call.statuses().join().endsWith('1,3'),
  'to delete what was unpublished': (call) => call.sets(2) && call.lastStatus() === 3,
  'of the prompt of a published agent': (call) => isChanged(call, 'prompt') && call.lastStatus() === 1,
  'that is the second of a description': (call) =>
    isChanged(call, 'description') && call.written().filter((each) => isChanged(each, 'description')).length % 2 === 1,
  'that gives a former name': (call) =>
    isChanged(call, 'agent_name') && call.written().some(({ sent }) => sent.agent_name === call.sent.agent_name),
  'with api_access_token alone': (call) => call.isChange && call.isAccessAlone,
  'with the agent in the query': (call) => call.isChange && call.query('agent_id') !== undefined,
};

/** Requests that go wrong: they are refused, or a field of the answer is wrong. */
const ofRequests: Readonly<Partial<Record<OperationId, Conditions>>> = {
  createAgent: {
    'from the sixth agent on': (call) => call.isCreation && call.made.length >= 5,
    'with a time zone of three parts': ({ sent }) => String(sent.timezone).split('/').length === 3,
    'with a query in the web address': ({ sent }) => /^https.*\?/.test(String(sent.session_data_webhook)),
    'with a confidence of 0': ({ sent }) => sent.configurations?.confidence_threshold === 0,
    'with a time zone and a greeting': ({ sent }) => sent.timezone && sent.greeting,
  },
  createAgentOrUpdate: {
    'that is the third one': (call) => call.count('createAgentOrUpdate') % 3 === 2,
    'after a refused one': (call) => call.last('createAgentOrUpdate')?.status === 422,
    'with a file of two dots': ({ parts }) => parts.some(({ file }) => (file?.name.split('.').length ?? 0) > 2),
    'with a file of 10,000,000 bytes': ({ parts }) => parts.some(({ value }) => value.length === 10_000_000),
    'with two files and a picture': (call) =>
      call.texts(/^FILE_/).length === 2 && call.texts(/chatbot_image/).length > 0,
  },
  updateAgent: {
    'after a publish': (call) => call.isOwn && call.lastStatus() === 1,
    'with a name and a language': ({ sent }) => typeof sent.name === 'string' && typeof sent.language === 'string',
    'with two blanks in the name': ({ sent }) => String(sent.name).includes('  '),
    'with a language of more than two letters': ({ sent }) => sent.language?.length > 2,
  },
  getAgent: {
    'after a refused update': ({ past, agent }) => {
      const last = past.at(-1);
      return last?.is('createAgent') === true && last.status === 422 && last.agent === agent;
    },
    'from the twentieth on': (call) => call.count('getAgent') >= 20,
    'with the token in both headers': ({ request: { headers } }) =>
      headers['token'] !== undefined && headers['token'] === headers['api_access_token'],
    'of an agent that a form made': (call) => call.isOfForm,
    'after agent/update': (call) => call.written().at(-1)?.is('updateAgent'),
    'after a third change': (call) => call.written().length > 3,
  },
  listVoices: {
    'after a refused one': (call) => (call.last('listVoices')?.status ?? 200) >= 400,
    'of later pages by api_access_token alone': (call) => call.isAccessAlone && isLater(call),
  },
  listAudience: { 'after 25 of them': (call) => call.count('listAudience') >= 25 },
  forceCompleteCampaign: {
    'with the status that the campaign has': ({ past, sent }) => {
      const last = past.findLast((each) => each.sent.campaign_id === sent.campaign_id && each.status === 200);
      return last !== undefined && last.sent.campaign_status === sent.campaign_status;
    },
  },
  verifyToken: {
    'after a wrong token': (call) => call.last('verifyToken')?.status === 401,
    'after five times': (call) => call.count('verifyToken') >= 5,
    "of the other workspace's token after the own one": (call) =>
      call.isForeign && call.last('verifyToken')?.status === 200,
  },
  getToken: {
    'from the second time on': (call) => call.count('getToken') > 0,
    'from the third time on': (call) => call.count('getToken') >= 2,
  },
};

/** What an agent shows where some of its fields are wrong. */
const ofAgents: Readonly<Record<string, (data: Body, call: Call) => unknown>> = {
  'a speed over 1.5': ({ configuration }) => Number(configuration.voice_config.speed) > 1.5,
  'neither guardrails nor a description': (data) => data.guardrails.id === null && !data.basic_details.description,
  dispositions: ({ dispositions }) => dispositions.length > 0,
  'metadata_input alone': ({ metadata_config: { metadata_input, metadata_output } }) =>
    metadata_output.length === 0 && metadata_input.length > 0,
  'tools and no files': ({ knowledge_base: { tools, files } }) => tools.length > 0 && files.length === 0,
  'denied words alone': ({ denials }) => denials.denied_words.length > 0 && denials.denied_topics.length === 0,
  'two denied words': ({ denials }) => denials.denied_words.length === 2,
  'a single number as a draft': (data) => data.phone_numbers.length === 1 && data.basic_details.status === 3,
  'a description of digits': ({ basic_details }) => /^\d+$/.test(basic_details.description),
  'the word for a boolean as its name': ({ basic_details }) =>
    /^(?:true|false|null|\d+)$/.test(basic_details.agent_name),
  'an empty prompt while it is published': (data, call) =>
    data.basic_details.agent_prompt === '' && call.lastStatus() === 1,
  'the fourth agent_type': ({ basic_details }) => basic_details.agent_type === 4,
};

/** What a list is asked for where its page is wrong. */
const ofPages: Readonly<Record<'listVoices' | 'listAudience', Conditions>> = {
  listVoices: {
    'on later pages': isLater,
    'on the third page': (call) => previous(call) !== undefined && previous(previous(call)) !== undefined,
    'with an odd limit': (call) => isLater(call) && Number(call.query('limit')) % 2 === 1,
    'with a limit of 1': (call) => call.query('limit') === '1',
    'that hold every voice': ({ body: { data } }) => data.has_more === false && data.voices.length === data.total_count,
    'that are full and the last one': (call) =>
      isLater(call) && !call.body.data.has_more && call.body.data.voices.length === Number(call.query('limit')),
    'of Chinese voices': ({ body }) => body.data.voices.some(({ language }: Body) => language === 'zh-CN'),
  },
  listAudience: {
    'on later pages': isLater,
    'from the third page on': (call) => Number(call.query('page')) > 2,
    'through a filter': isFiltered,
    'through a filter on later pages': (call) => isFiltered(call) && isLater(call),
    'that is not full on the last page': ({ body: { datalist, pagination } }) =>
      pagination.currentPage > 1 && datalist.length < pagination.limit,
    'with a limit of 1': (call) => call.query('limit') === '1',
    'whose limit divides what a filter leaves': (call) => {
      const { totalRecords, limit } = call.body.pagination;
      return isFiltered(call) && limit > 10 && totalRecords > 0 && totalRecords % limit === 0;
    },
    'with a limit of 7': (call) => call.query('limit') === '7',
    'of more than 50 records': ({ body: { pagination } }) => pagination.limit > 50 && pagination.totalPages > 1,
    'beyond 100 simplified records': ({ body: { metadata, pagination } }) =>
      metadata !== undefined && pagination.currentPage * pagination.limit > 100,
    'once a campaign is completed': (call) => call.isCompleted(Number(call.query('campaign_id'))),
  },
};

/** Fields of a record that are null where it shows something. */
const ofRecords: readonly (readonly [ClauseId, field: string, what: string, (lead: Body) => unknown])[] = [
  ['audience-list.item.duration', 'duration', 'it waits', (lead) => lead.status === 'Inqueue' && !lead.duration],
  ['audience-list.item.total-attempt', 'total_attempt', 'all calls were made', (lead) => lead.total_attempt === '2/2'],
  [
    'audience-list.item.last-disposition',
    'last_disposition',
    'a call failed',
    (lead) => lead.last_call_status === 'failed',
  ],
  [
    'audience-list.item.input-data',
    'input_data',
    'its city is Chinese',
    (lead) => /\p{Script=Han}/u.test(lead.input_data?.city),
  ],
  [
    'audience-list.item.last-attempt',
    'last_attempt',
    'it was called at noon',
    ({ last_attempt: at }) => / 12:0/.test(at),
  ],
  ['audience-list.item.updated-by', 'updated_by', 'it was halted', ({ status }) => status === 'Halted'],
];

/** Faults of fields, and of pages. */
const wrongField = /(?:left out|"x"|7\.5)$/;
const wrongPage = /(?:left out|last item|one more|the other one)$/;

/** The rule that a request of an operation breaks where it is not done. */
const done: Readonly<Record<OperationId, ClauseId>> = {
  getAgent: 'get-by-id.envelope',
  createAgent: 'create-agent.update',
  createAgentOrUpdate: 'createagentorupdate.success',
  updateAgent: 'agent-update.effect',
  listVoices: 'voice-list.envelope',
  forceCompleteCampaign: 'campaign.status.accepted',
  listAudience: 'audience-list.response',
  verifyToken: 'verify.valid',
  getToken: 'get-token.success',
};

/** Plain faults under each condition that ordinary requests seldom meet. */
export function conditionedFaults(document: ContractDocument): readonly Fault[] {
  const shown = alwaysShown(document);
  return [
    ...Object.entries(ofUpdates).map(([condition, when]) =>
      broken(`createAgent: nothing is done ${condition}`, done.createAgent, pretending(when)),
    ),
    ...Object.entries(ofRequests.updateAgent ?? {}).map(([condition, when]) =>
      broken(`updateAgent: nothing is done ${condition}`, done.updateAgent, instead('updateAgent', when, 'success')),
    ),
    ...Object.entries(ofRequests.createAgentOrUpdate ?? {})
      .filter(([condition]) => !condition.startsWith('with'))
      .map(([condition, when]) =>
        broken(
          `createAgentOrUpdate: the description is lost ${condition}`,
          done.createAgentOrUpdate,
          losing('createAgentOrUpdate', 'basic_details[description]', when),
        ),
      ),
    ...Object.entries({ ...ofRequests, createAgent: { ...ofUpdates, ...ofRequests.createAgent } }).flatMap(
      ([name, conditions]) => {
        const operation = name as OperationId;
        return Object.entries(conditions).flatMap(([condition, when], at) => [
          broken(`${operation}: it is refused ${condition}`, done[operation], refusingRequest(operation, when)),
          ...someUnder(shown(operation, wrongField), at, 1, condition, when),
        ]);
      },
    ),
    ...Object.entries(ofAgents).flatMap(([what, isShown], at) =>
      someUnder(shown('getAgent', wrongField), 3 * at, 2, `with ${what}`, (call) => isShown(call.body.data, call)),
    ),
    ...Object.entries(ofPages).flatMap(([name, conditions]) => {
      const faults = shown(name as OperationId, wrongPage);
      return Object.entries(conditions).flatMap(([condition, when], at) =>
        someUnder(faults, 2 * at, 3, condition, when),
      );
    }),
    ...ofRecords.map(([clause, field, what, isMet]) =>
      broken(
        `the ${field} of a record is null where ${what}`,
        clause,
        showingLeads((lead) => field in lead && isMet(lead) && (lead[field] = null)),
      ),
    ),
  ];
}

/** The faults of an operation's answer whose field every answer shows. */
function alwaysShown(document: ContractDocument): (operation: OperationId, how: RegExp) => readonly Fault[] {
  const all = answerFaults(document);
  return (operation, how) =>
    all.filter(({ name }) => {
      const isInItems = name.includes('.[].') && operation === 'getAgent';
      return name.startsWith(`${operation}: `) && how.test(name) && !isInItems && !name.includes(': metadata');
    });
}

/** Some of the faults, others for each place, under a condition alone. */
function someUnder(
  faults: readonly Fault[],
  at: number,
  count: number,
  condition: string,
  when: When,
): readonly Fault[] {
  const from = (5 * at) % Math.max(1, faults.length);
  const some = [...faults.slice(from), ...faults.slice(0, from)].slice(0, count);
  return some.map(({ name, clause, where }) => broken(`${name} ${condition}`, clause, under(when, where)));
}

function isChanged({ isUpdate, sent }: Call, field: string): boolean {
  return isUpdate && sent[field] !== undefined;
}

/** The request before that created or changed the same agent, refused or not. */
function lastOf({ past, agent }: Call): Call | undefined {
  return past.findLast((each) => each.is('createAgent') && each.agent === agent);
}

/** Whether a page of a list is not its first one. */
export function isLater(call: Call): boolean {
  return call.query('page_token') !== undefined || Number(call.query('page')) > 1;
}

const filters = /^(?:status|mobile_no|call_status|first_status|last_status|attempt)/;
function isFiltered({ request }: Call): boolean {
  return request.query.some(([name]) => filters.test(name));
}

/** The answer that gave the page token of a request. */
function previous(call: Call | undefined): Call | undefined {
  const token = call?.query('page_token');
  return call?.past.findLast(({ body }) => token !== undefined && body?.data?.next_page_token === token);
}

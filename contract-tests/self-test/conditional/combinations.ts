import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import {
  afterwards,
  hasField,
  instead,
  losing,
  takingAs,
  refusingRequest,
  showing,
  showingField,
  showingVoices,
  storing,
} from '../breaks.ts';
import type { Body, Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';

/** A field that is lost if others are sent with it. */
const lostBeside: readonly (readonly [ClauseId, OperationId, lost: string, ...beside: string[]])[] = [
  ['create-agent.field.description', 'createAgent', 'description', 'prompt'],
  ['agent.basic-details.voice-id', 'createAgent', 'voice', 'speech_to_text'],
  ['create-agent.field.agent-name', 'createAgent', 'agent_name', 'configurations', 'agent_id'],
  ['create-agent.field.prompt', 'createAgent', 'prompt', 'llm', 'greeting'],
  ['create-agent.update', 'createAgent', 'description', 'status'],
  ['create-agent.agent-id.places', 'createAgent', 'prompt', '?agent_id'],
  ['createagentorupdate.denials', 'createAgentOrUpdate', 'denials[denied_topics]', 'denials[denied_words]'],
  ['createagentorupdate.phone-numbers', 'createAgentOrUpdate', 'phone_numbers', 'FILE_KNOWLEDGE_BASES'],
  [
    'createagentorupdate.knowledge-base.tools',
    'createAgentOrUpdate',
    'knowledge_base[sub_agents]',
    'knowledge_base[tools]',
  ],
  ['createagentorupdate.metadata-config', 'createAgentOrUpdate', 'metadata_config', 'dispositions_config'],
  [
    'createagentorupdate.basic-details',
    'createAgentOrUpdate',
    'basic_details[description]',
    'basic_details[category]',
    'basic_details[purpose]',
  ],
  [
    'createagentorupdate.basic-details.agent-privacy',
    'createAgentOrUpdate',
    'basic_details[agent_privacy]',
    'basic_details[agent_type]=2',
  ],
  ['audience-list.filter.status', 'listAudience', 'status', 'mobile_no'],
  ['audience-list.filter.attempt', 'listAudience', 'attempt', 'last_status'],
  ['audience-list.filter.last-status', 'listAudience', 'last_status', 'first_status'],
  ['audience-list.filter.call-status', 'listAudience', 'call_status', 'status=2'],
  ['audience-list.filter.mobile-no', 'listAudience', 'mobile_no', 'attempt'],
  ['audience-list.is-new', 'listAudience', 'is_new', 'call_status'],
  ['audience-list.pagination', 'listAudience', 'limit', 'is_new=true'],
  ['voice-list.limit', 'listVoices', 'limit', 'page_token'],
];

/** What shows only where two things come together. */
export const combinations: readonly Fault[] = [
  ...lostBeside.map(([clause, operation, lost, ...beside]) =>
    broken(
      `${operation}: ${lost} is lost beside ${beside.join(' and ')}`,
      clause,
      losing(operation, lost, ({ request }) => beside.every((each) => hasField(request, each))),
    ),
  ),
  ...faultsOf({
    'create-agent.update.partial: a time zone and a greeting together clear the description': afterwards(
      'createAgent',
      ({ agent, sent }) =>
        sent.timezone && sent.greeting && sent.description === undefined && { agent_id: agent, description: '' },
    ),
    'createagentorupdate.basic-details.chatbot-image: two files and a picture are refused': refusingRequest(
      'createAgentOrUpdate',
      (call) => call.texts(/^FILE_/).length === 2 && call.texts(/chatbot_image/).length > 0,
    ),
    'agent-update.effect: agent/update does nothing with a name and a language': storing('updateAgent', (body) => {
      if (typeof body.name !== 'string' || typeof body.language !== 'string') return;
      delete body.name;
      delete body.language;
    }),
    'auth.token-header: a read with the token in both headers is refused': instead(
      'getAgent',
      ({ request: { headers } }) => headers['token'] !== undefined && headers['token'] === headers['api_access_token'],
      'get-by-id.unauthorized',
    ),
    'auth.api-access-token: api_access_token is not taken for an update': instead(
      'createAgent',
      (call) => call.isUpdate && call.isAccessAlone,
      'create-agent.unauthorized',
    ),
    'auth.api-access-token: api_access_token is not taken for the second page': instead(
      'listVoices',
      (call) => call.isAccessAlone && isLater(call),
      'voice-list.unauthorized',
    ),
  }),
];

const audiencePage = (edit: (body: Body, page: number, call: Call) => unknown): Break =>
  showing('listAudience', (body, call) => edit(body, body.pagination.currentPage, call));

function isLater(call: Call): boolean {
  return call.query('page_token') !== undefined || Number(call.query('page')) > 1;
}

const filters = /^(?:status|mobile_no|call_status|first_status|last_status|attempt)/;
const isFiltered = ({ request }: Call): boolean => request.query.some(([name]) => filters.test(name));

/** The answer that gave the page token of a request. */
function previous(call: Call): Call | undefined {
  return call.past.findLast(
    ({ body }) => body?.data?.next_page_token && body.data.next_page_token === call.query('page_token'),
  );
}

function isThird(call: Call): boolean {
  const before = previous(call);
  return before !== undefined && previous(before) !== undefined;
}

/** What shows only on certain pages. */
export const paging = faultsOf({
  'voice.age: on later pages the age of a voice is written otherwise': showingField(
    'listVoices',
    'data.voices.[].age',
    (age, call) => (isLater(call) ? age.replace('_', '-') : age),
  ),
  'voice.image: on the third page the image of a voice is left out where it is null': showingField(
    'listVoices',
    'data.voices.[].image',
    (image, call) => (isThird(call) ? (image ?? undefined) : image),
  ),
  "voice-list.next-page-token: the last page that a token leads to has the next token ''": showingField(
    'listVoices',
    'data.next_page_token',
    (token, call) => (isLater(call) ? (token ?? '') : token),
  ),
  'voice-list.pagination: with an odd limit a page begins with the last voice of the page before': showingVoices(
    ({ voices }, call) => {
      const last = previous(call)?.body.data.voices.at(-1);
      if (last !== undefined && Number(call.query('limit')) % 2 === 1) voices[0] = last;
    },
  ),
  'voice-list.pagination: with a limit of 1 the list ends after three voices': showingVoices((data, call) => {
    if (call.query('limit') === '1' && isThird(call)) Object.assign(data, { has_more: false, next_page_token: null });
  }),
  'voice-list.pagination: a page that holds every voice lacks the last one': showingVoices(
    (data, call) => !isLater(call) && data.has_more === false && data.voices.pop(),
  ),
  'voice-list.pagination: has_more is true on a last page that is full': showingVoices((data, call) => {
    if (isLater(call) && data.voices.length === Number(call.query('limit'))) data.has_more = true;
  }),
  'voice-list.data: total_count is what is left on later pages': showingVoices((data, call) => {
    data.total_count -= previous(call)?.body.data.voices.length ?? 0;
  }),
  'voice-list.limit: the page size falls back on the third page': losing('listVoices', 'limit', isThird),
  'audience-list.item.id: from the third page on an id is a text': audiencePage(({ datalist }, page) => {
    if (page > 2) for (const lead of datalist) lead.id = String(lead.id);
  }),
  'audience-list.filter.totals: a page too many is counted where a limit over 10 divides what a filter leaves':
    audiencePage(({ pagination }, _, call) => {
      const { totalRecords, limit } = pagination;
      const isWhole = limit > 10 && totalRecords > 0 && totalRecords % limit === 0;
      if (isFiltered(call) && isWhole) pagination.totalPages = totalRecords / limit + 1;
    }),
  'audience-list.filter.totals: later pages of a filtered list count the page alone': audiencePage(
    ({ pagination, datalist }, page, call) => {
      if (isFiltered(call) && page > 1) pagination.totalRecords = datalist.length;
    },
  ),
  'audience-list.pagination: a last page that is not full repeats its last record': audiencePage(
    ({ datalist, pagination }, page) => {
      if (page > 1 && datalist.length > 0 && datalist.length < pagination.limit) datalist.push(datalist.at(-1));
    },
  ),
  'audience-list.pagination: with a limit of 1 page 2 is page 1': takingAs('listAudience', 'page', (page, call) =>
    call.query('limit') === '1' && page === '2' ? '1' : page,
  ),
  'audience-list.pagination: a page of a filtered list says that it is the first': showingField(
    'listAudience',
    'pagination.currentPage',
    (page, call) => (isFiltered(call) ? 1 : page),
  ),
  'audience-list.pagination: with a limit of 7 a later page lacks its first record': audiencePage(
    ({ datalist, pagination }, page) => page > 1 && pagination.limit === 7 && datalist.shift(),
  ),
  'audience-list.pagination: a page of more than 50 records ends after 50': audiencePage(({ datalist, pagination }) => {
    if (pagination.limit > 50 && pagination.totalPages > 1) datalist.splice(50);
  }),
  'audience-list.filter.status: the second page forgets the status': losing('listAudience', 'status', isLater),
  'audience-list.headers: a filter that leaves nothing leaves no headers': audiencePage(
    (body) => body.datalist.length === 0 && (body.headers = []),
  ),
  'audience-list.is-new: later pages forget is_new': losing('listAudience', 'is_new', isLater),
});

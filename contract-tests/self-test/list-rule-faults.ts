/* eslint-disable max-lines -- a list of faults, each to be read by itself */
import type { Transport } from '../../src/deployment/transport.ts';
import {
  answering,
  editing,
  json,
  queryOf,
  requesting,
  sent,
  set,
  withJson,
  withoutQuery,
  withQuery,
  type Body,
  type ProviderFault,
} from './provider-fault.ts';

function rule(name: string, clause: ProviderFault['clause'], wrap: ProviderFault['wrap']): ProviderFault {
  return { name, clause, kind: 'rules', wrap };
}

const voices = (edit: (data: Body) => void): ProviderFault['wrap'] =>
  editing({ operation: 'listVoices', status: 200 }, (body) => {
    edit(body.data);
    return undefined;
  });
const audience = (edit: (body: Body) => void): ProviderFault['wrap'] =>
  editing({ operation: 'listAudience', status: 200 }, (body) => {
    edit(body);
    return undefined;
  });
const withoutFilter = (name: string): ProviderFault['wrap'] =>
  requesting('listAudience', (request) => withoutQuery(request, name));

function swapped(body: Body): void {
  for (const item of body.datalist ?? []) {
    if (item.status === 'Fresh') item.status = 'Inqueue';
    else if (item.status === 'Inqueue') item.status = 'Fresh';
  }
}

/** Keeps of an answer what the first one for the same campaign was. */
function repeated(): ProviderFault['wrap'] {
  return requesting('listAudience', (request) => {
    const page = Number(queryOf(request, 'page') ?? 1);
    return page === 2 ? withQuery(request, 'page', '1') : request;
  });
}

/** Force completion followed by what it must not do. */
function completing(change: (lead: Body) => void, when = (): boolean => true): ProviderFault['wrap'] {
  return (transport: Transport) => {
    let isCompleted = false;
    return async (request) => {
      const response = await transport(request);
      if (
        request.operation === 'forceCompleteCampaign' &&
        sent(request).campaign_status === 'force_completed' &&
        response.status === 200
      ) {
        isCompleted = true;
      }
      if (!isCompleted || !when() || request.operation !== 'listAudience' || response.status !== 200) return response;
      const body = JSON.parse(response.text);
      (body.datalist as Body[]).forEach(change);
      return json(200, body);
    };
  };
}

/** Shows the audience as it was before the completion, from the moment on that `until` says. */
function restoring(isRestored: (status: unknown) => boolean): ProviderFault['wrap'] {
  return (transport) => {
    const before = new Map<string, ReturnType<typeof json>>();
    let state: 'before' | 'after' | 'restored' = 'before';
    return async (request) => {
      const response = await transport(request);
      if (request.operation === 'forceCompleteCampaign') {
        const { campaign_status } = sent(request);
        if (campaign_status === 'force_completed' && response.status === 200) {
          state = isRestored(campaign_status) ? 'restored' : 'after';
        } else if (state === 'after' && isRestored(campaign_status)) state = 'restored';
        return response;
      }
      const key = `${request.operation} ${JSON.stringify(request.query)}`;
      if (state === 'before' && response.status === 200) before.set(key, json(200, JSON.parse(response.text)));
      return state === 'restored' && ['listAudience', 'getAgent'].includes(String(request.operation))
        ? (before.get(key) ?? response)
        : response;
    };
  };
}

const keptActive: ProviderFault['wrap'] = (transport) => {
  let before: Body;
  return async (request) => {
    const response = await transport(request);
    if (request.operation !== 'getAgent' || response.status !== 200) return response;
    const body = JSON.parse(response.text);
    before ??= body;
    return json(200, {
      ...body,
      data: { ...body.data, campaigns: before.data.campaigns, campaign_count: before.data.campaign_count },
    });
  };
};

function byStatus(
  change: (request: Parameters<Transport>[0], value: string) => Parameters<Transport>[0],
  name: string,
): ProviderFault['wrap'] {
  return requesting('listAudience', (request) => {
    const value = queryOf(request, name);
    return value === undefined ? request : change(request, value);
  });
}

const done = { status: 200, text: '{"message":"Campaign status updated successfully"}' };

export const listRuleFaults: readonly ProviderFault[] = [
  rule(
    'voice-list: page_token is ignored',
    'voice-list.pagination',
    requesting('listVoices', (request) => withoutQuery(request, 'page_token')),
  ),
  rule(
    'voice-list: page_token is refused',
    'voice-list.page-token',
    (transport) => (request) =>
      queryOf(request, 'page_token') !== undefined && request.operation === 'listVoices'
        ? Promise.resolve(json(500, { error: true, message: 'Internal server error' }))
        : transport(request),
  ),
  rule(
    'voice-list: limit is ignored',
    'voice-list.limit',
    requesting('listVoices', (request) => withoutQuery(request, 'limit')),
  ),
  rule(
    'voice-list: one voice too many per page',
    'voice-list.limit',
    byLimit((limit) => limit + 1),
  ),
  rule(
    'voice-list: the last voice of each page is lost',
    'voice-list.pagination',
    voices((data) => (data.has_more === true ? data.voices.pop() : undefined)),
  ),
  rule(
    'voice-list: each page repeats a voice',
    'voice-list.pagination',
    voices((data) => (data.voices.length > 1 ? (data.voices[0] = data.voices[1]) : undefined)),
  ),
  rule(
    'voice-list: a token on the last page',
    'voice-list.next-page-token',
    voices((data) => (data.next_page_token ??= 'more')),
  ),
  rule(
    "voice-list: '' instead of null on the last page",
    'voice-list.next-page-token',
    voices((data) => (data.next_page_token ??= '')),
  ),
  rule(
    'voice-list: the token is a number',
    'voice-list.next-page-token',
    voices((data) => (data.next_page_token = data.next_page_token === null ? null : 2)),
  ),
  rule(
    'voice-list: has_more is always false',
    'voice-list.next-page-token',
    voices((data) => (data.has_more = false)),
  ),
  rule(
    'voice-list: total_count is that of the page',
    'voice-list.data',
    voices((data) => (data.total_count = data.voices.length)),
  ),
  rule(
    'voice-list: total_count is one too many',
    'voice-list.data',
    voices((data) => (data.total_count = Number(data.total_count) + 1)),
  ),
  rule('voice-list: the order changes with the page size', 'voice-list.pagination', (transport) => async (request) => {
    const response = await transport(request);
    if (request.operation !== 'listVoices' || queryOf(request, 'limit') === undefined || response.status !== 200) {
      return response;
    }
    const body = JSON.parse(response.text);
    body.data.voices.reverse();
    return json(200, body);
  }),
  rule('voice-list: gender filters', 'voice-list.client-filters', filteringVoices('gender')),
  rule('voice-list: age filters', 'voice-list.client-filters', filteringVoices('age')),
  rule('voice-list: language filters', 'voice-list.client-filters', filteringVoices('language')),
  rule(
    'voice-list: the same default page for every provider',
    'voice-list.default-limit',
    requesting('listVoices', (request) =>
      queryOf(request, 'limit') === undefined ? withQuery(request, 'limit', '15') : request,
    ),
  ),
  rule(
    'voice-list: any provider is taken',
    'voice-list.provider-id',
    requesting('listVoices', (request) =>
      /^provider_[abcd]$|^$/.test(queryOf(request, 'provider_id') ?? '')
        ? request
        : withQuery(request, 'provider_id', 'provider_a'),
    ),
  ),
  rule(
    'voice-list: provider_id may be left out',
    'voice-list.provider-id.missing',
    requesting('listVoices', (request) =>
      queryOf(request, 'provider_id') === undefined ? withQuery(request, 'provider_id', 'provider_a') : request,
    ),
  ),
  rule(
    'voice-list: the refusal does not state the provider',
    'voice-list.provider-id.unsupported',
    editing(
      { operation: 'listVoices', when: (_, body) => String(body.message).startsWith('Invalid provider') },
      set('message', 'Invalid provider id. Supported values: provider_a, provider_b, provider_c, provider_d'),
    ),
  ),
  rule(
    'voice-list: the refusal leaves a provider out',
    'voice-list.provider-id.unsupported',
    editing(
      { operation: 'listVoices', when: (_, body) => String(body.message).startsWith('Invalid provider') },
      (body) => set('message', String(body.message).replace(', provider_d', ''))(body),
    ),
  ),
  rule(
    'voice-list: an unsupported provider gives 404',
    'voice-list.provider-id.unsupported',
    answering(
      { operation: 'listVoices', status: 400, when: (_, body) => String(body.message).startsWith('Invalid provider') },
      { status: 404 },
    ),
  ),
  rule(
    'voice-list: an unknown provider gives an empty list',
    'voice-list.provider-not-found',
    answering(
      { operation: 'listVoices', status: 404 },
      {
        status: 200,
        text: JSON.stringify({
          error: false,
          code: 200,
          message: '',
          timestamp: 1_790_000_000_000,
          data: {
            provider_id: 'provider_d',
            provider_name: 'D',
            total_count: 0,
            next_page_token: null,
            has_more: false,
            voices: [],
          },
        }),
      },
    ),
  ),
  rule(
    'audience-list: 20 records by default',
    'audience-list.default-limit',
    requesting('listAudience', (request) =>
      queryOf(request, 'limit') === undefined ? withQuery(request, 'limit', '20') : request,
    ),
  ),
  rule(
    'audience-list: page 2 by default',
    'audience-list.default-page',
    requesting('listAudience', (request) =>
      queryOf(request, 'page') === undefined ? withQuery(request, 'page', '2') : request,
    ),
  ),
  rule(
    'audience-list: pages count from 0',
    'audience-list.default-page',
    audience((body) => (body.pagination.currentPage -= 1)),
  ),
  rule('audience-list: page 2 repeats page 1', 'audience-list.pagination', repeated()),
  rule(
    'audience-list: limit is ignored',
    'audience-list.pagination',
    requesting('listAudience', (request) => withoutQuery(request, 'limit')),
  ),
  rule(
    'audience-list: the last record of each page is lost',
    'audience-list.pagination',
    audience((body) => (body.datalist.length > 2 ? body.datalist.pop() : undefined)),
  ),
  rule(
    'audience-list: totalRecords is that of the page',
    'audience-list.pagination',
    audience((body) => (body.pagination.totalRecords = body.datalist.length)),
  ),
  rule(
    'audience-list: totalPages is one too few',
    'audience-list.pagination',
    audience((body) => (body.pagination.totalPages -= 1)),
  ),
  rule(
    'audience-list: campaign_id may be left out',
    'audience-list.campaign-id',
    requesting('listAudience', (request) =>
      Number.isNaN(Number(queryOf(request, 'campaign_id') ?? 'x'))
        ? withQuery(request, 'campaign_id', '5001')
        : request,
    ),
  ),
  rule(
    'audience-list: always the same campaign',
    'audience-list.campaign-id',
    requesting('listAudience', (request) =>
      queryOf(request, 'campaign_id') === '5006' ? withQuery(request, 'campaign_id', '5001') : request,
    ),
  ),
  ...(
    [
      ['mobile_no', 'audience-list.filter.mobile-no'],
      ['status', 'audience-list.filter.status'],
      ['call_status', 'audience-list.filter.call-status'],
      ['first_status', 'audience-list.filter.first-status'],
      ['last_status', 'audience-list.filter.last-status'],
      ['attempt', 'audience-list.filter.attempt'],
      ['is_new', 'audience-list.is-new'],
    ] as const
  ).map(([name, clause]) => rule(`audience-list: ${name} is ignored`, clause, withoutFilter(name))),
  rule('audience-list: mobile_no matches exactly', 'audience-list.filter.mobile-no', (transport) => async (request) => {
    const response = await transport(request);
    const number = queryOf(request, 'mobile_no');
    if (request.operation !== 'listAudience' || number === undefined || response.status !== 200) return response;
    const body = JSON.parse(response.text);
    body.datalist = body.datalist.filter((item: Body) => item.mobile_no === number);
    body.pagination.totalRecords = body.datalist.length;
    return json(200, body);
  }),
  rule(
    'audience-list: several statuses give the last one',
    'audience-list.filter.status',
    requesting('listAudience', (request) => lastOfSeveral(request, 'status')),
  ),
  rule(
    'audience-list: several attempts give the last one',
    'audience-list.filter.attempt',
    requesting('listAudience', (request) => lastOfSeveral(request, 'attempt')),
  ),
  rule(
    'audience-list: first_status looks at the last call',
    'audience-list.filter.first-status',
    byStatus(
      (request, value) => withQuery(withoutQuery(request, 'first_status'), 'last_status', value),
      'first_status',
    ),
  ),
  rule(
    'audience-list: last_status looks at the first call',
    'audience-list.filter.last-status',
    byStatus((request, value) => withQuery(withoutQuery(request, 'last_status'), 'first_status', value), 'last_status'),
  ),
  rule(
    'audience-list: call_status looks at the first call',
    'audience-list.filter.call-status',
    byStatus((request, value) => withQuery(withoutQuery(request, 'call_status'), 'first_status', value), 'call_status'),
  ),
  rule(
    'audience-list: attempt counts one less',
    'audience-list.filter.attempt',
    byStatus((request, value) => withQuery(request, 'attempt', String(Number(value) + 1)), 'attempt'),
  ),
  rule(
    'audience-list: the codes 1 and 2 are swapped',
    'audience.status-codes',
    requesting('listAudience', (request) => ({
      ...request,
      query: request.query.map(([name, value]): [string, string] => [
        name,
        name === 'status' ? value.replace(/[12]/g, (code) => (code === '1' ? '2' : '1')) : value,
      ]),
    })),
  ),
  rule('audience-list: labels are swapped', 'audience.status-codes', audience(swapped)),
  rule(
    'audience-list: labels are lower case',
    'audience-list.item.status',
    audience((body) =>
      body.datalist.forEach(
        (item: Body) => item.status !== undefined && (item.status = String(item.status).toLowerCase()),
      ),
    ),
  ),
  rule(
    'audience-list: the headers are in another order',
    'audience-list.headers',
    audience((body) => (body.metadata === undefined ? body.headers.reverse() : undefined)),
  ),
  rule(
    'audience-list: a header has another label',
    'audience-list.headers',
    audience((body) => (body.metadata === undefined ? (body.headers[8].label = 'Updated By') : undefined)),
  ),
  rule(
    'audience-list: a header is left out',
    'audience-list.headers',
    audience((body) => (body.metadata === undefined ? body.headers.pop() : undefined)),
  ),
  rule(
    'audience-list: is_new is true by default',
    'audience-list.is-new',
    requesting('listAudience', (request) =>
      queryOf(request, 'is_new') === undefined ? withQuery(request, 'is_new', 'true') : request,
    ),
  ),
  rule(
    'audience-list: simplified items lack their columns',
    'audience-list.is-new.item',
    audience((body) =>
      body.metadata !== undefined
        ? (body.datalist = body.datalist.map(({ id, mobile_no }: Body) => ({ id, mobile_no })))
        : undefined,
    ),
  ),
  rule(
    'audience-list: simplified items nest their columns',
    'audience-list.is-new.item',
    audience((body) =>
      body.metadata !== undefined
        ? (body.datalist = body.datalist.map(({ id, mobile_no, ...columns }: Body) => ({ id, mobile_no, columns })))
        : undefined,
    ),
  ),
  rule(
    'audience-list: simplified headers lack a column',
    'audience-list.is-new.headers',
    audience((body) => (body.metadata !== undefined ? body.headers.pop() : undefined)),
  ),
  rule(
    'audience-list: simplified headers lack mobile_no',
    'audience-list.is-new.headers',
    audience((body) => (body.metadata !== undefined ? body.headers.shift() : undefined)),
  ),
  rule(
    'audience-list: metadata without labels',
    'audience-list.is-new.metadata',
    audience((body) => (body.metadata !== undefined ? (body.metadata = [{ key: 'callback_time' }]) : undefined)),
  ),
  rule(
    'force completion leaves Inqueue records',
    'campaign.force-complete.halts',
    completing((lead) => (lead.status === 'Halted' && lead.id % 5 === 0 ? (lead.status = 'Inqueue') : undefined)),
  ),
  rule(
    'force completion halts nothing',
    'campaign.force-complete.halts',
    restoring((status) => status === 'force_completed'),
  ),
  rule(
    'force completion halts completed records',
    'campaign.force-complete.leaves-others',
    completing((lead) => (lead.status = 'Halted')),
  ),
  rule(
    'force completion changes who updated completed records',
    'campaign.force-complete.leaves-others',
    completing((lead) => (lead.updated_by = 'Someone else')),
  ),
  rule('force completion loses records', 'campaign.force-complete.leaves-others', (transport) => {
    const wrapped = completing(() => undefined)(transport);
    let isCompleted = false;
    return async (request) => {
      const response = await wrapped(request);
      if (sent(request).campaign_status === 'force_completed') isCompleted = true;
      if (!isCompleted || request.operation !== 'listAudience' || response.status !== 200) return response;
      const body = JSON.parse(response.text);
      body.datalist = body.datalist.filter((lead: Body) => lead.status !== 'Completed' || lead.id % 2 === 0);
      return json(200, body);
    };
  }),
  rule('force completion leaves the campaign active', 'campaign.force-complete', keptActive),
  rule(
    'force completion is refused',
    'campaign.force-complete',
    answering(
      { operation: 'forceCompleteCampaign', status: 200 },
      { status: 400, text: '{"error":true,"message":"no"}' },
    ),
  ),
  rule(
    'a completed campaign can be resumed',
    'campaign.force-complete.irreversible',
    restoring((status) => status === 'inprogress'),
  ),
  rule(
    'force completion answers 202',
    'campaign-force-completed.success',
    answering({ operation: 'forceCompleteCampaign', status: 200 }, { status: 202 }),
  ),
  rule(
    'force completion answers with a list',
    'campaign-force-completed.success',
    editing({ operation: 'forceCompleteCampaign', status: 200 }, () => ['done']),
  ),
  rule(
    'any campaign status is taken',
    'campaign.status.values',
    answering({ operation: 'forceCompleteCampaign', rule: 'campaign-force-completed.campaign-status.invalid' }, done),
  ),
  rule(
    'campaign_id may be left out',
    'campaign-force-completed.campaign-id',
    answering({ operation: 'forceCompleteCampaign', rule: 'campaign-force-completed.campaign-id.missing' }, done),
  ),
  rule(
    'campaign_id may be a text',
    'campaign-force-completed.campaign-id',
    answering({ operation: 'forceCompleteCampaign', rule: 'campaign-force-completed.campaign-id.invalid' }, done),
  ),
  rule(
    'campaign_status may be left out',
    'campaign-force-completed.campaign-status',
    answering({ operation: 'forceCompleteCampaign', rule: 'campaign-force-completed.campaign-status.missing' }, done),
  ),
  rule(
    'an unknown status completes the campaign',
    'campaign.status.values',
    requesting('forceCompleteCampaign', (request) =>
      withJson(request, (value) =>
        value.campaign_status === 'finished' ? (value.campaign_status = 'force_completed') : undefined,
      ),
    ),
  ),
  rule(
    'get-token gives an older token',
    'get-token.most-recent',
    editing({ operation: 'getToken', status: 200 }, set('token', 'ac3d'.repeat(16))),
  ),
  rule(
    'get-token gives a token that is not valid',
    'get-token.success',
    editing({ operation: 'getToken', status: 200 }, set('token', 'f00d'.repeat(16))),
  ),
  rule(
    'get-token takes API tokens',
    'get-token.login-token',
    requesting('getToken', (request) => ({
      ...request,
      headers: request.headers['token']?.startsWith('ac3e') === true ? { token: 'login-acme' } : request.headers,
    })),
  ),
  rule(
    'get-token takes expired login tokens',
    'get-token.invalid-login-token',
    requesting('getToken', (request) => ({
      ...request,
      headers: request.headers['token'] === 'login-expired' ? { token: 'login-acme' } : request.headers,
    })),
  ),
  rule(
    'get-token makes a token where there is none',
    'get-token.no-api-token-found',
    answering(
      { operation: 'getToken', status: 404 },
      { status: 200, text: JSON.stringify({ token: 'ac3e'.repeat(16), email: 'a@b.example', workspace_name: 'x' }) },
    ),
  ),
];

function byLimit(change: (limit: number) => number): ProviderFault['wrap'] {
  return requesting('listVoices', (request) => {
    const limit = queryOf(request, 'limit');
    return limit === undefined ? request : withQuery(request, 'limit', String(change(Number(limit))));
  });
}

function filteringVoices(name: string): ProviderFault['wrap'] {
  return editing(
    { operation: 'listVoices', status: 200, when: (request) => queryOf(request, name) !== undefined },
    (body, request) => {
      body.data.voices = body.data.voices.filter((voice: Body) => voice[name] === queryOf(request, name));
    },
  );
}

function lastOfSeveral(request: Parameters<Transport>[0], name: string): Parameters<Transport>[0] {
  const values = request.query
    .filter(([each]) => each.replace(/\[.*/, '') === name)
    .flatMap(([, value]) => value.split(','));
  const last = values.at(-1);
  return last === undefined ? request : withQuery(withoutQuery(request, name), name, last);
}

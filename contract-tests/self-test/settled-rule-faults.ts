import type { OperationId } from '../../src/document/names.gen.ts';
import type { ApiRequest, ApiResponse, Transport } from '../../src/deployment/transport.ts';
import {
  agentIdOf,
  answering,
  json,
  queryOf,
  requesting,
  sent,
  withJson,
  withQuery,
  type Body,
  type ProviderFault,
} from './provider-fault.ts';

const knownToken = 'ac3e'.repeat(16);

/** Faults of rules that are easily taken for open, yet the specification's own words settle them. */
export const settledRuleFaults: readonly ProviderFault[] = [
  ...(['updateAgent', 'forceCompleteCampaign', 'listAudience', 'verifyToken'] as const).map((operation) =>
    rule(
      `${operation}: a bad token is answered with 403`,
      'auth.unauthorized.everywhere',
      answering({ operation, status: 401 }, { status: 403 }),
    ),
  ),
  ...(['updateAgent', 'forceCompleteCampaign', 'listAudience', 'createAgent'] as const).map((operation) =>
    rule(`${operation}: expired tokens are taken`, 'auth.unauthorized.everywhere', opened(operation, /^dead/)),
  ),
  ...(['updateAgent', 'forceCompleteCampaign', 'listAudience'] as const).map((operation) =>
    rule(`${operation}: no token is needed`, 'auth.unauthorized.everywhere', opened(operation, /^$/)),
  ),
  rule('a campaign is completed without a token', 'auth.token-header', opened('forceCompleteCampaign', /^$/)),
  ...(['draft', 'inprogress', 'hold', 'pause', 'deleted'] as const).map((status) =>
    rule(
      `the campaign status ${status} is refused`,
      'campaign.status.accepted',
      answering(
        {
          operation: 'forceCompleteCampaign',
          status: 200,
          when: (request) => sent(request).campaign_status === status,
        },
        json(400, { error: true, code: 400, message: 'Invalid campaign status', data: {} }),
      ),
    ),
  ),
  rule(
    'force completion takes another campaign of the agent along',
    'campaign.force-complete.own-campaign',
    completingToo(5006),
  ),
  rule(
    'force completion ends the hold of another campaign',
    'campaign.force-complete.own-campaign',
    completingToo(5002),
  ),
  rule('force completion halts records of another campaign', 'campaign.force-complete.own-campaign', (transport) =>
    afterCompletion(transport, (request, response) => {
      if (queryOf(request, 'campaign_id') !== '5006' || response.status !== 200) return Promise.resolve(response);
      const body: Body = JSON.parse(response.text);
      for (const lead of body.datalist) if (lead.status === 'Fresh') lead.status = 'Halted';
      return Promise.resolve(json(200, body));
    }),
  ),
  rule('halted records are still found as Fresh', 'audience-list.filter.status.current', (transport) =>
    afterCompletion(transport, (request, response) =>
      queryOf(request, 'status') === '0' ? transport(withQuery(request, 'status', '2')) : Promise.resolve(response),
    ),
  ),
  rule('halted records are not found as Halted', 'audience-list.filter.status.current', (transport) =>
    afterCompletion(transport, (request, response) => {
      if (queryOf(request, 'status') !== '2' || response.status !== 200) return Promise.resolve(response);
      const body: Body = JSON.parse(response.text);
      const pagination = { ...body.pagination, totalRecords: 0, totalPages: 0 };
      return Promise.resolve(json(200, { ...body, datalist: [], pagination }));
    }),
  ),
  rule('mobile_no matches the beginning alone', 'audience-list.filter.mobile-no', matchingNumbers('startsWith')),
  rule('mobile_no matches the end alone', 'audience-list.filter.mobile-no', matchingNumbers('endsWith')),
  ...['status', 'attempt', 'last_status'].map((name) =>
    rule(`the totals do not see the filter ${name}`, 'audience-list.filter.totals', countingAll(name)),
  ),
  rule('a list holds a record of another campaign too', 'audience-list.own-records', (transport) => async (request) => {
    const response = await transport(request);
    if (request.operation !== 'listAudience' || queryOf(request, 'campaign_id') !== '5006' || response.status !== 200) {
      return response;
    }
    const other: Body = JSON.parse((await transport(withQuery(request, 'campaign_id', '5002'))).text);
    const body: Body = JSON.parse(response.text);
    if (other.datalist.length > 0) body.datalist.push(other.datalist[0]);
    return json(200, body);
  }),
  rule('agent/update says that it is done, and does nothing', 'agent-update.effect', (transport) => (request) => {
    return request.operation === 'updateAgent' && request.headers['authorization'] === `Bearer ${knownToken}`
      ? Promise.resolve(json(200, { message: 'Agent updated', data: { agent_id: sent(request).agent_id } }))
      : transport(request);
  }),
  rule(
    'agent/update clears the description',
    'agent-update.effect',
    updatingToo((id) => ({ agent_id: id, description: '' })),
  ),
  rule(
    'agent/update renames the agent before as well',
    'agent-update.effect',
    updatingToo((id) => ({ agent_id: id - 1, agent_name: 'Renamed' })),
  ),
  rule(
    'agents of other workspaces can be changed by agent/update',
    'workspace.isolation',
    opened('updateAgent', /^910b/),
  ),
  rule('a published agent cannot be published again', 'create-agent.publish.again', (transport) => {
    const published = new Set<number>();
    return async (request) => {
      const [id, { status }] = [agentIdOf(request), sent(request)];
      if (request.operation !== 'createAgent' || status === undefined) return transport(request);
      if (status === 1 && published.has(id)) return json(400, { error: true, message: 'Agent is already published' });
      const response = await transport(request);
      if (status === 1 && response.status === 200) published.add(id);
      else if (status !== 1) published.delete(id);
      return response;
    };
  }),
  rule('publishing again unpublishes', 'create-agent.publish.again', (transport) => {
    const published = new Set<number>();
    return (request) => {
      const [id, { status }] = [agentIdOf(request), sent(request)];
      if (request.operation !== 'createAgent' || status !== 1) return transport(request);
      if (published.has(id)) return transport(withJson(request, (value) => (value.status = 3)));
      published.add(id);
      return transport(request);
    };
  }),
  rule('one shared number keeps an agent from being published', 'create-agent.publish.mixed', (transport) => {
    let isShared = false;
    return (request) => {
      if (request.body.kind === 'form') isShared = request.body.parts.some(({ value }) => value === '+15550009002');
      const message =
        'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.';
      return isShared && sent(request).status === 1
        ? Promise.resolve(json(400, { error: true, message }))
        : transport(request);
    };
  }),
  rule('an update without voice sets another voice', 'create-agent.update.partial', withVoice({ voice_id: 'default' })),
  rule(
    'an update without voice resets its settings',
    'create-agent.update.partial',
    withVoice({ settings: { speed: 1, stability: 1 } }),
  ),
  rule('an update without voice forgets the provider', 'create-agent.update.partial', withVoice({ provider: 'none' })),
  rule(
    'files of 10 MB in all are refused',
    'createagentorupdate.files.size',
    refusingFiles((files) => files.length > 1 && files.reduce((sum, { value }) => sum + value.length, 0) > 10_485_760),
  ),
  rule(
    'extensions in upper case are refused',
    'createagentorupdate.files.types',
    refusingFiles((files) => files.some(({ name }) => /\.[A-Z]+$/.test(name))),
  ),
  rule(
    'the form reads text as ASCII',
    'createagentorupdate.basic-details',
    requesting('createAgentOrUpdate', (request) => asText(request, (text) => text.replaceAll(/[^ -~\r\n]/gu, '?'))),
  ),
  rule(
    'the form reads text as Latin-1',
    'createagentorupdate.basic-details',
    requesting('createAgentOrUpdate', (request) => asText(request, (text) => Buffer.from(text).toString('latin1'))),
  ),
];

function rule(name: string, clause: ProviderFault['clause'], wrap: ProviderFault['wrap']): ProviderFault {
  return { name, clause, kind: 'rules', wrap };
}

/** Takes the tokens of this kind as if they were the known one; `^$` is none at all. */
function opened(operation: OperationId, kind: RegExp): ProviderFault['wrap'] {
  return requesting(operation, (request) => {
    const token = request.headers['token'] ?? request.headers['authorization']?.replace(/^Bearer /, '') ?? '';
    return kind.test(token) ? { ...request, headers: { token: knownToken } } : request;
  });
}

/** Changes the answers of audience-list once a campaign was completed. */
function afterCompletion(
  transport: Transport,
  change: (request: ApiRequest, response: ApiResponse) => Promise<ApiResponse>,
): Transport {
  let isCompleted = false;
  return async (request) => {
    const response = await transport(request);
    isCompleted ||= isCompletion(request, response);
    return isCompleted && request.operation === 'listAudience' ? change(request, response) : response;
  };
}

function isCompletion(request: ApiRequest, response: ApiResponse): boolean {
  const isAsked = request.operation === 'forceCompleteCampaign' && sent(request).campaign_status === 'force_completed';
  return isAsked && response.status === 200;
}

function completingToo(campaign: number): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (isCompletion(request, response)) await transport(withJson(request, (value) => (value.campaign_id = campaign)));
    return response;
  };
}

function matchingNumbers(way: 'startsWith' | 'endsWith'): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    const part = queryOf(request, 'mobile_no');
    if (request.operation !== 'listAudience' || part === undefined || response.status !== 200) return response;
    const body: Body = JSON.parse(response.text);
    body.datalist = body.datalist.filter((lead: Body) => lead.mobile_no[way](part));
    return json(200, body);
  };
}

/** Counts as if the filter had not been sent. */
function countingAll(name: string): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (request.operation !== 'listAudience' || queryOf(request, name) === undefined || response.status !== 200) {
      return response;
    }
    const query = request.query.filter(([each]) => each !== name && each !== 'page');
    const all: Body = JSON.parse((await transport({ ...request, query })).text);
    const body: Body = JSON.parse(response.text);
    const { totalRecords, totalPages } = all.pagination;
    return json(200, { ...body, pagination: { ...body.pagination, totalRecords, totalPages } });
  };
}

/** After an agent/update that is done, another change that nobody asked for. */
function updatingToo(change: (id: number) => object): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (request.operation !== 'updateAgent' || response.status !== 200) return response;
    const id = Number(String(sent(request).agent_id).slice(-12));
    const headers = { token: knownToken };
    await transport({ operation: 'createAgent', query: [], headers, body: { kind: 'json', value: change(id) } });
    return response;
  };
}

function withVoice(voice: object): ProviderFault['wrap'] {
  return requesting('createAgent', (request) => {
    const isUpdate = !Number.isNaN(agentIdOf(request)) && sent(request).status === undefined;
    return isUpdate ? withJson(request, (value) => (value.voice ??= voice)) : request;
  });
}

function refusingFiles(
  when: (files: readonly { readonly name: string; readonly value: string | Uint8Array }[]) => boolean,
): ProviderFault['wrap'] {
  return (transport) => (request) => {
    const parts = request.body.kind === 'form' ? request.body.parts : [];
    const files = parts.flatMap(({ file, value }) => (file === undefined ? [] : [{ name: file.name, value }]));
    return when(files)
      ? Promise.resolve(json(422, { error: true, code: 'VALIDATION_ERROR', message: 'This is not taken.', data: {} }))
      : transport(request);
  };
}

function asText(request: ApiRequest, read: (text: string) => string): ApiRequest {
  if (request.body.kind !== 'form') return request;
  const parts = request.body.parts.map((part) =>
    typeof part.value === 'string' ? { ...part, value: read(part.value) } : part,
  );
  return { ...request, body: { kind: 'form', parts } };
}

import type { OperationId } from '../../src/document/names.gen.ts';
import { jsonOf, type ApiRequest, type ApiResponse, type Transport } from '../../src/deployment/transport.ts';
import { withJson, withoutField, withQuery } from './breaks.ts';
import { json, namedAgent, inUrl, sentIn, type Body } from './call.ts';

const ownPageSizes: Readonly<Record<string, string>> = { provider_a: '6', provider_b: '11', provider_c: '7' };
const isGranted = ({ status }: ApiResponse): boolean => status >= 200 && status < 300;

/**
 * A correct provider that differs from the mock wherever the specification is silent: every open choice is made in
 * another way. No stated rule may be found violated in it.
 */
export function otherProvider(transport: Transport): Transport {
  const deleted = new Set<number>();
  // One after another: what it knows of an agent and what the mock does is one step.
  let latest: Promise<unknown> = Promise.resolve();
  return (request) => {
    if (request.operation !== 'createAgent') return answered(request);
    const answer = latest.then(() => answered(request));
    latest = answer.catch(() => undefined);
    return answer;
  };

  async function answered(request: ApiRequest): Promise<ApiResponse> {
    const refusal = ownRefusal(request, deleted);
    if (refusal !== null) return refusal;
    const asked = withOwnReading(request);
    const response = await transport(asked);
    if (request.operation === 'createAgent' && sentIn(request)?.status === 2 && isGranted(response)) {
      deleted.add(namedAgent(request));
    }
    return isGranted(response) ? ownSuccess(request, response) : ownError(request, response);
  }
}

/** Refuses what the mock takes, where the specification does not say. */
function ownRefusal(request: ApiRequest, deleted: ReadonlySet<number>): ApiResponse | null {
  const { token, api_access_token: access } = request.headers;
  const given = token ?? (request.operation === 'createAgent' ? access : undefined);
  const isKnown = given?.length === 64 && !/^(f00d|dead)/.test(given);
  if (!isKnown || request.operation === null) return null;
  const names = request.query.map(([name]) => name);
  return refusals[request.operation]?.(request, names, deleted) ?? null;
}

type OwnRefusal = (
  request: ApiRequest,
  names: readonly string[],
  deleted: ReadonlySet<number>,
) => ApiResponse | undefined;

const refusals: Readonly<Partial<Record<OperationId, OwnRefusal>>> = {
  createAgent(request, _, deleted) {
    // A deleted agent does not come back.
    if (deleted.has(namedAgent(request))) return json(404, { error: true, message: 'Agent not found' });
    const value = sentIn(request);
    // The missing name is found before the missing agent.
    const isNameless = Number.isNaN(namedAgent(request)) && value?.agent_name === undefined;
    const isRefused = isNameless && [1, 2, 3].includes(value?.status);
    return isRefused ? json(422, { error: true, message: 'A name is needed' }) : undefined;
  },
  listVoices(_, names) {
    const isUnknown = names.some((name) => !['provider_id', 'page_token', 'limit'].includes(name));
    return isUnknown ? json(400, { error: true, message: 'Unknown parameter' }) : undefined;
  },
  listAudience({ query }, names) {
    // Lists are taken as name[] alone.
    const isRepeated = names.some((name, index) => !name.endsWith('[]') && names.indexOf(name) !== index);
    const isIndexed = names.some((name) => /\[\d+\]$/.test(name));
    const isOneText = query.some(([name, value]) => name !== 'mobile_no' && value.includes(','));
    if (isRepeated || isIndexed || isOneText) return json(422, { error: true, message: 'Send lists as name[]' });
    // Nobody has such a call status.
    const isStrange = query.some(([, value]) => value === 'no-such-call-status');
    return isStrange ? json(422, { error: true, message: 'Unknown call status' }) : undefined;
  },
  getToken: (_, names) => (names.length > 0 ? json(400, { error: true, message: 'No query is accepted' }) : undefined),
};

/** Reads requests in ways of its own. */
function withOwnReading(request: ApiRequest): ApiRequest {
  switch (request.operation) {
    case 'createAgent':
      return withJson(request, (value: Body) => {
        if (typeof value !== 'object' || value === null) return;
        for (const name of ['agent_name', 'description', 'prompt', 'greeting']) {
          if (typeof value[name] === 'number') value[name] = String(value[name]);
          if (typeof value[name] === 'string') value[name] = value[name].trim();
          if (value[name] === null) Reflect.deleteProperty(value as object, name);
        }
        if (typeof value.voice?.settings?.speed === 'string' && Number(value.voice.settings.speed) > 0) {
          value.voice.settings.speed = Number(value.voice.settings.speed);
        }
      });
    case 'createAgentOrUpdate': {
      // A form always creates: how it would name an agent to update is not shown.
      const { api_access_token: _, ...headers } = request.headers;
      return { ...withoutField(withoutField(request, 'agent_id'), '?agent_id'), headers };
    }
    case 'listVoices': {
      const token = inUrl(request, 'page_token');
      const opened =
        token === undefined ? request : withQuery(request, 'page_token', reversed(token.replace(/^page:/, '')));
      const size = ownPageSizes[inUrl(request, 'provider_id') ?? ''];
      return inUrl(request, 'limit') === undefined && size !== undefined ? withQuery(opened, 'limit', size) : opened;
    }
    default:
      return request;
  }
}

function ownSuccess(request: ApiRequest, response: ApiResponse): ApiResponse {
  if (request.operation === 'verifyToken') return { status: 200, headers: {}, text: '' };
  if (request.operation === 'updateAgent') return { status: 204, headers: {}, text: '' };
  const body: Body = jsonOf(response);
  if (body === undefined) return response;
  body.request_id = 'r-1';
  const isCreation = request.operation === 'createAgent' && Number.isNaN(namedAgent(request));
  if (request.operation !== null) edits[request.operation]?.(body);
  // Past the last page there is nothing.
  if (request.operation === 'listAudience' && body.datalist.length === 0 && body.pagination.currentPage > 1) {
    return json(404, { error: true, message: 'No such page' });
  }
  return {
    status: isCreation ? 201 : response.status,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
  };
}

const edits: Readonly<Partial<Record<OperationId, (body: Body) => void>>> = {
  createAgent(body) {
    body.message = 'Saved.';
    body.data.links = { self: '/agents' };
  },
  createAgentOrUpdate(body) {
    body.message = 'Your agent was UPDATED.';
  },
  getAgent: ({ data }) => editAgent(data),
  listVoices(body) {
    const { data } = body;
    body.message = 'Voices';
    data.page_size = data.voices.length;
    if (data.next_page_token !== null) data.next_page_token = `page:${reversed(data.next_page_token)}`;
    for (const voice of data.voices) Object.assign(voice, { accent: 'none', category: 'house' });
  },
  listAudience(body) {
    body.pagination.hasNext = false;
    for (const lead of body.datalist) {
      lead.tags = [];
      if (lead.total_attempt?.startsWith('0/') === true) {
        Object.assign(lead, { last_attempt: '-', duration: '-', last_call_status: 'not called' });
      } else if (lead.duration !== undefined) lead.duration = '2 min';
    }
  },
  forceCompleteCampaign(body) {
    body.message = 'Done.';
  },
};

function editAgent(data: Body): void {
  data.basic_details.locale = 'en';
  data.basic_details.created_on = data.basic_details.created_on.replace(/\.\d+Z$/, '+00:00');
  data.basic_details.category_description.textColor = 'rebeccapurple';
  data.last_modified = data.last_modified === '' ? 'gerade eben' : 'vor 2 Stunden';
  data.phone_numbers = data.phone_numbers.map((number: string) => ({
    id: 7,
    number: `${number.slice(0, 2)} ${number.slice(2)}`,
  }));
  data.knowledge_base.files = data.knowledge_base.files.map(({ name }: Body) => name);
  data.knowledge_base.tools = data.knowledge_base.tools.map(({ id }: Body) => id);
  data.campaigns = data.campaigns
    .filter(({ status }: Body) => status !== 'pause')
    .map(({ id }: Body) => ({ campaign: id }));
  data.campaign_count = data.campaigns.length;
  data.configuration.voice_config = {
    speed: `${data.configuration.voice_config.speed}x`,
    stability: 'high',
    style: 'none',
  };
  data.dispositions_config.disposition_model = 3;
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Errors without code and data, or with codes of the other kind, and other texts and statuses if none is given. */
function ownError({ operation }: ApiRequest, response: ApiResponse): ApiResponse {
  if (operation === 'verifyToken') {
    return { status: response.status, headers: { 'content-type': 'text/plain' }, text: 'no' };
  }
  const body: Body = jsonOf(response);
  const message: unknown = body?.message;
  // A completed campaign may be answered as if it were done.
  if (operation === 'forceCompleteCampaign' && message === 'Campaign is already completed') {
    return json(200, { message: 'Nothing to do.' });
  }
  if (operation === 'getAgent' && message === 'Agent ID is invalid.') {
    return json(404, { error: true, message: 'Agent not found' });
  }
  const isOpen = ['listAudience', 'forceCompleteCampaign', 'updateAgent'].includes(String(operation));
  const isWorded = !isOpen && operation !== 'getToken' && response.status !== 422;
  const status = isOpen ? ownStatus(response.status) : response.status;
  const isTold = isWorded || /^(Basic|Agent Name)/.test(String(message));
  return json(status, {
    error: true,
    message: isTold ? message : 'This cannot be done.',
    ...ownCode(operation, status),
  });
}

function ownCode(operation: ApiRequest['operation'], status: number): { readonly code?: unknown } {
  if (operation === 'createAgent') return { code: `E${status}` };
  return operation === 'createAgentOrUpdate' ? { code: status } : {};
}

function ownStatus(status: number): number {
  if (status === 400) return 422;
  return status === 404 ? 403 : status;
}

import type { ClauseId, OperationId } from '../../src/document/names.gen.ts';
import type { ApiRequest, Transport } from '../../src/deployment/transport.ts';
import { answering, editing, json, requesting, sent, set, withJson, type ProviderFault } from './provider-fault.ts';

/** Faults of what only the mock decides: addresses, and the statuses of campaigns. */
export const assumedFaults: readonly ProviderFault[] = [
  boundary('the alternative address lies elsewhere', 'addresses.one-port', answeredWith('updateAgent', 404)),
  boundary('the API address lies elsewhere', 'addresses.one-port', answeredWith('createAgentOrUpdate', 404)),
  boundary('an unknown address is answered with 400', 'addresses.unknown', asked({ status: 404 }, { status: 400 })),
  boundary(
    'an unknown address is answered with a page',
    'addresses.unknown',
    asked({ status: 404 }, { text: '<h1>Not Found</h1>' }),
  ),
  boundary(
    'an unknown address names another operation',
    'addresses.unknown',
    editing({ status: 404, when: isAsked }, set('message', 'There is no such address. Did you mean GET /verify?')),
  ),
  boundary('another method is answered with 404', 'addresses.method', asked({ status: 405 }, { status: 404 })),
  boundary('another method is answered without Allow', 'addresses.method', asked({ status: 405 }, { headers: {} })),
  boundary(
    'another method has a code of text',
    'addresses.method',
    editing({ status: 405, when: isAsked }, set('code', 'METHOD_NOT_ALLOWED')),
  ),
  boundary('another method is answered only to callers', 'addresses.method', (transport) => async (request) => {
    const isUnknown = isAsked(request) && request.headers['token'] === undefined;
    return isUnknown ? json(401, { error: true, code: 401, message: 'Who calls?', data: {} }) : transport(request);
  }),
  boundary('a slash at the end does not matter', 'addresses.nothing-undocumented', (transport) => (request) => {
    const place = request.place;
    if (place?.path.endsWith('/') !== true) return transport(request);
    return transport({ ...request, place: { ...place, path: place.path.slice(0, -1) } });
  }),
  boundary('a health page', 'addresses.nothing-undocumented', (transport) => async (request) => {
    return request.place?.path === '/health' ? json(200, { ok: true }) : transport(request);
  }),
  rule(
    'a draft campaign is completed',
    'campaign.running',
    answering({ operation: 'forceCompleteCampaign', rule: 'campaign.running' }, { status: 200 }),
  ),
  rule('the refusal of a draft is put on hold', 'campaign.running', (transport) => async (request) => {
    const response = await transport(request);
    if (response.text.includes('Campaign is not running')) {
      await transport(withJson(request, (body) => Object.assign(body as object, { campaign_status: 'hold' })));
    }
    return response;
  }),
  rule(
    'only campaigns that call can be completed',
    'campaign.running',
    answering(
      {
        operation: 'forceCompleteCampaign',
        status: 200,
        when: (request) => isFor(request, 5006),
      },
      json(400, { error: true, code: 400, message: 'Campaign is not running', data: {} }),
    ),
  ),
  rule(
    'another status is taken and does not stick',
    'campaign.other-status',
    requesting('forceCompleteCampaign', (request) =>
      withJson(request, (body) => Object.assign(body as object, { campaign_status: 'hold' })),
    ),
  ),
  rule(
    'another status than force_completed is refused',
    'campaign.other-status',
    answering({ operation: 'forceCompleteCampaign', status: 200 }, { status: 400 }),
  ),
  rule(
    'another status halts the audience',
    'campaign.other-status',
    requesting('forceCompleteCampaign', (request) =>
      withJson(request, (body) => Object.assign(body as object, { campaign_status: 'force_completed' })),
    ),
  ),
  boundary(
    'the audience of a deleted campaign is still listed',
    'campaign.deleted',
    answering({ operation: 'listAudience', rule: 'audience-list.not-found' }, { status: 200 }),
  ),
  rule(
    'a deleted campaign can be taken up again',
    'campaign.deleted',
    answering(
      {
        operation: 'forceCompleteCampaign',
        rule: 'campaign-force-completed.not-found',
        when: (request) => isFor(request, 5007),
      },
      json(200, { message: 'Campaign status updated successfully' }),
    ),
  ),
];

function boundary(name: string, clause: ClauseId, wrap: ProviderFault['wrap']): ProviderFault {
  return { name, clause, kind: 'boundary', wrap };
}

function rule(name: string, clause: ClauseId, wrap: ProviderFault['wrap']): ProviderFault {
  return { name, clause, kind: 'rules', wrap };
}

function isAsked({ operation }: ApiRequest): boolean {
  return operation === null;
}

function asked(filter: { readonly status: number }, other: Parameters<typeof answering>[1]): ProviderFault['wrap'] {
  return answering({ ...filter, when: isAsked }, other);
}

function answeredWith(operation: OperationId, status: number): (transport: Transport) => Transport {
  return answering({ operation }, { status });
}

function isFor(request: ApiRequest, campaign: number): boolean {
  return (sent(request) as { campaign_id?: unknown }).campaign_id === campaign;
}

import { createHash } from 'node:crypto';
import type { ApiRequest, Transport } from '../../src/deployment/transport.ts';
import { instead, showing, showingAgent, showingLeads, showingVoices, storing, withJson, withQuery } from './breaks.ts';
import { json, queryValue, sentIn, uuidOf, type Body, type Call } from './call.ts';
import { breaking, type Breaking } from './fault.ts';

/**
 * A correct provider does some things otherwise than the mock under any profile, where the specification is silent: each
 * of these alone, by its name. No stated rule may be found violated in it.
 */
export const deviations: Readonly<Record<string, Breaking>> = {
  'blanks around a text are dropped': storing('createAgent', (body) => {
    for (const name of ['agent_name', 'description', 'prompt', 'greeting']) {
      if (typeof body[name] === 'string') body[name] = body[name].trim();
    }
  }),
  'a call status that nobody has is refused': instead(
    'listAudience',
    (call) => isKnown(call) && call.request.query.some(([, value]) => value === 'no-such-call-status'),
    'audience-list.parameters.invalid',
  ),
  'colours have names': showingAgent(({ basic_details: { category_description } }) => {
    category_description.textColor = 'rebeccapurple';
  }),
  'the age is told in another language': showingAgent((data) => {
    data.last_modified = data.last_modified === '' ? 'gerade eben' : 'vor 2 Stunden';
  }),
  'voice settings read back in words of its own': showingAgent(({ configuration }) => {
    const { speed } = configuration.voice_config;
    configuration.voice_config = { speed: `${speed}x`, stability: 'high', style: 'none' };
  }),
  'models of dispositions are numbers': showingAgent(({ dispositions_config }) => {
    dispositions_config.disposition_model = 3;
  }),
  'numbers are shown with blanks': showingAgent((data) => {
    data.phone_numbers = data.phone_numbers.map((number: Body) =>
      typeof number === 'string' ? { id: 7, number: `${number.slice(0, 2)} ${number.slice(2)}` } : number,
    );
  }),
  'agents have a webhook address': showingAgent((data) => {
    data.webhook_url ??= `https://hooks.example/${data.basic_details.id}`;
  }),
  'times have microseconds': showingAgent(({ basic_details }) => {
    for (const name of ['created_on', 'updated_on']) {
      basic_details[name] = basic_details[name].replace(/(?<=\.\d{3})(?=Z)/, '417');
    }
  }),
  'an agent that was given no description has null': showingAgent(({ basic_details }, call) => {
    const isGiven = call.past.some((each) => each.agent === call.agent && 'description' in each.sent);
    if (!isGiven && basic_details.description === '') basic_details.description = null;
  }),
  'voices have an accent and a category of the house': showingVoices(({ voices }) => {
    for (const voice of voices) Object.assign(voice as object, { accent: 'none', category: 'house' });
  }),
  'records have tags': showingLeads((lead) => (lead.tags = [])),
  'an audience begins with its latest record': showing('listAudience', async (body, call) => {
    const { currentPage, limit, totalRecords } = body.pagination;
    const { text } = await call.correct(withQuery(withQuery(call.request, 'page', '1'), 'limit', '1000'));
    const all: readonly Body[] | undefined = JSON.parse(text).datalist;
    if (all === undefined || all.length !== totalRecords) return;
    body.datalist = all.toReversed().slice((currentPage - 1) * limit, currentPage * limit);
  }),
  'words of refusals stand beside a numeric code': {
    after: (call, body, status) => {
      if (typeof body.code !== 'string' || status < 400) return;
      Object.assign(body as object, { code: status, reason: body.code });
    },
  },
  'an invalid token is told in plain text by verify': {
    after: (call, _, status) =>
      call.is('verifyToken') && status === 401 && { status, headers: { 'content-type': 'text/plain' }, text: 'no' },
  },
  'JSON is said to be UTF-8': {
    after: (_, body, status) => ({
      ...json(status, body),
      headers: { 'content-type': 'Application/JSON;charset="UTF-8"' },
    }),
  },
  'agents get ids that are far apart': { before: (call) => withOwnIds(call), after: (_, body) => showIds(body) },
};

/** Ids of new agents in the mock and as this provider shows them. */
const lastGiven = 1010;
const shownId = (id: number): number => (id > lastGiven ? id * 1000 + 7 : id);
function ownId(id: string): string {
  const number = Number(id);
  if (!(number > lastGiven)) return id;
  const isShown = number > lastGiven * 1000 && number % 1000 === 7;
  return isShown ? String((number - 7) / 1000) : String(number + 1_000_000_000);
}

function withOwnIds({ request }: Call): ApiRequest {
  const { body, operation } = request;
  const named = queryValue(request, 'agent_id');
  const asked = named === undefined ? request : withQuery(request, 'agent_id', ownId(named));
  if (body.kind === 'form') {
    const parts = body.parts.map((part) =>
      part.name === 'agent_id' ? { ...part, value: ownId(String(part.value)) } : part,
    );
    return { ...asked, body: { kind: 'form', parts } };
  }
  return withJson(asked, (value) => {
    const { agent_id: id } = sentIn(request);
    if (operation === 'updateAgent' && typeof id === 'string') {
      value.agent_id = id.replace(/\d{12}$/, (digits) => uuidOf(ownId(digits)).slice(-12));
    } else if (typeof id === 'number') value.agent_id = Number(ownId(String(id)));
  });
}

function showIds({ data }: Body): void {
  for (const holder of [data, data?.knowledge_base, data?.configuration, data?.guardrails, data?.basic_details]) {
    const name = holder === data?.basic_details ? 'id' : 'agent_id';
    if (typeof holder?.[name] === 'number') holder[name] = shownId(holder[name]);
  }
}

/** The mock behind these deviations, or behind those that a seed draws. */
export function deviating(drawn: number | readonly string[]): (mock: Transport) => Transport {
  const names = typeof drawn === 'number' ? Object.keys(deviations).filter((name) => isDrawn(drawn, name)) : drawn;
  return (mock) => names.reduce((inner, name) => breaking(deviations[name] ?? {})(inner), mock);
}

function isDrawn(seed: number, name: string): boolean {
  return (createHash('sha256').update(`${seed} deviation ${name}`).digest()[0] ?? 0) % 2 === 1;
}

function isKnown({ request: { headers } }: Call): boolean {
  const token = headers['token'] ?? headers['authorization'] ?? '';
  return /[0-9a-f]{64}$/.test(token) && !/(?:f00d|dead)/.test(token);
}

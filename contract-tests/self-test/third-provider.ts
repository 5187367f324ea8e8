import type { Transport } from '../../src/deployment/transport.ts';
import type { ClauseId, OperationId, RefusalId } from '../../src/document/names.gen.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { chance } from '../every-choice.ts';
import {
  fieldsIn,
  ownIds,
  showing,
  showingAgent,
  showingField,
  showingLeads,
  showingVoices,
  storing,
  takingAs,
  withQuery,
} from './breaks.ts';
import { json, type Body, type Call, breaking, together, type Break, type Breaking } from './fault.ts';

/**
 * A correct provider that does by a seed what the specification leaves open, and no alternative of a choice does: what it
 * answers where, in which shape, what it takes and how. No stated rule may be found violated in it. Seed 0 draws everything.
 */
export function thirdProvider(document: ContractDocument, seed: number): (mock: Transport) => Transport {
  const draw = new Draw(seed);
  const layers = [...waysOfReading(draw), refusalsOf(document, draw), ...successes(draw)];
  return (mock) => {
    const provider = layers.reduce((inner, layer) => breaking(layer)(inner), mock);
    return async (request) => {
      const { headers, ...answer } = await provider(request);
      // Nothing tells of the mock behind it. No profile speaks of headers, so that they are not drawn.
      const kept = Object.entries(headers).filter(([name]) => ['content-type', 'allow'].includes(name));
      const quoted =
        seed === 0 && answer.text.startsWith('{') ? { 'content-type': 'Application/JSON;charset="UTF-8"' } : {};
      return { ...answer, headers: { ...Object.fromEntries(kept), ...quoted } };
    };
  };
}

class Draw {
  constructor(private readonly seed: number) {}

  isDrawn(name: string): boolean {
    return this.seed === 0 || chance(`${this.seed} ${name}`) % 2 === 1;
  }

  /** One of the list, the same for the same name. */
  oneOf<Item>(name: string, list: readonly [Item, ...Item[]]): Item {
    return list[chance(`${this.seed} ${name}`) % list.length] ?? list[0];
  }

  /** Those of the layers that are drawn, by their names. */
  some<Layer extends Breaking>(layers: Readonly<Record<string, Layer>>): readonly Layer[] {
    return Object.entries(layers).flatMap(([name, layer]) => (this.isDrawn(name) ? layer : []));
  }
}

/** How it reads requests: what it takes that the mock refuses, and refuses that the mock takes. */
function waysOfReading(draw: Draw): readonly Breaking[] {
  const texts = ['agent_name', 'description', 'prompt', 'greeting'];
  const storingTexts = (change: (text: Body) => unknown): Break =>
    storing('createAgent', (body) => {
      for (const name of texts) if (name in body) body[name] = change(body[name]);
    });
  const parameter = (name: string, isTaken: RegExp, instead: string | undefined): Break =>
    takingAs('listAudience', name, (value) => (isTaken.test(value) ? value : instead));
  return [
    ...draw.some({
      'blanks around a text are dropped': storingTexts((text) => (typeof text === 'string' ? text.trim() : text)),
      'a number is taken as a text': storingTexts((text) => (typeof text === 'number' ? String(text) : text)),
      'null is taken as nothing': storingTexts((text) => text ?? undefined),
      'any time zone is taken': takingAs('createAgent', 'timezone', () => undefined),
      'any webhook is taken': takingAs('createAgent', 'session_data_webhook', () => undefined),
      'a campaign status is taken in any case': takingAs('forceCompleteCampaign', 'campaign_status', (value) =>
        value.toLowerCase(),
      ),
      'a campaign id is taken as a text': takingAs('forceCompleteCampaign', 'campaign_id', (value) =>
        /^\d+$/.test(value) ? Number(value) : value,
      ),
      'a status filter out of range is ignored': parameter('status', /^[0-3,]*$/, undefined),
      'a page that is none is the first': parameter('page', /^[1-9]\d*$/, '1'),
      'a limit that is none is the default': parameter('limit', /^([1-9]\d{0,2}|1000)$/, undefined),
      'numbers are looked for by their digits': takingAs(
        'listAudience',
        'mobile_no',
        (part) => part.replaceAll(/\D/g, '') || undefined,
      ),
      'a large limit of voices is cut': takingAs('listVoices', 'limit', (limit) =>
        Number(limit) > 100 ? '100' : limit,
      ),
      'pages of voices have a size of their own': {
        before: (call) => {
          const provider = ['provider_a', 'provider_b', 'provider_c'].indexOf(call.query('provider_id') ?? '');
          const size = draw.oneOf('size', [5, 8, 12]) + 2 * provider;
          const isOpen = call.is('listVoices') && provider >= 0 && !call.query('limit');
          return isOpen && withQuery(call.request, 'limit', String(size));
        },
      },
      'agents get ids that are far apart': ownIds,
    }),
    ...draw.some({
      'unknown parameters are refused': refusingKnown(
        'getAgent',
        'get-by-id.agent-id.invalid',
        (call) => call.query('agent_id') !== undefined && call.request.query.length > 1,
      ),
      'unknown fields are refused': refusingKnown('createAgent', 'create-agent.validation', ({ sent }) =>
        Object.keys(sent as object).some(
          (name) => !/^(agent_|desc|prompt|time|greet|sess|voice|speech|llm|conf|stat)/.test(name),
        ),
      ),
      'a query to get-token is refused': refusingKnown(
        'getToken',
        'get-token.login-token-required',
        ({ request }) => request.query.length > 0,
      ),
      'a call status that nobody has is refused': refusingKnown(
        'listAudience',
        'audience-list.parameters.invalid',
        ({ request }) => request.query.some(([, value]) => value === 'no-such-call-status'),
      ),
      'whether there is a campaign is looked at first': campaignFirst,
    }),
  ];
}

/** Refuses a caller that it knows, as the mock would by this rule. */
function refusingKnown(operation: OperationId, rule: RefusalId, when: (call: Call) => boolean): Break {
  const isKnown = ({ token }: Call): boolean => /^(ac3[de]|910b|login-acme)/.test(token) && !token.includes(' ');
  return { before: (call) => call.is(operation) && isKnown(call) && when(call) && ruled(call, rule) };
}

function ruled(call: Call, rule: RefusalId) {
  const refusal = call.refusal(rule);
  return { ...refusal, headers: { ...refusal.headers, 'x-mock-rule': rule } };
}

const campaignFirst: Break = {
  of: ({ rule }) => rule?.startsWith('campaign-force-completed.campaign-status') === true,
  after: async (call) => {
    const query = [['campaign_id', String(call.sent.campaign_id)]] as const;
    const list = { operation: 'listAudience', query, body: { kind: 'none' } } as const;
    const { headers } = await call.correct({ ...call.request, ...list });
    return headers['x-mock-rule'] === 'audience-list.not-found' && ruled(call, 'campaign-force-completed.not-found');
  },
};

/** Operations of which the specification leaves the status to a refusal that it does not state, and no text of section 7. */
const open: readonly OperationId[] = ['listAudience', 'forceCompleteCampaign', 'updateAgent'];

const templates = [
  'Bad parameter {field}',
  'Unknown field {field}',
  '{field}: {value} is not possible',
  'Check "{field}" ({value}).',
  'This cannot be done.',
  'Não é possível: {field}',
] as const;

/** What it answers where it refuses: a text with values in it, a status, words and fields of its own. */
function refusalsOf(document: ContractDocument, draw: Draw): Break {
  return {
    of: ({ status }) => status >= 400 && status < 500,
    after: (call, body, status) => {
      const { operation, rule } = call;
      if (operation === null || typeof body.message !== 'string') return;
      if (status === 401 && operation === 'verifyToken' && draw.isDrawn('plain text')) {
        return { status, headers: { 'content-type': 'text/plain' }, text: 'no' };
      }
      const clause = document.clauses.get(rule as ClauseId);
      const stated = clause?.kind === 'stated' ? clause.rule : undefined;
      const isShared = status === 401 || status === 413;
      // Some causes are told like another one: they share its name here.
      const cause = draw.isDrawn(`${rule} is told alike`) ? `${operation} anything` : String(rule);
      const isOpen = stated === undefined && !isShared && open.includes(operation);
      const own = isOpen ? draw.oneOf(cause, [400, 403, 404, 409, 422]) : status;
      const isTold = isTextStated(operation, status, stated, body.message as string);
      const message = isTold
        ? body.message
        : withValues(draw.oneOf(`${cause} text`, templates), call, body.message as string);
      return json(own, { error: true, message, ...coded(draw, operation, own, body) });
    },
  };
}

/** The text of a bad token is stated where section 7 lists it, others where their rule quotes them. */
function isTextStated(operation: OperationId, status: number, stated: string | undefined, message: string): boolean {
  if (status === 401) return !open.includes(operation) && operation !== 'getToken' && operation !== 'verifyToken';
  return stated?.includes(`\`${message}\``) === true || message.includes('provider_a');
}

function withValues(template: string, { request }: Call, message: string): string {
  const named = fieldsIn(request).find(([name]) => name !== '' && message.includes(name.replace(/^\?|\[\]$/g, '')));
  const [field = 'request', value = ''] = named ?? [];
  return template.replace('{field}', field.replace(/^\?/, '')).replace('{value}', JSON.stringify(value).slice(0, 80));
}

/** Code and further fields; a word that the specification lists stands in `code` or in a field of its own. */
function coded(draw: Draw, operation: OperationId, status: number, { code }: Body): object {
  const place = draw.oneOf('word', ['code', 'reason', 'error_code'] as const);
  const extra = draw.isDrawn('refusals have an id') ? { request_id: 'r-1' } : {};
  const data = draw.isDrawn(`${operation} data`) ? { data: {} } : {};
  if (typeof code === 'string') return { code: status, ...data, ...extra, [place]: code };
  const own = draw.oneOf<object>(`${operation} code`, [
    {},
    { code: status },
    { code: `E${status}` },
    { code: status, hint: 'see docs' },
  ]);
  return { ...own, ...data, ...extra };
}

function successes(draw: Draw): readonly Breaking[] {
  const said = draw.oneOf('said', ['Saved.', 'Agent {name} is saved', 'OK', 'updated successfully, thank you']);
  const agent = (path: string, change: (value: Body) => unknown): Break =>
    showingField('getAgent', `data.${path}`, change);
  const numbers = draw.oneOf<(number: string) => unknown>('number', [
    (number) => ({ id: 7, number }),
    (number) => ({ phone_number: `${number.slice(0, 2)} ${number.slice(2)}`, is_active: true }),
    (number) => `${number.slice(0, 2)} ${number.slice(2)}`,
  ]);
  const item = (name: string): ((value: Body) => unknown) =>
    draw.oneOf<(value: Body) => unknown>(`item of ${name}`, [
      ({ id, name }) => id ?? name,
      (value) => ({ ...value, source: 'portal' }),
      ({ id, name }) => ({ item: id ?? name }),
    ]);
  const times = draw.oneOf<(time: string) => string>('times', [
    (time) => time.replace(/(?<=\.\d{3})(?=Z)/, '417'),
    (time) => time.replace(/\.\d+Z$/, '+00:00'),
    (time) => time.replace(/\.\d+Z$/, 'Z'),
  ]);
  const message = (operation: OperationId, text: string): Break =>
    showing(operation, (body, { sent }) => (body.message = text.replace('{name}', sent.agent_name ?? 'it')));
  const shown = draw.some({
    'creations are told in other words': message('createAgent', said),
    'forms are told in other words': message('createAgentOrUpdate', `Your agent was updated (${said.slice(0, 2)})`),
    'completions are told in other words': message('forceCompleteCampaign', 'Done.'),
    'lists of voices are told': message('listVoices', 'Voices'),
    'verify answers nothing': answeringNothing('verifyToken', 200),
    'agent/update answers nothing': answeringNothing('updateAgent', draw.oneOf('no content', [200, 204])),
    'answers have an id': {
      of: ({ status }) => status < 300,
      after: (call, body) => {
        body.request_id = call.operation;
      },
    },
    'numbers are items': agent('phone_numbers', (all) => all.map(numbers)),
    'files are items': agent('knowledge_base.files', (all) => all.map(item('files'))),
    'tools are items': agent('knowledge_base.tools', (all) => all.map(item('tools'))),
    'campaigns are items': agent('campaigns', (all) =>
      all.map(({ id }: Body) => draw.oneOf('campaign', [{ campaign: id }, id])),
    ),
    'models of dispositions are numbers': agent('dispositions_config.disposition_model', () => 3),
    'colours have names': agent('basic_details.category_description.textColor', () => 'rebeccapurple'),
    'categories have labels of the house': agent('basic_details.category_description.label', (label) => `The ${label}`),
    'agents have a webhook address': agent('webhook_url', (url) => url ?? 'https://hooks.example/agent'),
    'creation has a time of its own form': agent('basic_details.created_on', times),
    'updates have a time of their own form': agent('basic_details.updated_on', times),
    'the age is told in another language': agent('last_modified', (age) =>
      age === '' ? 'gerade eben' : 'vor 2 Stunden',
    ),
    'voice settings read back in words of its own': agent('configuration.voice_config', ({ speed }) => ({
      speed: draw.oneOf('speed', [`${speed}x`, `speed ${speed}`]),
      stability: 'high',
      style: 'none',
    })),
    'an agent that was given no description has null': showingAgent(({ basic_details }, { past, agent: id }) => {
      const isGiven = past.some((each) => each.agent === id && (each.isForm || 'description' in each.sent));
      if (!isGiven && basic_details.description === '') basic_details.description = null;
    }),
    'voices have an accent and a category of the house': showingVoices(({ voices }) => {
      for (const voice of voices) Object.assign(voice as object, { accent: 'none', category: 'house' });
    }),
    'records have tags': showingLeads((lead) => (lead.tags = [])),
    'records that were never called say so': showingLeads((lead) => {
      if (lead.total_attempt?.startsWith('0/') === true) Object.assign(lead, { duration: '-', last_attempt: '-' });
    }),
    'durations are words': showingLeads((lead) => lead.duration && lead.duration !== '-' && (lead.duration = '2 min')),
    'pages say whether there are more': showing('listAudience', ({ pagination }) => (pagination.hasNext = false)),
    'a creation is answered with 201': {
      of: (call) => call.isCreation && call.status === 200,
      after: (_, body) => json(201, body),
    },
  });
  return [together(shown)];
}

function answeringNothing(operation: OperationId, status: number): Break {
  return { of: (call) => call.is(operation) && call.status === 200, after: () => ({ status, headers: {}, text: '' }) };
}

/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { ReadableAgent } from '../src/deployment/configuration/settings-file.ts';
import { absentAgent, UNKNOWN_ID } from './absent-ids.ts';
import { createAgent, createByForm, field, readAgent, sendForm, updateAgent, type Agent } from './agents.ts';

/** The rules of single members, which the document's schema holds every answer to. */
const memberClauses: readonly [ClauseId, ...ClauseId[]] = [
  'agent.basic-details.id',
  'agent.basic-details.workspace-id',
  'agent.basic-details.agent-name',
  'agent.basic-details.description',
  'agent.basic-details.category',
  'agent.basic-details.category-description',
  'agent.basic-details.purpose',
  'agent.basic-details.purpose-description',
  'agent.basic-details.agent-type',
  'agent.basic-details.agent-type-description',
  'agent.basic-details.agent-prompt',
  'agent.basic-details.agent-privacy',
  'agent.basic-details.status',
  'agent.basic-details.voice-id',
  'agent.basic-details.agent-token',
  'agent.basic-details.providers',
  'agent.basic-details.calling-type',
  'agent.basic-details.company-id',
  'agent.basic-details.timestamps',
  'agent.configuration.ids',
  'agent.configuration.context-awareness',
  'agent.configuration.temperature',
  'agent.configuration.models',
  'agent.configuration.call-recording',
  'agent.configuration.durations',
  'agent.configuration.voice-config',
  'agent.configuration.transcript-status',
  'agent.configuration.skills',
  'agent.configuration.nudges',
  'agent.configuration.trigger',
  'agent.knowledge-base',
  'agent.tools',
  'agent.tools.denials',
  'agent.phone-numbers',
  'agent.dispositions',
  'agent.dispositions-config',
  'agent.denials',
  'agent.creator',
  'agent.guardrails',
  'agent.metadata-config',
  'agent.last-modified',
  'agent.voice-analysis',
  'agent.campaign-count',
  'agent.campaigns',
  'agent.is-campaign-on-hold',
  'agent.is-draft',
  'agent.is-audience',
  'agent.webhook-url',
  'get-by-id.envelope',
  'get-by-id.one-agent',
];

export const agentDetailChecks: readonly Check[] = [
  check(
    { clauses: memberClauses, effect: 'reversible' },
    'a new agent has every member of the details, each of its type',
    async (api) => {
      const id = await createAgent(api, 'members');
      await readAgent(api, id);
      await updateAgent(api, id, { description: 'updated', prompt: 'updated' });
      await readAgent(api, id);
    },
  ),
  check(
    { clauses: memberClauses, needs: ['agents.read'], effect: 'none' },
    'agents in use have every member of the details, each of its type',
    async (api) => {
      for (const { id } of readable(api)) await readAgent(api, id);
    },
  ),
  check(
    { clauses: memberClauses, effect: 'reversible' },
    'an agent with all sections has every member of the details, each of its type',
    async (api) => {
      const id = await createByForm(api, 'sections', [
        field('basic_details[description]', 'With sections'),
        field('denials[denied_words][]', 'refund'),
        field('denials[denied_topics][]', 'politics'),
        field('metadata_config[metadata_input][0][key]', 'callback_time'),
        field('metadata_config[metadata_input][0][type]', 'string'),
        field('metadata_config[metadata_input][0][description]', 'When to call back'),
      ]);
      await readAgent(api, id);
    },
  ),
  check(
    { clauses: ['get-by-id.envelope'], effect: 'reversible' },
    'get-by-id answers with the envelope',
    async (api) => {
      const id = await createAgent(api, 'envelope');
      const answer = await api.call('getAgent', { query: { agent_id: id } });
      api.answered(answer, { status: 200, message: '' }, 'get-by-id.envelope');
      api.equal(memberOf(answer.body, 'error'), false, {
        clause: 'get-by-id.envelope',
        what: 'error',
        answer,
        path: '/error',
      });
      api.equal(memberOf(answer.body, 'code'), 200, {
        clause: 'get-by-id.envelope',
        what: 'code',
        answer,
        path: '/code',
      });
      expectMilliseconds(api, answer, 'get-by-id.envelope');
    },
  ),
  check(
    { clauses: ['get-by-id.one-agent', 'agent.basic-details.id'], effect: 'reversible' },
    'get-by-id gives the one agent that was asked for',
    async (api) => {
      const ids = [await createAgent(api, 'first'), await createAgent(api, 'second')];
      for (const id of ids) {
        const answer = await api.call('getAgent', { query: { agent_id: id } });
        const data = memberOf(answer.body, 'data');
        const isOne = typeof data === 'object' && data !== null && !Array.isArray(data);
        api.holds(isOne, {
          clause: 'get-by-id.one-agent',
          expected: 'one agent as data',
          came: data,
          answer,
          path: '/data',
        });
        api.equal(memberOf(data, 'basic_details.id'), id, {
          clause: 'agent.basic-details.id',
          what: 'the id asked for',
          answer,
          path: '/data/basic_details/id',
        });
      }
    },
  ),
  check(
    { clauses: ['get-by-id.agent-id.missing'], effect: 'none' },
    'get-by-id without agent_id is refused with 400',
    async (api) => {
      for (const query of [{}, { id: 1 }]) {
        const answer = await api.call('getAgent', { query });
        api.refusedBy(answer, 'get-by-id.agent-id.missing');
      }
    },
  ),
  check(
    { clauses: ['get-by-id.agent-id.empty'], effect: 'none' },
    'an empty agent_id counts as missing',
    async (api) => {
      const answer = await api.call('getAgent', { query: { agent_id: '' } });
      api.refusedBy(answer, 'get-by-id.agent-id.missing', 'get-by-id.agent-id.empty');
    },
  ),
  check(
    { clauses: ['get-by-id.agent-id.invalid'], effect: 'none' },
    'an agent_id that is not a positive integer is refused with 400',
    async (api) => {
      for (const agent_id of ['abc', '0', '-1', '1.5', '1e3', '0x10', ' 1', `${UNKNOWN_ID}abc`]) {
        const answer = await api.call('getAgent', { query: { agent_id } });
        api.refusedBy(answer, 'get-by-id.agent-id.invalid');
      }
    },
  ),
  check(
    { clauses: ['get-by-id.not-found'], effect: 'none' },
    'an agent that does not exist is answered with 404',
    async (api) => {
      for (const agent_id of [UNKNOWN_ID, UNKNOWN_ID + 1]) {
        const answer = await api.call('getAgent', { query: { agent_id } });
        api.refusedBy(answer, 'get-by-id.not-found');
      }
    },
  ),
  check(
    {
      clauses: ['get-by-id.not-found', 'workspace.isolation'],
      needs: ['second_workspace.token'],
      effect: 'reversible',
    },
    'an agent of another workspace is answered with 404',
    async (api) => {
      const token = api.need(api.settings.second_workspace?.token, 'second_workspace.token');
      const id = await createAgent(api, 'own');
      const answer = await api.call('getAgent', { query: { agent_id: id }, token });
      api.refused(answer, 'workspace.isolation', 'the agent belongs to another workspace');
      api.refusedBy(answer, 'get-by-id.not-found');
    },
  ),
  check(
    { clauses: ['agent.deleted.not-returned', 'get-by-id.not-found'], effect: 'reversible' },
    'a deleted agent is not returned',
    async (api) => {
      const id = await createAgent(api, 'deleted');
      await readAgent(api, id);
      api.answered(await updateAgent(api, id, { status: 2 }), { status: [200, 201] }, 'create-agent.delete');
      const answer = await api.call('getAgent', { query: { agent_id: id } });
      api.refused(answer, 'agent.deleted.not-returned', 'the agent is deleted');
    },
  ),
  check(
    { clauses: ['agent.basic-details.timestamps'], effect: 'reversible' },
    'the timestamps are ISO 8601 in UTC',
    async (api) => {
      const id = await createAgent(api, 'timestamps');
      await updateAgent(api, id, { description: 'updated' });
      for (const each of [id, ...readable(api).map((agent) => agent.id)]) {
        const { basic_details: details } = await readAgent(api, each);
        for (const name of ['created_on', 'updated_on'] as const) {
          const isUtc =
            /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:?00)$/.test(details[name]) &&
            !Number.isNaN(Date.parse(details[name]));
          api.holds(isUtc, {
            clause: 'agent.basic-details.timestamps',
            expected: 'an ISO 8601 UTC timestamp',
            came: details[name],
            answer: undefined,
            path: `/data/basic_details/${name}`,
          });
        }
      }
    },
  ),
  check(
    { clauses: ['agent.last-modified'], effect: 'reversible' },
    'last_modified is words, not a timestamp',
    async (api) => {
      const id = await createAgent(api, 'modified');
      await updateAgent(api, id, { description: 'updated' });
      for (const each of [id, ...readable(api).map((agent) => agent.id)]) {
        const { last_modified: words } = await readAgent(api, each);
        const isWords =
          words === '' ||
          (/\p{L}{2}/u.test(words) && Number.isNaN(Date.parse(words)) && !/^\d{4}-\d\d-\d\d/.test(words));
        api.holds(isWords, {
          clause: 'agent.last-modified',
          expected: "how long ago in words, or ''",
          came: words,
          answer: undefined,
          path: '/data/last_modified',
        });
      }
    },
  ),
  check(
    { clauses: ['agent.last-modified.first-update'], effect: 'reversible' },
    'last_modified is empty until the first update, then the age in English',
    async (api) => {
      const id = await createAgent(api, 'first-update');
      api.equal((await readAgent(api, id)).last_modified, '', {
        clause: 'agent.last-modified.first-update',
        what: 'last_modified',
      });
      await updateAgent(api, id, { description: 'updated' });
      const { last_modified: words } = await readAgent(api, id);
      api.holds(/ago|now/.test(words), {
        clause: 'agent.last-modified.first-update',
        expected: 'an age in English',
        came: words,
      });
    },
  ),
  check(
    {
      clauses: ['agent.basic-details.agent-token.signed'],
      effect: 'reversible',
    },
    'agent_token is a signed JWT',
    async (api) => {
      const { basic_details } = await readAgent(api, await createAgent(api, 'jwt'));
      const [head = '', claims = '', signature = ''] = basic_details.agent_token.split('.');
      const isSigned = isJsonPart(head) && isJsonPart(claims) && signature !== '';
      api.holds(isSigned, {
        clause: 'agent.basic-details.agent-token.signed',
        expected: 'a JWT with a signature',
        came: `${head.length}, ${claims.length} and ${signature.length} characters`,
      });
    },
  ),
  check(
    { clauses: ['agent.basic-details.agent-token'], effect: 'reversible' },
    'agent_token has the form of a JWT',
    async (api) => {
      const { basic_details } = await readAgent(api, await createAgent(api, 'jwt-form'));
      const parts = basic_details.agent_token.split('.');
      const isJwt = parts.length === 3 && isJsonPart(parts[0] ?? '');
      api.holds(isJwt, {
        clause: 'agent.basic-details.agent-token',
        expected: 'three parts, the first one JSON',
        came: `${parts.length} parts`,
        answer: undefined,
        path: '/data/basic_details/agent_token',
      });
    },
  ),
  check(
    { clauses: ['agent.tools.denials', 'agent.denials'], effect: 'reversible' },
    'tools.denials has the same content as denials',
    async (api) => {
      const id = await createByForm(api, 'denials', [
        field('denials[denied_words][]', 'refund'),
        field('denials[denied_topics][]', 'politics'),
      ]);
      for (const each of [id, ...readable(api).map((agent) => agent.id)]) {
        const agent = await readAgent(api, each);
        api.equal(agent.tools.denials, agent.denials, {
          clause: 'agent.tools.denials',
          what: 'the denials',
          answer: undefined,
          path: '/data/tools/denials',
        });
      }
    },
  ),
  check(
    { clauses: ['agent.voice-analysis'], needs: ['workspace.voice_analysis'], effect: 'reversible' },
    'voice_analysis says what the workspace has',
    async (api) => {
      const enabled = api.need(api.settings.workspace?.voice_analysis, 'workspace.voice_analysis');
      const ids = [await createAgent(api, 'analysis'), ...readable(api).map((agent) => agent.id)];
      for (const id of ids) {
        api.equal((await readAgent(api, id)).voice_analysis, enabled, {
          clause: 'agent.voice-analysis',
          what: 'voice_analysis',
          answer: undefined,
          path: '/data/voice_analysis',
        });
      }
    },
  ),
  check(
    { clauses: ['agent.basic-details.workspace-id', 'agent.basic-details.company-id'], effect: 'reversible' },
    'agents of one workspace have the same workspace_id',
    async (api) => {
      const ids = new Set<number>();
      for (const label of ['one', 'other'])
        ids.add((await readAgent(api, await createAgent(api, label))).basic_details.workspace_id);
      api.holds(ids.size === 1, {
        clause: 'agent.basic-details.workspace-id',
        expected: 'one workspace_id',
        came: [...ids],
      });
    },
  ),
  check(
    {
      clauses: [
        'agent.campaign-count',
        'agent.campaigns',
        'agent.is-campaign-on-hold',
        'agent.is-draft',
        'agent.is-audience',
      ],
      effect: 'reversible',
    },
    'a new agent has no campaign',
    async (api) => {
      const agent = await readAgent(api, await createAgent(api, 'no-campaign'));
      expectCampaigns(api, agent, { id: agent.basic_details.id, campaigns: {}, has_audience: false });
    },
  ),
  check(
    {
      clauses: [
        'agent.campaign-count',
        'agent.campaigns',
        'agent.is-campaign-on-hold',
        'agent.is-draft',
        'agent.is-audience',
      ],
      needs: ['agents.read'],
      effect: 'none',
    },
    'the details tell of the campaigns that use the agent',
    async (api) => {
      const ended = await endedCampaigns(api);
      for (const known of readable(api)) expectCampaigns(api, await readAgent(api, known.id), known, ended);
    },
  ),
  check(
    { clauses: ['agent.campaigns.active'], needs: ['agents.read'], effect: 'none' },
    'campaigns lists the active ones, and campaign_count is their number',
    async (api) => {
      for (const { id, campaigns } of readable(api)) {
        const agent = await readAgent(api, id);
        api.equal(agent.campaign_count, agent.campaigns.length, {
          clause: 'agent.campaigns.active',
          what: 'campaign_count',
        });
        if (campaigns === undefined) continue;
        const active = Object.values(campaigns).filter((status) => status === 'inprogress' || status === 'pause');
        api.equal(agent.campaign_count, active.length, { clause: 'agent.campaigns.active', what: 'campaign_count' });
      }
    },
  ),
  check(
    { clauses: ['agent.is-audience.any-status', 'agent.is-draft.any-other'], needs: ['agents.read'], effect: 'none' },
    'a campaign counts for is_audience whatever its status',
    async (api) => {
      for (const { id, campaigns, has_audience } of readable(api)) {
        const agent = await readAgent(api, id);
        if (has_audience !== undefined)
          api.equal(agent.is_audience, has_audience, { clause: 'agent.is-audience.any-status', what: 'is_audience' });
        if (campaigns === undefined) continue;
        const isDraft = Object.values(campaigns).every((status) => status === 'draft');
        api.equal(agent.is_draft, isDraft, { clause: 'agent.is-draft.any-other', what: 'is_draft' });
      }
    },
  ),
  check(
    { clauses: ['errors.shape'], effect: 'none' },
    'the body of an error holds error true and a message',
    async (api) => {
      expectErrors(api, [
        await api.call('getAgent'),
        await api.call('getAgent', { query: { agent_id: UNKNOWN_ID } }),
        await api.call('listVoices'),
        await api.call('getToken', { token: null }),
      ]);
    },
  ),
  check(
    { clauses: ['errors.shape'], effect: 'reversible' },
    'the body of an error of a request that would write holds error true and a message',
    async (api) => {
      expectErrors(api, [
        await api.call('createAgent', { json: { agent_id: await absentAgent(api), description: 'nobody' } }),
        await api.call('createAgent', { json: {}, token: 'not-a-token' }),
        await api.call('createAgentOrUpdate', { form: [field('configuration[memory_recall]', 'true')] }),
        await api.call('createAgentOrUpdate', { form: [], token: null }),
      ]);
    },
  ),
  check(
    { clauses: ['errors.shape.full', 'errors.code.integer'], effect: 'none' },
    'the body of an error is complete, its code the status',
    async (api) => {
      const answer = await api.call('getAgent', { query: { agent_id: UNKNOWN_ID } });
      const expected = { error: true, code: 404, message: 'Agent not found', data: {} };
      api.equal(answer.body, expected, { clause: 'errors.shape.full', what: 'the body', answer });
      api.equal(memberOf((await api.call('listVoices')).body, 'code'), 400, {
        clause: 'errors.code.integer',
        what: 'the code',
      });
    },
  ),
  check({ clauses: ['payload.json'], effect: 'reversible' }, 'the answers are JSON', async (api) => {
    const id = await createAgent(api, 'json');
    const answers: CheckedAnswer[] = [
      await api.call('createAgent', { json: { agent_id: id, description: 'json' } }),
      await api.call('getAgent', { query: { agent_id: id } }),
      await sendForm(api, 'json', []),
      await api.call('listVoices', { query: { provider_id: api.settings.providers?.listed?.[0] ?? 'provider_a' } }),
      await api.call('getAgent', { query: { agent_id: UNKNOWN_ID } }),
    ];
    const [campaign] = api.settings.campaigns?.read ?? [];
    if (campaign !== undefined) answers.push(await api.call('listAudience', { query: { campaign_id: campaign } }));
    if (api.settings.login?.token !== undefined) answers.push(await api.call('getToken'));
    for (const answer of answers) {
      const type = answer.headers['content-type'] ?? 'none';
      api.holds(/^application\/(.+\+)?json\b/i.test(type) && answer.body !== undefined, {
        clause: 'payload.json',
        expected: 'application/json',
        came: type,
        answer,
      });
    }
  }),
  check(
    { clauses: ['addresses.prefixes', 'versioning.prefix'], effect: 'reversible' },
    'the operations lie below the three addresses, with the version in the path',
    async (api) => {
      const id = await createAgent(api, 'addresses');
      const read = await api.call('getAgent', { query: { agent_id: id } });
      const base = api.settings.addresses?.base_url ?? '/api/v1/global';
      const isVersioned = base.replace(/(?<!\/)\/+$/, '').endsWith('/api/v1/global');
      const clauses: ClauseId[] = isVersioned ? ['addresses.prefixes', 'versioning.prefix'] : ['addresses.prefixes'];
      api.answered(read, { status: 200 }, clauses);
      api.answered(await sendForm(api, 'addresses', []), { status: 200 }, 'addresses.prefixes');

      // A wrong token is refused where the operation is, whatever the agent; elsewhere the address is unknown.
      const update = await api.call('updateAgent', { json: {}, token: 'not-a-token' });
      api.holds(![404, 405].includes(update.status), {
        clause: ['addresses.prefixes', 'versioning.prefix'],
        expected: 'agent/update to be there',
        came: `${update.status}`,
        answer: update,
      });
    },
  ),
];

function expectErrors(api: Api, errors: readonly CheckedAnswer[]): void {
  for (const answer of errors) {
    api.refused(answer, 'errors.shape', 'the request is wrong');
    api.equal(memberOf(answer.body, 'error'), true, { clause: 'errors.shape', what: 'error', answer, path: '/error' });
    const message = memberOf(answer.body, 'message');
    const isText = typeof message === 'string' && message !== '';
    api.holds(isText, { clause: 'errors.shape', expected: 'a message', came: message, answer, path: '/message' });
  }
}

/** Expects the timestamp of an envelope to be milliseconds of a time that can be now. */
export function expectMilliseconds(api: Api, answer: CheckedAnswer, clause: ClauseId): void {
  const timestamp = memberOf(answer.body, 'timestamp');
  // A clock may be wrong, but not by a factor of a thousand.
  const isNow = Number.isInteger(timestamp) && Math.abs(Number(timestamp) / Date.now() - 1) < 0.5;
  api.holds(isNow, { clause, expected: 'a time in integer milliseconds', came: timestamp, answer, path: '/timestamp' });
}

/** The agents that the settings name to be read. */
export function readable(api: Api): readonly ReadableAgent[] {
  return api.settings.agents?.read ?? [];
}

/** Campaigns with no record left to be called: an earlier run may have completed them, whatever the settings say. */
async function endedCampaigns(api: Api): Promise<ReadonlySet<string>> {
  const ended = new Set<string>();
  for (const campaign_id of api.settings.campaigns?.read ?? []) {
    const answer = await api.call('listAudience', { query: { campaign_id, limit: 50 } });
    const leads = memberOf(answer.body, 'datalist');
    const isOpen =
      Array.isArray(leads) && leads.some((lead) => ['Fresh', 'Inqueue'].includes(String(memberOf(lead, 'status'))));
    if (!isOpen) ended.add(String(campaign_id));
  }
  return ended;
}

function expectCampaigns(
  api: Api,
  agent: Agent,
  { campaigns, has_audience }: ReadableAgent,
  ended: ReadonlySet<string> = new Set(),
): void {
  const answer = api.answers.findLast((held) => held.answer.request.operation === 'getAgent')?.answer;
  if (campaigns !== undefined) {
    const sure = Object.entries(campaigns).filter(([id]) => !ended.has(id));
    const having = (...statuses: string[]): number => sure.filter(([, status]) => statuses.includes(status)).length;
    const unsure = Object.keys(campaigns).length - sure.length;
    // Whether a paused or a draft campaign is active is not shown; one that is on hold, completed or deleted is not.
    const [least, most] = [having('inprogress'), having('inprogress', 'pause', 'draft') + unsure];
    const wanted = `${least} to ${most} active campaigns`;
    const { campaign_count: count, campaigns: listed } = agent;
    api.holds(count >= least && count <= most, {
      clause: 'agent.campaign-count',
      expected: wanted,
      came: count,
      answer,
      path: '/data/campaign_count',
    });
    const isRightLength = listed.length >= least && listed.length <= most;
    api.holds(isRightLength, {
      clause: 'agent.campaigns',
      expected: wanted,
      came: listed,
      answer,
      path: '/data/campaigns',
    });
    for (const [id, status] of sure) {
      if (status !== 'inprogress' && status !== 'hold') continue;
      const isListed = listed.some((item) => JSON.stringify(item).includes(id));
      const expected = `campaign ${id} (${status}) ${isListed ? 'left out' : 'listed'}`;
      api.holds(isListed === (status === 'inprogress'), {
        clause: 'agent.campaigns',
        expected,
        came: listed,
        answer,
        path: '/data/campaigns',
      });
    }
    expectMember(api, agent, 'is_campaign_on_hold', having('hold') > 0, 'agent.is-campaign-on-hold');
    const known = having('inprogress', 'hold', 'pause');
    const isSure = known > 0 || (unsure === 0 && having('draft') === sure.length);
    if (isSure) expectMember(api, agent, 'is_draft', known === 0, 'agent.is-draft');
  }
  if (has_audience !== undefined) expectMember(api, agent, 'is_audience', has_audience, 'agent.is-audience');
}

function expectMember(
  api: Api,
  agent: Agent,
  name: 'is_campaign_on_hold' | 'is_draft' | 'is_audience',
  expected: boolean,
  clause: ClauseId,
): void {
  const answer = api.answers.findLast((held) => held.answer.request.operation === 'getAgent')?.answer;
  api.equal(agent[name], expected, { clause, what: name, answer, path: `/data/${name}` });
}

function isJsonPart(part: string): boolean {
  try {
    return typeof JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) === 'object';
  } catch {
    return false;
  }
}

import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import type { Operation } from '../document/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import { checked, faulty, prepareWorlds, worldTime, type Chosen } from '../testing/handler-world.ts';
import { agentUuid, tokens } from '../testing/well-known.ts';
import { agentOfCaller, authenticate, campaignOfCaller, savedOfAgent, tokensIn, withReferences } from './caller.ts';

const freshWorld = await prepareWorlds();
const { operations } = loadContractDocument();

function operation(id: Operation['id'], about: Partial<Operation> = {}): Operation {
  const found = operations.get(id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return { ...found, ...about };
}

/** What a rule was refused by, and which case of it. */
function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.clause, error.case.kind, error.case.value];
  }
}

it.each([
  [{ basic_details: { id: 1001 } }, 1001],
  [{ agent_id: 1001 }, 1001],
  [{ agent_id: agentUuid(1001) }, 1001],
  [{ agent_id: 'AG-1001' }, 1001],
  [{ agent_id: '7-1001' }, 1001],
  [{ agent_id: 4711 }, undefined],
  [{}, undefined],
])('finds what is saved of the agent of an answer: %j', (data, id) => {
  const saved = savedOfAgent(freshWorld().store.view(), { data });
  expect([saved?.['id'], saved?.['versions']]).toEqual([id, id && 1]);
});

describe('who calls', () => {
  const updating = operation('updateAgent');
  const { tokenMissingRefusal: missing, tokenInvalidRefusal: invalid } = updating;
  const takingAny = operation('updateAgent', { takesAnyToken: true });
  const agreeing = operation('updateAgent', { tokensAgree: true });
  const takingLogin = operation('updateAgent', { reading: { ...updating.reading, takesLoginTokens: true } });
  const [first = '', second = ''] = updating.tokenSources.map(({ header }) => header);
  const isBearer = (header: string) =>
    updating.tokenSources.find((each) => each.header === header)?.forms.includes('plain') === false;
  const given = (one?: string, two?: string) =>
    Object.fromEntries(
      [
        [first, one],
        [second, two],
      ].flatMap(([header = '', token]) =>
        token === undefined ? [] : [[header, isBearer(header) && token !== '' ? `Bearer ${token}` : token]],
      ),
    );
  const login = operation('getToken');
  const callerBy = (by: Operation, headers: object, chosen: Chosen = {}) => {
    const { store, rules } = freshWorld(chosen);
    return refusalOf(() => {
      const { user, workspace } = authenticate(by, { ...headers }, store.view(), worldTime, rules);
      return [user.id, workspace.id];
    });
  };

  it.each<[string, Operation, object, unknown, Chosen?]>([
    ['a valid token', updating, given(tokens.acme), [1, 101]],
    ['one in the second header', updating, given(undefined, tokens.globex), [2, 102]],
    ['nothing', updating, {}, [missing, 'missing', undefined]],
    ['an empty header', updating, given(''), [missing, 'missing', undefined]],
    ['an empty header before a token', updating, given('', tokens.acme), [1, 101]],
    [
      'an empty header that counts',
      updating,
      given('', tokens.acme),
      [missing, 'missing', undefined],
      { 'auth.empty-headers': 'count' },
    ],
    [
      'a header that is not there, where empty ones count',
      updating,
      given(undefined, tokens.acme),
      [1, 101],
      { 'auth.empty-headers': 'count' },
    ],
    ['a wrong token before a valid one', updating, given(tokens.unknown, tokens.acme), [invalid, 'unknown', undefined]],
    ['one of several that is enough', takingAny, given(tokens.unknown, tokens.acme), [1, 101]],
    ['several wrong ones', takingAny, given(tokens.expired, tokens.unknown), [invalid, 'expired', undefined]],
    ['two that differ', agreeing, given(tokens.acme, tokens.acmeOlder), [invalid, 'several', undefined]],
    ['two that differ, where the first counts', updating, given(tokens.acme, tokens.globex), [1, 101]],
    ['two that are the same', agreeing, given(tokens.acme, tokens.acme), [1, 101]],
    ['a login token', updating, given(tokens.loginAcme), [invalid, 'unknown', undefined]],
    ['a login token where it is taken', takingLogin, given(tokens.loginGlobex), [2, 102]],
    ['an API token where login tokens are taken', takingLogin, given(tokens.globex), [2, 102]],
    ['a token of a form that is not taken', updating, { authorization: 'abc' }, [invalid, 'form', undefined]],
    ['a login token of a login', login, { [login.tokenSources[0]?.header ?? '']: tokens.loginAcme }, [1, 101]],
    [
      'an API token of a login',
      login,
      { [login.tokenSources[0]?.header ?? '']: tokens.acme },
      [login.tokenInvalidRefusal, 'unknown', undefined],
    ],
    ['an older token', updating, given(tokens.acmeOlder), [1, 101]],
    [
      'an older token where the newest counts',
      updating,
      given(tokens.acmeOlder),
      [invalid, 'expired', undefined],
      { 'auth.valid-tokens': 'newest' },
    ],
    ['the newest where it alone counts', updating, given(tokens.acme), [1, 101], { 'auth.valid-tokens': 'newest' }],
    [
      'a login token, which is none of those',
      takingLogin,
      given(tokens.loginAcme),
      [1, 101],
      { 'auth.valid-tokens': 'newest' },
    ],
  ])('is told by %s', (_, by, headers, caller, chosen) => {
    expect(callerBy(by, headers, chosen)).toEqual(caller);
  });

  it.each(['users', 'workspaces'] as const)('is nobody whose record is gone from the %s', (gone) => {
    const { store, rules } = freshWorld();
    const view = store.view();
    const without = { get: (name: string, id: never) => (name === gone ? undefined : view.get(name as 'users', id)) };
    const headers = given(tokens.acme);
    expect(refusalOf(() => authenticate(updating, headers, { ...without } as never, worldTime, rules))).toEqual([
      invalid,
      undefined,
      undefined,
    ]);
  });

  const sources = [{ header: 'authorization', forms: ['bearer'], kind: 'api-token' }] as const;
  const plain = [{ header: 'token', forms: ['plain'], kind: 'api-token' }] as const;

  it.each<[string, readonly Operation['tokenSources'][number][], string | string[] | undefined, unknown]>([
    ['a bearer', sources, 'Bearer abc', ['abc']],
    ['blanks around it', sources, '  bearer \t abc ', ['abc']],
    ['a bearer of nothing', sources, 'Bearer', []],
    ['a bearer and a blank', sources, 'Bearer  ', []],
    ['another scheme that ends so', sources, 'NotBearer abc', [undefined]],
    ['a word that begins so', sources, 'Bearerabc', [undefined]],
    ['a token without its scheme', sources, 'abc', [undefined]],
    ['an empty header', sources, '', []],
    ['no header', sources, undefined, []],
    ['a plain token', plain, ' abc ', ['abc']],
    ['a bearer where a plain one stands', plain, 'Bearer abc', ['Bearer abc']],
    ['a header that came twice', plain, ['a', 'b'], ['a, b']],
  ])('is read from %s', (_, from, value, read) => {
    const headers = value === undefined ? {} : { authorization: value, token: value };
    expect(tokensIn(from, headers as never).map(({ token }) => token)).toEqual(read);
  });
});

describe('whose a record is', () => {
  const { store, caller, stranger } = freshWorld();
  const view = store.view();
  const [agent] = [...view.all('agents')].filter(({ workspace_id: owner, status }) => owner === 101 && status !== 2);
  const [deleted] = [...view.all('agents')].filter(({ status }) => status === 2);
  const campaigns = [...view.all('campaigns')];
  const [campaign] = campaigns.filter(({ status, workspace_id: owner }) => owner === 101 && status !== 'deleted');
  const [ended] = campaigns.filter(({ status, workspace_id: owner }) => owner === 101 && status === 'deleted');

  it('refuses an agent that is absent, another’s or deleted', () => {
    const by = 'agent.not-found' as never;
    const find = (who: typeof caller, id = 0, value?: string) =>
      refusalOf(() => agentOfCaller(view, who, id, by, undefined, value).id);
    expect(find(caller, agent?.id)).toBe(agent?.id);
    expect(find(caller, 999_999)).toEqual([by, 'absent', 999_999]);
    expect(find(caller, 999_999, '0999999')).toEqual([by, 'absent', '0999999']);
    expect(find(stranger, agent?.id)).toEqual([by, 'foreign', agent?.id]);
    expect(find(deleted?.workspace_id === 101 ? caller : stranger, deleted?.id)).toEqual([by, 'deleted', deleted?.id]);
  });

  it('refuses a campaign that is absent, another’s or, if that is missing, deleted', () => {
    const by = 'campaign.not-found' as never;
    const find = (who: typeof caller, id = 0, isMissing = true) =>
      refusalOf(() => campaignOfCaller(view, who, id, by, isMissing).id);
    expect(find(caller, campaign?.id)).toBe(campaign?.id);
    expect(find(caller, 999_999)).toEqual([by, 'absent', 999_999]);
    expect(find(stranger, campaign?.id)).toEqual([by, 'foreign', campaign?.id]);
    expect(find(caller, ended?.id)).toEqual([by, 'deleted', ended?.id]);
    expect(find(caller, ended?.id, false)).toBe(ended?.id);
  });
});

describe('what becomes of references', () => {
  const { store, caller, stranger } = freshWorld();
  const view = store.view();
  const [tool, subAgent, number] = [
    'knowledge_base[tools][0][id]',
    'knowledge_base[sub_agents][0][id]',
    'phone_numbers[0]',
  ];
  const voice = 'basic_details[voice_id]';
  const voiceInJson = 'voice.voice_id';
  const agents = [...view.all('agents')].filter(({ workspace_id: owner }) => owner === 101);
  const toolOf = agents.flatMap(({ knowledge_base: { tools } }) => tools)[0]?.id;
  const subAgentOf = agents.flatMap(({ knowledge_base: { sub_agents: all } }) => all)[0]?.id;
  const knownVoice = view.all('voices')[0]?.id;
  const [owned] = [...view.all('phone_numbers')].filter(({ workspace_id: owner }) => owner === 101);

  const withOutcomes = (id: Operation['id'], values: object, known: object = {}): Operation => {
    const found = operation(id);
    return { ...found, reading: { ...found.reading, values, known } as Operation['reading'] };
  };
  const read = (by: Operation, body: object, who = caller, only?: readonly string[]) =>
    refusalOf(() => withReferences(checked(body) as never, by, view, who).valid(only));
  const tools = (...ids: unknown[]) => ({ knowledge_base: { tools: ids.map((id) => ({ id, name: 'one' })) } });
  const subAgents = (...ids: unknown[]) => ({ knowledge_base: { sub_agents: ids.map((id) => ({ id })) } });
  const form = (values: object, known?: object) => withOutcomes('createAgentOrUpdate', values, known);
  const both = { unknown: 'absent', foreign: 'refused' };
  const { invalidRefusal: invalid } = operation('createAgentOrUpdate');

  it.each<[string, Operation, object, unknown, boolean?]>([
    ['nothing is decided', form({}), tools('none'), tools('none')],
    ['a tool is unknown', form({ [tool]: both }), tools('none', toolOf), tools(toolOf)],
    ['a tool is known beside', form({ [tool]: both }, { tools: ['x', 'none'] }), tools('none'), tools('none')],
    ['others are known beside', form({ [tool]: both }, { tools: ['x'] }), tools('none'), tools()],
    ['that one alone is known beside', form({ [tool]: both }, { tools: ['none'] }), tools('none'), tools('none')],
    [
      'a tool has no id',
      form({ [tool]: both }),
      { knowledge_base: { tools: [{ name: 'one' }] } },
      { knowledge_base: { tools: [{ name: 'one' }] } },
    ],
    ['a tool is another’s', form({ [tool]: both }), tools(String(toolOf)), [invalid, 'foreign', String(toolOf)], true],
    ['a sub-agent is known', form({ [subAgent]: both }), subAgents(subAgentOf), subAgents(subAgentOf)],
    ['a sub-agent is a tool', form({ [subAgent]: both }), subAgents(toolOf), subAgents()],
    ['a tool is a sub-agent', form({ [tool]: both }), tools(subAgentOf), tools()],
    ['a number is owned', form({ [number]: both }), { phone_numbers: [owned?.id] }, { phone_numbers: [owned?.id] }],
    [
      'a number is another’s',
      form({ [number]: both }),
      { phone_numbers: [owned?.id] },
      [invalid, 'foreign', owned?.id],
      true,
    ],
    ['a number is unknown', form({ [number]: both }), { phone_numbers: ['+1999'] }, { phone_numbers: [] }],
    [
      'a voice is known',
      form({ [voice]: { unknown: 'refused' } }),
      { basic_details: { voice_id: knownVoice } },
      { basic_details: { voice_id: knownVoice } },
    ],
    [
      'a voice is unknown',
      form({ [voice]: both }),
      { basic_details: { voice_id: 'x', a: 1 } },
      { basic_details: { a: 1 } },
    ],
    ['a section is null', form({ [voice]: both }), { basic_details: null }, { basic_details: null }],
    [
      'a voice is no text',
      form({ [voice]: both }),
      { basic_details: { voice_id: true } },
      { basic_details: { voice_id: true } },
    ],
    [
      'a voice is blank',
      form({ [voice]: both }),
      { basic_details: { voice_id: ' ' } },
      { basic_details: { voice_id: ' ' } },
    ],
  ])('where %s', (_, by, body, expected, isStranger = false) => {
    expect(read(by, body, isStranger ? stranger : caller)).toEqual(expected);
  });

  it('are left alone where other fields alone are looked at', () => {
    const by = form({ [voice]: { unknown: 'refused' } });
    const body = { basic_details: { voice_id: 'x' } };
    expect(read(by, body, caller, ['phone_numbers'])).toEqual(body);
    expect(read(by, body, caller, ['basic_details'])).toEqual([invalid, 'unknown', 'x']);
  });

  it('are named in what is refused', () => {
    const by = form({ [voice]: { unknown: 'refused' } });
    const body = checked({ basic_details: { voice_id: 'x' } }) as never;
    expect(() => withReferences(body, by, view, caller).valid()).toThrow(`${voice}: there is no x.`);
  });

  it.each([
    ['agent_name', 'agent_name'],
    ['voice', 'voice'],
    [voiceInJson, voiceInJson],
    ['voice.settings.speed', voiceInJson],
    ['a field that there is not', 'a field that there is not'],
    ['', ''],
  ])('are told before a fault that stands behind: %s', (name, told) => {
    const by = withOutcomes('createAgent', { [voiceInJson]: { unknown: 'refused' } });
    const fault = new Refusal(by.invalidRefusal, 'wrong', name === '' ? {} : { name });
    const body = faulty({ voice: { voice_id: 'x' } }, fault) as never;
    const valid = () => withReferences(body, by, view, caller).valid();
    expect(valid).toThrow(told === voiceInJson && name !== told ? `${voiceInJson}: there is no x.` : 'wrong');
  });

  it.each([
    [number, 'configuration[memory_recall]', false],
    [number, 'phone_numbers', false],
    [number, voice, false],
    [voice, 'configuration[memory_recall]', true],
    [voice, 'phone_numbers', true],
    [voice, voice, false],
  ])('are told in the order of a form: %s before %s is %s', (field, name, isBefore) => {
    const by = form({ [field]: { unknown: 'refused' } });
    const sent = { phone_numbers: ['none'], basic_details: { voice_id: 'none' } };
    const body = faulty(sent, new Refusal(invalid, 'wrong', { name })) as never;
    const valid = () => withReferences(body, by, view, caller).valid();
    expect(valid).toThrow(isBefore ? `${field}: there is no none.` : 'wrong');
  });

  it('fail as the body does, where no rule has refused it', () => {
    const broken = {
      sent: {},
      valid: () => {
        throw new TypeError('gone');
      },
    };
    expect(() => withReferences(broken, form({ [voice]: both }), view, caller).valid()).toThrow('gone');
  });
});

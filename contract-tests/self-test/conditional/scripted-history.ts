import type { OperationId } from '../../../src/document/names.gen.ts';
import type { ApiRequest, FormPart } from '../../../src/deployment/transport.ts';
import { expiredToken, otherToken, ownToken } from '../call.ts';

/** Stands for the token of the next page of voices that was answered last. */
export const nextPage = 'next';

/** A request, or several that are sent at once. */
export type ScriptedStep = ApiRequest | readonly ApiRequest[];

type Fields = Readonly<Record<string, string | readonly string[]>>;

const none = { kind: 'none' } as const;
const pairs = (query: object): [string, string][] =>
  Object.entries(query).map(([name, value]) => [name, String(value)]);
const to = (operation: OperationId, query: object, body: ApiRequest['body'], token: string): ApiRequest => ({
  ...{ operation, query: pairs(query), headers: { token }, body },
});

const agent = (agent_id: number, token = ownToken): ApiRequest => to('getAgent', { agent_id }, none, token);
const save = (value: unknown, token = ownToken, query = {}): ApiRequest =>
  to('createAgent', query, { kind: 'json', value }, token);
const naming = (id: number, value: object, token = ownToken): ApiRequest => {
  const agent_id = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  return to('updateAgent', {}, { kind: 'json', value: { agent_id, ...value } }, token);
};
const voices = (provider_id: string, query = {}, token = ownToken): ApiRequest =>
  to('listVoices', { provider_id, ...query }, none, token);
/** Pages of a list of voices, each by the token of the one before. */
const pagesOf = (provider: string, limit: number, count: number): readonly ApiRequest[] => [
  voices(provider, { limit }),
  ...Array.from({ length: count - 1 }, () => voices(provider, { limit, page_token: nextPage })),
];
const records = (campaign_id: number, query = {}, token = ownToken): ApiRequest =>
  to('listAudience', { campaign_id, ...query }, none, token);
const campaign = (campaign_id: unknown, campaign_status: string, token = ownToken): ApiRequest =>
  to('forceCompleteCampaign', {}, { kind: 'json', value: { campaign_id, campaign_status } }, token);
const verifying = (token = ownToken): ApiRequest => to('verifyToken', {}, { kind: 'json', value: {} }, token);
const token = (login = 'login-acme'): ApiRequest => to('getToken', {}, none, login);

const csv = (name: string, value: string | Uint8Array = 'a,b\n1,2\n'): FormPart => ({
  ...{ name: 'FILE_KNOWLEDGE_BASES', value, file: { name, type: 'text/csv' } },
});

function agentForm(agent_name: string, fields: Fields = {}, files: readonly FormPart[] = []): ApiRequest {
  const named = Object.entries({ 'basic_details[agent_name]': agent_name, ...fields });
  const parts = named.flatMap(([name, value]) => [value].flat().map((each) => ({ name, value: each })));
  return to('createAgentOrUpdate', {}, { kind: 'form', parts: [...parts, ...files] }, ownToken);
}

/** One plain request after another, to every operation: no condition holds. */
export const everyday: readonly ScriptedStep[] = [
  ...[verifying(), verifying('0123'.repeat(16)), token(), token('login-none'), agent(1004), agent(999_999)],
  ...[agent(1004, otherToken), save({ agent_name: 'Front desk', description: 'Takes calls.' }), agent(1011)],
  ...[save({ agent_id: 1011, prompt: 'Be kind.' }), agent(1011), save({ agent_id: 1011, agent_name: 5 })],
  ...[save({ agent_id: 1011, status: 9 }), save({ agent_id: 1011, status: 1 }), save({ agent_id: 1002, status: 1 })],
  save({ agent_id: 1002, status: 3 }),
  agentForm('Night desk', { 'basic_details[description]': 'Takes calls at night.', 'basic_details[agent_type]': '3' }),
  ...[agentForm('', {}), voices('provider_a', { limit: 4 }), voices('provider_b', { limit: 4 }), voices('provider_x')],
  ...[records(5001), records(5001, { status: 1, limit: 4 }), records(5001, { is_new: true })],
  ...[records(5001, { mobile_no: '555' }), campaign(5002, 'pause'), campaign(5002, 'finished')],
  ...[save({ agent_id: 1011, status: 2 }), agent(1011)],
];

/** Agents by create-agent, in an own workspace of 1001 to 1010: the next one is 1011. */
const agents: readonly ScriptedStep[] = [
  ...[save({ agent_name: "O'Hara" }), agent(1011), save({ agent_name: "O'Hara" }), save({ agent_name: 'Three' })],
  ...[agent(1013), save({ agent_id: 1011, agent_name: 'x'.repeat(80) }), agent(1011), agent(1012)],
  ...[agent(1011, otherToken), save({ agent_id: 1011, agent_name: "O'Hara" }), agent(1011)],
  ...[save({ agent_id: 1012, description: 'One 😀 two' }), agent(1012), agent(1011)],
  ...[save({ agent_id: 1012, description: ' two words ' }), agent(1012)],
  ...[save({ agent_id: 1012, description: '0042' }), agent(1012), save({ agent_id: 1012, description: '' })],
  ...[agent(1012), save({ agent_id: 1012, prompt: `<b>"${'y'.repeat(300)}` }), agent(1012)],
  ...[save({ agent_id: 1012, description: 'both', prompt: 'both' }), agent(1012)],
  ...[save({ agent_id: 1012, prompt: 'p', llm: { model: 'default' }, greeting: '' }), agent(1012)],
  ...[save({ agent_id: 1012, voice: { voice_id: 'aurora-conceicao-033' } }), agent(1012)],
  save({ agent_id: 1012, voice: { voice_id: 'aurora-jonas-002', settings: { speed: 2.5 } }, speech_to_text: {} }),
  ...[agent(1012), save({ agent_id: 1012, agent_name: 'Twelve', configurations: { confidence_threshold: 0 } })],
  ...[agent(1012), save({ agent_id: 1012, timezone: 'America/Argentina/Ushuaia', greeting: 'Hello' }), agent(1012)],
  save({ agent_id: 1012, session_data_webhook: 'https://a.example/?b=c' }),
  ...[save({ prompt: 'by query' }, ownToken, { agent_id: 1012 }), agent(1012)],
  save({ agent_id: 1012, agent_name: 'Other' }, otherToken),
  save({ agent_name: 'Other' }, otherToken, { agent_id: 1012 }),
  ...[save({ agent_id: 1012, description: 'late' }, expiredToken), agent(1012), agent(2 ** 31)],
  ...[save({ agent_id: 1012, status: 2.5 }), save({ agent_id: 1012, status: -3 })],
  ...[save({ agent_id: 1012, status: 1 }), save({ agent_id: 1012, description: 'after' }), agent(1012)],
  ...[save({ agent_id: 1012, description: 7, prompt: null }), agent(1012)],
  ...[save({ agent_id: 1012, description: 'kept', voice: { provider: 7 } }), agent(1012)],
  ...[save({ agent_id: 1012, prompt: 'kept', description: 7 }), agent(1012)],
  ...[save({ agent_id: 1012, status: 2, description: 7 }), agent(1012)],
  ...[save({ agent_id: 1012, status: 3, description: 'with it' }), agent(1012)],
  ...[save({ agent_id: 1013, agent_name: 'true' }), agent(1013), naming(1013, { name: "D'Arcy", language: 'de' })],
  ...[agent(1013), naming(1013, { language: 'zh-Hant' }), naming(1013, { name: 'Darcy' }, expiredToken), agent(1013)],
  { ...agent(1013), headers: { token: ownToken, api_access_token: ownToken } },
  { ...save({ agent_id: 1013, prompt: '' }), headers: { api_access_token: ownToken } },
  ...[save({ agent_id: 1013, status: 2 }), agent(1013), save({ agent_name: 'Four' }), save({ agent_name: 'Five' })],
  ...[save({ agent_name: 'Six' }), save({ agent_name: 'Seven' }), ...Array.from({ length: 4 }, () => agent(1014))],
];

/** Agents by the form, their numbers and what publishing does to them. */
const firstNumber = '+15550009001';
const lastNumber = '+15550009004';
const forms: readonly ScriptedStep[] = [
  agentForm('First', { phone_numbers: ['+19990000000', firstNumber] }),
  agentForm('One', {
    'phone_numbers[]': firstNumber,
    'basic_details[agent_type]': '4',
    'denials[denied_words][]': ['a, b', 'c'],
  }),
  agent(1012),
  agentForm('Two', { 'basic_details[description]': 'A 😀 B', 'denials[denied_topics][]': ['Tax', 'TAX'] }),
  ...[agent(1013), agent(1012), agent(1013, otherToken), save({ agent_id: 1013, agent_name: 'Other' }, otherToken)],
  agentForm('Three', {
    ...{ 'denials[denied_words][]': ['x', 'y'], 'denials[denied_topics][]': 'z', 'knowledge_base[tools][0][id]': '7' },
    ...{ 'knowledge_base[tools][1][id]': '9', 'knowledge_base[tools][1][isEnabled]': 'false' },
    ...{ 'knowledge_base[sub_agents][0][id]': '3', 'dispositions_config[dispositions][]': 'Won' },
    ...{ 'metadata_config[metadata_input][0][key]': 'k', 'metadata_config[metadata_input][0][type]': 'string' },
    ...{ 'metadata_config[metadata_input][0][description]': 'K' },
    ...{ 'basic_details[category]': '2', 'basic_details[purpose]': '2', 'basic_details[description]': 'd' },
    ...{ 'basic_details[agent_type]': '2', 'basic_details[agent_privacy]': '1' },
  }),
  ...[agent(1014), naming(1014, { name: 'Renamed' }), agent(1014), agent(1013)],
  ...[agentForm('Four', { 'phone_numbers[]': lastNumber }, [csv('price.list.csv')]), agent(1015)],
  agentForm('Four', { 'phone_numbers[]': lastNumber }, [csv('price.csv')]),
  agentForm('Five', { 'basic_details[chatbot_image]': 'logo' }, [csv('one.csv'), csv('two.csv')]),
  ...[agentForm('Six', {}, [csv('ten.csv', Buffer.alloc(10_000_000, 'a,b\n'))]), save({ agent_id: 1012, status: 1 })],
  ...[agent(1012), agent(1012, otherToken), save({ agent_id: 1012, prompt: 'new' }), agent(1012)],
  ...[save({ agent_id: 1012, status: 7 }), agent(1012), naming(1012, { name: 'One again' }), agent(1012)],
  ...[save({ agent_id: 1012, prompt: '' }), agent(1012), save({ agent_id: 1013, status: 2 }), agent(1012)],
  ...[agent(1013), save({ agent_id: 1012, status: 3 }), agent(1012)],
  ...[save({ agent_id: 1012, status: 1, description: 7 }), agent(1012), save({ agent_id: 1012, status: 1 })],
  ...[save({ agent_id: 1012, status: 2 }), agent(1012), agentForm('Seven', { 'phone_numbers[]': firstNumber })],
  ...[agent(1019), save({ agent_id: 1019, status: 1 }), save({ agent_id: 1019, status: 3 })],
  ...[save({ agent_id: 1019, status: 2 }), agent(1019), agentForm('Eight', { 'phone_numbers[]': '+15550009002' })],
  ...[save({ agent_id: 1020, prompt: 'shared' }), save({ agent_id: 1020, status: 1 }), agent(1020)],
  ...[agentForm('Nine', { agent_id: '1020', 'knowledge_base[tools][0][id]': 'x' }), agent(1020)],
  ...[agentForm('Ten', { agent_id: '1020' }, [csv('a.exe')]), agent(1020)],
  agentForm('Bad file', { 'phone_numbers[]': firstNumber }, [csv('b.exe')]),
  agentForm('Bad', {
    'phone_numbers[]': firstNumber,
    'guardrails[hate_enabled]': 'x',
    'configuration[memory_recall]': 'x',
  }),
  ...[agentForm('Good', { 'phone_numbers[]': firstNumber }), save({ agent_id: 1021, status: 1 })],
  ...[save({ agent_id: 1021, status: 2 }), agentForm('Again', { 'phone_numbers[]': firstNumber }), agent(1022)],
];

const tokens: readonly ScriptedStep[] = [
  ...[verifying(), verifying(otherToken), verifying(`${ownToken.slice(0, 60)}0000`), verifying(), token()],
  ...[token('login-expired'), token('login-acme2'), token(), token(), ...Array.from({ length: 5 }, () => verifying())],
];

const lists: readonly ScriptedStep[] = [
  ...[voices('provider_A'), voices('провайдер'), voices('provider_a', { limit: 100 }), voices('provider_c')],
  ...[voices('provider_b', {}, expiredToken), voices('provider_b'), voices('provider_b', {}, expiredToken)],
  ...[...pagesOf('provider_a', 5, 8), ...pagesOf('provider_b', 1, 5), ...pagesOf('provider_a', 12, 4)],
  ...[...pagesOf('provider_b', 9, 5), ...pagesOf('provider_b', 15, 3), voices('provider_a', { limit: 5 })],
  voices('provider_x'),
  { ...voices('provider_a', { limit: 5, page_token: nextPage }), headers: { api_access_token: ownToken } },
  ...[records(5001, { mobile_no: '+1555' }), records(5001, { mobile_no: '+15556072' }), records(5001, { status: 0 })],
  ...[records(5001, { attempt: 0 }), records(5001, { limit: 250 }), records(5001, { page: 3 })],
  ...[records(5006, { page: 2, limit: 7 }), records(5006, { page: 2, limit: 1 })],
  ...[records(5006, { page: 2, limit: 3 }), records(5001, { page: 2, status: 0 })],
  ...[records(5001, { status: 0, limit: 20 }), records(5001, { limit: 100 })],
  ...[records(5001, { status: 1, mobile_no: '555' }), records(5001, { attempt: 1, last_status: 'busy' })],
  records(5001, { last_status: 'busy', first_status: 'no-answer' }),
  ...[records(5001, { call_status: 'busy', status: 2 }), records(5001, { mobile_no: '4477', attempt: 3 })],
  ...[records(5001, { is_new: true, call_status: 'busy' }), records(5001, { is_new: true, limit: 3 })],
  ...[records(5001, { is_new: true, page: 11 }), records(5001, { mobile_no: 'none' })],
  ...[records(5001, { is_new: true, mobile_no: 'none' }), records(5006), records(5005, {}, ownToken)],
  ...[records(5005, {}, otherToken), records(5006, { status: 0 }), records(5006, { status: 1 })],
  ...[records(5006, { status: 2 }), records(5006, { status: 3 })],
];

const campaigns: readonly ScriptedStep[] = [
  ...[agent(1004), agent(1004), agent(1004), records(5001), records(5006), agent(1004, otherToken), agent(1004)],
  ...[campaign(5002, 'HOLD'), campaign(5002, ' hold '), campaign('5002', 'hold'), campaign(5002, 'hold')],
  ...[campaign(5002, 'hold'), campaign(5006, 'hold'), campaign(5006, 'force-complete'), records(5006)],
  ...[campaign(5001, 'force_completed', expiredToken), records(5001), records(5001, { status: 3 })],
  ...[campaign(5006, 'pause'), campaign(5001, 'force_completed'), records(5001), records(5006), agent(1004)],
  ...[campaign(5006, 'force_completed'), records(5006)],
];

const races: readonly ScriptedStep[] = [
  ...[save({ agent_name: 'One', description: 'd' }), agent(1011)],
  [save({ agent_id: 1011, prompt: 'p' }), save({ agent_id: 1011, description: 'e' })],
  agent(1011),
  [
    save({ agent_id: 1011, prompt: 'q' }),
    save({ agent_id: 1011, agent_name: 'Two' }),
    naming(1011, { language: 'de' }),
  ],
  agent(1011),
  [save({ agent_id: 1011, agent_name: 'Three' }), agent(1011), naming(1011, { name: 'Four' }), agent(1004)],
  agent(1011),
  [save({ agent_id: 1011, status: 3 }), save({ agent_id: 1011, description: 'f' })],
  agent(1011),
  [save({ agent_id: 1011, status: 2 }), save({ agent_id: 1011, description: 'g' })],
  agent(1011),
  [save({ agent_name: 'A' }), save({ agent_name: 'B' })],
  [agentForm('C', { 'phone_numbers[]': firstNumber }), agentForm('D', { 'phone_numbers[]': lastNumber })],
  ...[agent(1014), agent(1015), save({ agent_id: 1014, status: 2 }), save({ agent_id: 1015, status: 2 })],
  [agentForm('E', { 'phone_numbers[]': firstNumber }), agentForm('F', { 'phone_numbers[]': firstNumber })],
  agent(1016),
  [save({ agent_name: 'G' }), agentForm('H', { 'basic_details[description]': 'h' })],
  agent(1019),
  [voices('provider_a'), voices('provider_b')],
  [records(5001), records(5006)],
  [verifying(), verifying('0123'.repeat(16))],
  [token(), token('login-initech')],
  [campaign(5006, 'force_completed'), records(5006)],
  records(5006),
];

/** Histories in which every condition holds once at least. */
export const histories: readonly (readonly ScriptedStep[])[] = [tokens, lists, campaigns, races, agents, forms];

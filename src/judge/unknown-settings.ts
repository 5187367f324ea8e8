import type { CampaignSettings, Settings } from '../deployment/configuration/settings.ts';
import { type ApiRequest, NoAnswerError, NotSentError, type Transport } from '../deployment/transport.ts';
import { type Api, memberOf } from './api.ts';
import { check } from './check.ts';
import type { CheckedAnswer } from './report/violation.ts';
import type { RunPlan } from './run-plan.ts';
import type { Session } from './session.ts';

/** A value of the settings under its key: `agents.read[0].id`. */
interface Named<T> {
  readonly key: string;
  readonly value: T;
}

/** An id that no deployment counts up to: what it answers to this one, it answers to an unknown one. */
const unknownId = 2_147_483_600;

/**
 * What the settings name and the deployment does not know: one sentence for each agent, campaign, number and token, with
 * its key. Reads; numbers are attached to an agent of the run's own, and `withNumbers` says whether that may be.
 */
export async function findUnknownSettings(
  session: Session,
  { effects }: Pick<RunPlan, 'effects'>,
  withNumbers: boolean,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const note = (found: readonly string[]): void => void faults.push(...found);
  await session.run(
    check({ clauses: ['versioning.prefix'], effect: 'none' }, 'the settings name what is there', async (api) => {
      note(await unknownTokens(api));
      note(await unknownAgents(api));
      note(await unknownCampaigns(api, effects.includes('irreversible')));
    }),
  );
  if (!withNumbers || !effects.includes('reversible')) return faults;
  await session.run(
    check({ clauses: ['versioning.prefix'], effect: 'reversible' }, 'the numbers can be attached', async (api) => {
      note(await unknownNumbers(api));
    }),
  );
  return faults;
}

async function unknownTokens(api: Api): Promise<string[]> {
  const { token: own, second_workspace: second, login } = api.settings;
  const faults: string[] = [];
  const apiTokens = namedSettings({
    'second_workspace.token': second?.token,
    'login.newest_api_token': login?.newest_api_token,
  });
  for (const { key, value: token } of apiTokens) {
    const isRefused = token !== own && (await isRefusedEverywhere(api, token));
    if (isRefused) faults.push(`${key}: the deployment does not know this token: every operation refuses it.`);
    if (key === 'second_workspace.token' && token === own) {
      faults.push(`${key}: is the token of the first workspace. Give one of another workspace.`);
    }
  }
  const loginTokens = namedSettings({
    'login.token': login?.token,
    'login.token_without_api_token': login?.token_without_api_token,
  });
  for (const { key, value: token } of loginTokens) {
    const { status } = await api.call('getToken', { token });
    if (status === 401) faults.push(`${key}: the deployment does not know this login token: get-token answers 401.`);
  }
  return faults;
}

/** One operation that refuses a token breaks a rule: only where each does, the token is not known. */
async function isRefusedEverywhere(api: Api, token: string): Promise<boolean> {
  const answers = [
    await api.call('verifyToken', { json: {}, token }),
    await api.call('getAgent', { query: { agent_id: unknownId }, token }),
    await api.call('listVoices', { query: { provider_id: 'provider_a' }, token }),
  ];
  return answers.every(({ status }) => status === 401 || status === 403);
}

async function unknownAgents(api: Api): Promise<string[]> {
  const ask = (agent_id?: number): Promise<CheckedAnswer> =>
    api.call('getAgent', agent_id === undefined ? {} : { query: { agent_id } });
  return unknownIds(agentsOf(api.settings), 'agent', ask);
}

async function unknownCampaigns(api: Api, withDisposable: boolean): Promise<string[]> {
  const askWith =
    (caller: { readonly token?: string }) =>
    (campaign_id?: number): Promise<CheckedAnswer> =>
      api.call('listAudience', { query: campaign_id === undefined ? {} : { campaign_id, limit: 1 }, ...caller });
  const faults = await unknownIds(campaignsOf(api.settings, withDisposable), 'campaign', askWith({}));
  const { campaigns, second_workspace: second } = api.settings;
  const token = second?.token ?? '';
  if (token === '' || campaigns?.foreign === undefined || (await isRefusedEverywhere(api, token))) return faults;
  const foreign = [{ key: 'campaigns.foreign', value: campaigns.foreign }];
  return [...faults, ...(await unknownIds(foreign, 'campaign', askWith({ token })))];
}

/** An id is unknown that is answered as one that cannot be there, and not as a request without any. */
async function unknownIds(
  named: readonly Named<number>[],
  what: string,
  ask: (id?: number) => Promise<CheckedAnswer>,
): Promise<string[]> {
  if (named.length === 0) return [];
  const [unknown, bare] = [await ask(unknownId), await ask()];
  const isTelling =
    unknown.status >= 400 && unknown.status < 500 && unknown.status !== 401 && !isAnsweredAlike(unknown, bare);
  if (!isTelling) return [];
  const faults: string[] = [];
  for (const { key, value: id } of named) {
    const answer = await ask(id);
    if (isAnsweredAlike(answer, unknown)) {
      faults.push(`${key}: the deployment does not know ${what} ${id}: it answers ${answer.status}${words(answer)}.`);
    }
  }
  return faults;
}

async function unknownNumbers(api: Api): Promise<string[]> {
  const { owned = [], shared = [], inactive = [] } = api.settings.numbers ?? {};
  const named = Object.entries({ owned, shared, inactive }).flatMap(([list, numbers]) =>
    numbers.map((value, index) => ({ key: `numbers.${list}[${index}]`, value })),
  );
  const attach = (label: string, numbers: readonly string[]): Promise<CheckedAnswer> =>
    api.call('createAgentOrUpdate', {
      form: [
        { name: 'basic_details[agent_name]', value: api.newName(label) },
        { name: 'basic_details[agent_type]', value: '3' },
        ...numbers.map((value) => ({ name: 'phone_numbers[]', value })),
      ],
    });
  const isRefusal = ({ status }: CheckedAnswer): boolean => [400, 403, 404, 409, 422].includes(status);
  // A form that is refused without a number says nothing of the numbers.
  if (named.length === 0 || isRefusal(await attach('plain', []))) return [];
  const faults: string[] = [];
  for (const { key, value: number } of named) {
    const answer = await attach('number', [number]);
    if (isRefusal(answer)) {
      faults.push(`${key}: ${number} cannot be attached to an agent: ${answer.status}${words(answer)}.`);
    }
  }
  return faults;
}

function agentsOf({ agents, campaigns }: Settings): Named<number>[] {
  const { disposable = [], disposable_paused, disposable_draft, disposable_deleted, changeable } = campaigns ?? {};
  return namedSettings({
    ...Object.fromEntries((agents?.read ?? []).map(({ id }, index) => [`agents.read[${index}].id`, id])),
    'agents.draft_with_inactive_number': agents?.draft_with_inactive_number,
    'agents.draft_with_shared_number': agents?.draft_with_shared_number,
    ...Object.fromEntries(disposable.map(({ agent }, index) => [`campaigns.disposable[${index}].agent`, agent])),
    'campaigns.disposable_paused.agent': disposable_paused?.agent,
    'campaigns.disposable_draft.agent': disposable_draft?.agent,
    'campaigns.disposable_deleted.agent': disposable_deleted?.agent,
    'campaigns.changeable.agent': changeable?.agent,
  });
}

function campaignsOf({ agents, campaigns }: Settings, withDisposable: boolean): Named<number>[] {
  const used = (agents?.read ?? []).flatMap(({ campaigns: list = {} }, index) =>
    Object.entries(list)
      .filter(([, status]) => status !== 'deleted')
      .map(([id]) => [`agents.read[${index}].campaigns.${id}`, Number(id)] as const),
  );
  return namedSettings({
    ...Object.fromEntries((campaigns?.read ?? []).map((id, index) => [`campaigns.read[${index}]`, id])),
    ...Object.fromEntries(used),
    'campaigns.changeable.id': campaigns?.changeable?.id,
    ...(withDisposable ? disposableOf(campaigns ?? {}) : {}),
  });
}

function disposableOf({ disposable = [], disposable_paused, disposable_draft }: CampaignSettings): Given<number> {
  return {
    ...Object.fromEntries(disposable.map(({ id }, index) => [`campaigns.disposable[${index}].id`, id])),
    'campaigns.disposable_paused.id': disposable_paused?.id,
    'campaigns.disposable_draft.id': disposable_draft?.id,
  };
}

type Given<T> = Readonly<Record<string, T | undefined>>;

/** What is there, by its key; an empty text is not. */
function namedSettings<T>(values: Given<T>): Named<T>[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [{ key, value }],
  );
}

function isAnsweredAlike(one: CheckedAnswer, other: CheckedAnswer): boolean {
  // A message may name the id.
  const plain = (answer: CheckedAnswer): string => words(answer).replaceAll(/\d+/g, '#');
  return one.status === other.status && plain(one) === plain(other);
}

/** The message of an answer, behind a blank. */
function words({ body }: CheckedAnswer): string {
  const message = memberOf(body, 'message');
  return typeof message === 'string' && message !== '' ? ` "${message.slice(0, 200)}"` : '';
}

/** Why a target cannot be judged; null where it can. */
type ProbeResult = { readonly kind: 'unreachable' | 'token expired'; readonly message: string } | null;

/**
 * Asks whether the target is there and knows the token. One operation that refuses it would be a violation: only where
 * every one does, the token itself is no good.
 */
export async function probe(transport: Transport, settings: Settings): Promise<ProbeResult> {
  const headers = { token: settings.token };
  const requests: ApiRequest[] = [
    { operation: 'verifyToken', query: [], headers, body: { kind: 'json', value: {} } },
    { operation: 'getAgent', query: [['agent_id', '1']], headers, body: { kind: 'none' } },
    { operation: 'listVoices', query: [['provider_id', 'provider_a']], headers, body: { kind: 'none' } },
  ];
  const failures: string[] = [];
  const statuses: number[] = [];
  for (const request of requests) {
    try {
      statuses.push((await transport(request)).status);
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof NotSentError)) throw error;
      failures.push(error.message);
    }
  }
  const where = settings.addresses?.base_url ?? 'the mock';
  if (statuses.length === 0) {
    return { kind: 'unreachable', message: `target unreachable: ${where}: ${failures[0] ?? ''}` };
  }
  if (statuses.every((status) => status === 401 || status === 403)) {
    return { kind: 'token expired', message: `token expired or not valid: ${where} refuses it everywhere` };
  }
  return null;
}

import type { Settings } from '../deployment/configuration/settings.ts';
import { NoAnswerError, NotSentError, type Transport } from '../deployment/transport.ts';
import { isContainer, memberOf } from '../json/json-value.ts';
import { apiRequest, type Api } from './api.ts';
import type { CheckedAnswer } from './report/violation.ts';
import type { RunPlan } from './run-plan.ts';
import type { Session } from './session.ts';
import { unknownToken } from './stated/callers.ts';
import { firstAbsent } from './stated/judge-lists.ts';

/** A value of the settings under its key: `agents.read[0].id`. */
interface Named<T> {
  readonly key: string;
  readonly value: T;
}

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
  const run = async (api: Api): Promise<void> => {
    const agents = settingsAt<number>(api.settings, agentKeys);
    faults.push(...(await unknownTokens(api)));
    faults.push(...(await firstAbsents(agents, 'agent', (agent_id) => api.call('getAgent', { query: { agent_id } }))));
    faults.push(...(await unknownCampaigns(api, effects.includes('irreversible'))));
    if (withNumbers && effects.includes('reversible')) faults.push(...(await unknownNumbers(api)));
  };
  // What cannot be asked stays open: the checks say why.
  await session.run({ title: 'the settings', clauses: ['payload.json'], needs: [], effect: 'none', run });
  return faults;
}

async function unknownTokens(api: Api): Promise<string[]> {
  const { token: own } = api.settings;
  const faults: string[] = [];
  for (const { key, value: token } of settingsAt<string>(api.settings, tokenKeys)) {
    if (key === 'second_workspace.token' && token === own) {
      faults.push(`${key}: is the token of the first workspace. Give one of another workspace.`);
    } else if (key.startsWith('login.token')) {
      const answer = await api.call('getToken', { token });
      if (answer.status !== 401) continue;
      // One that is refused in other words than a token that nobody has is known: to refuse it so breaks a rule.
      if (!isAnsweredAlike(answer, await api.call('getToken', { token: unknownToken }))) continue;
      faults.push(`${key}: the deployment does not know this login token: get-token answers 401.`);
    } else if (token !== own && (await isRefusedEverywhere(api, token))) {
      faults.push(`${key}: the deployment does not know this token: every operation refuses it.`);
    }
  }
  return faults;
}

/** Where each of these refuses a token, it is not known: one that refuses it alone breaks a rule. */
const everywhere = [
  ['verifyToken', { json: {} }],
  ['getAgent', { query: { agent_id: firstAbsent } }],
  ['listVoices', { query: { provider_id: 'provider_a' } }],
] as const;

async function isRefusedEverywhere(api: Api, token: string): Promise<boolean> {
  for (const [operation, options] of everywhere) {
    if (!isRefusedToken((await api.call(operation, { ...options, token })).status)) return false;
  }
  return true;
}

function isRefusedToken(status: number): boolean {
  return status === 401 || status === 403;
}

async function unknownCampaigns(api: Api, withDisposable: boolean): Promise<string[]> {
  const unknownTo = (token: string, keys: readonly RegExp[]): Promise<string[]> => {
    const named = keys.flatMap((each) => settingsAt<number>(api.settings, each));
    return firstAbsents(named, 'campaign', (id) =>
      api.call('listAudience', { query: { campaign_id: id, limit: id === undefined ? undefined : 1 }, token }),
    );
  };
  const { token: own, second_workspace: { token = '' } = {} } = api.settings;
  const faults = await unknownTo(own, [...campaignKeys, ...(withDisposable ? [disposableKeys] : [])]);
  if (token === '' || (await isRefusedEverywhere(api, token))) return faults;
  return [...faults, ...(await unknownTo(token, [/^campaigns\.foreign$/]))];
}

/** An id is unknown that is answered as one that cannot be there, and not as a request without any. */
async function firstAbsents(
  named: readonly Named<number>[],
  what: string,
  ask: (id?: number) => Promise<CheckedAnswer>,
): Promise<string[]> {
  if (named.length === 0) return [];
  const [unknown, bare] = [await ask(firstAbsent), await ask()];
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
  const named = settingsAt<string>(api.settings, /^numbers\.(?:owned|shared)/);
  const attach = (label: string, numbers: readonly string[]): Promise<CheckedAnswer> =>
    api.call('createAgentOrUpdate', {
      form: [
        { name: 'basic_details[agent_name]', value: api.newName(label) },
        { name: 'basic_details[agent_type]', value: '3' },
        ...numbers.map((value) => ({ name: 'phone_numbers[]', value })),
      ],
    });
  const isRefusal = ({ status }: CheckedAnswer): boolean => [400, 403, 404, 409, 422].includes(status);
  // One that is inactive may be refused for that; a form that is refused without a number says nothing of the numbers.
  if (named.length === 0 || isRefusal(await attach('plain', []))) return [];
  // All at once: where no agent can be deleted, each one that is made here is one less that the checks may leave.
  const all = named.map(({ value }) => value);
  if (!isRefusal(await attach('numbers', all))) return [];
  const faults: string[] = [];
  for (const { key, value: number } of named) {
    const answer = await attach('number', [number]);
    if (isRefusal(answer)) {
      faults.push(`${key}: ${number} cannot be attached to an agent: ${answer.status}${words(answer)}.`);
    }
  }
  return faults;
}

/** The settings whose keys match, `campaigns.disposable[0].agent`; campaigns that an agent shows are named by keys, beside their status. */
function settingsAt<T>(settings: Settings, keys: RegExp): Named<T>[] {
  return leavesOf(settings).flatMap(({ key, value }): Named<T>[] => {
    const isNamed = keys.test(key) && value !== '' && value !== 'deleted';
    return isNamed ? [{ key, value: (/\.campaigns\.(\d+)$/.exec(key)?.[1] ?? value) as T }] : [];
  });
}

function leavesOf(value: unknown, key = ''): Named<unknown>[] {
  if (!isContainer(value)) return [{ key, value }];
  const keyOf = (name: string): string =>
    Array.isArray(value) ? `${key}[${name}]` : `${key}.${name}`.replace(/^\./, '');
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, keyOf(name)));
}

const tokenKeys = /^(second_workspace\.token|login\.(newest_api_token|token|token_without_api_token))$/;
const agentKeys = /^agents\.(read\[\d+\]\.id|draft_\w+)$|^campaigns\..*\.agent$/;
const campaignKeys = [
  /^campaigns\.read\[\d+\]$/,
  /^agents\.read\[\d+\]\.campaigns\.\d+$/,
  /^campaigns\.changeable\.id$/,
];
/** But for the one that is deleted already. */
const disposableKeys = /^campaigns\.disposable(\[\d+\]|_paused|_draft)\.id$/;

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

/**
 * Asks whether the target is there and knows the token: to refuse it at one operation is a violation, at every one the token
 * itself is no good. Gives why the target cannot be judged, or null.
 */
export async function probe(transport: Transport, settings: Settings): Promise<string | null> {
  const failures: string[] = [];
  const statuses: number[] = [];
  for (const [operation, options] of everywhere) {
    try {
      statuses.push((await transport(apiRequest(operation, options, { token: settings.token }))).status);
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof NotSentError)) throw error;
      failures.push(error.message);
    }
  }
  const where = settings.addresses?.base_url ?? 'the mock';
  if (statuses.length === 0) return `target unreachable: ${where}: ${failures[0] ?? ''}`;
  return statuses.every(isRefusedToken) ? `token expired or not valid: ${where} refuses it everywhere` : null;
}

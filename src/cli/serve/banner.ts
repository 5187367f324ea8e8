import type { MockAccount, PublicMock } from '../../mock.ts';

export interface BannerFacts {
  readonly version: string;
  /** Where the mock listens, without a slash at the end. */
  readonly url: string;
  readonly accounts: readonly MockAccount[];
  /** Folder that keeps the state; null: memory. */
  readonly dataDir: string | null;
  /** Where the state is kept in place of the folder, without its password. */
  readonly store?: string;
  /** Null or absent: none. */
  readonly profile?: PublicMock['profile'];
  readonly scenario: string;
  /** Whether the console and /__mock answer: on an address that others reach they need a token. */
  readonly isControlled: boolean;
}

const controlOff = 'off, as the control API is, because others reach this address: --control-token TOKEN turns both on';

type Row = readonly [name: string, value: string];

/** What the server says of itself when it listens, line by line; the first line alone holds the address. */
export function banner(facts: BannerFacts): readonly string[] {
  const { url, accounts, scenario, isControlled, profile = null } = facts;
  const token = accounts.find((account) => account.api_token !== null)?.api_token ?? null;
  const rows: Row[] = [
    ['base_url', `${url}/api/v1/global`],
    ['api_url', url],
    ['alt_url', url],
    ['', ''],
    ...accounts.flatMap(accountRows),
    ...(token === null ? [] : tryRows(url, token)),
    ['console', isControlled ? url : controlOff],
    ['docs', `${url}/__mock/docs`],
    ['scenario', scenario],
    ['state', statePlace(facts)],
    ...(profile === null ? [] : [profileRow(profile)]),
    ['stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([name, value]) => (name + value === '' ? '' : `  ${name.padEnd(11)}${value}`));
  return [listeningSentence(facts), '', ...lines, ''];
}

/** A sentence with the address. */
export function listeningSentence({ version, url }: BannerFacts): string {
  return `voice-agent-mock ${version} listens on ${url}`;
}

/** Where the state is kept, in words. */
export function statePlace({ dataDir, store }: BannerFacts): string {
  return store === undefined && dataDir === null ? 'in memory, forgotten at the end' : `kept in ${store ?? dataDir}`;
}

/** What happened to the server, as a line of JSON beside those of its requests. */
export function eventLine(facts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ level: 'info', time: new Date().toISOString(), ...facts });
}

function profileRow({ name, decided }: NonNullable<PublicMock['profile']>): Row {
  return ['profile', `${name}, which decides ${decided} ${decided === 1 ? 'choice' : 'choices'}`];
}

function accountRows(account: MockAccount): Row[] {
  return [
    ['workspace', `${account.workspace_id} ${account.workspace_name}`],
    ['  token', account.api_token ?? 'none yet'],
    ['  login', account.login_token ?? 'none'],
    ['', ''],
  ];
}

function tryRows(url: string, token: string): Row[] {
  return [
    ['try', `curl -X POST ${url}/api/v1/global/verify -H 'token: ${token}'`],
    ['', ''],
  ];
}

import { createHash } from 'node:crypto';
import { amendDocument } from '../clauses/amend-document.ts';
import { checkProfile } from '../clauses/profile.ts';
import { type Addresses, type Need, type Settings, unmetNeeds } from '../deployment/configuration/settings.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { Clause } from '../document/operation.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { fieldOf, listIn, objectIn, grouped } from '../json/json-value.ts';
import { didYouMean } from '../text/nearest.ts';
import type { Api } from './api.ts';
import type { Effect } from './steps.ts';

export interface Check {
  /** Absent: it is called by the first of its rules. */
  readonly title?: string;
  /** The rules that it fails for, all stated or all assumed. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** What it needs of the settings; `reversible` checks of numbers run one after another. */
  readonly needs: readonly Need[];
  readonly effect: Effect;
  /** How many requests a violation tells at most; a few if absent. */
  readonly mostSteps?: number;
  /** @throws Violation for the rule that does not hold */
  readonly run: (api: Api) => Promise<void>;
}

/** What a check is called: by its title, or by its rule as the catalogue words it. */
export function titleOfCheck({ title, clauses: [clause] }: Check, catalogue: ReadonlyMap<ClauseId, Clause>): string {
  return title ?? catalogue.get(clause)?.rule ?? clause;
}

/** Every check of the suite by the name of its list; the checks of a list run one after another. */
export type CheckLists = Readonly<Record<string, readonly Check[]>>;

/** A part of a suite: the `index`th, from 1, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What a run does, as its workers get it: plain data. */
export interface RunPlan {
  readonly settings: Settings;
  /** Where the requests go: the addresses of the settings, or those of the mock in process. */
  readonly addresses: Addresses;
  readonly withAssumptions: boolean;
  readonly effects: readonly Effect[];
  /** Absent: every check. */
  readonly shard?: Shard;
  /** The rules that are asked for; absent: every one. */
  readonly only?: ReadonlySet<ClauseId>;
  /** What the target is validated against where the specification is silent, as its file has it; absent: the default choices. */
  readonly profile?: object;
  /** Begins the names of agents. */
  readonly run: string;
  /** When checks end and when cleaning does, in milliseconds since 1970; absent: no limit. */
  readonly until?: { readonly checks: number; readonly cleaning: number };
}

/** The document that a run validates against, with its profile applied. @throws ProfileError, ContractDocumentError */
export function documentFollowed({ profile }: Pick<RunPlan, 'profile'>, document: ContractDocument): ContractDocument {
  return profile === undefined ? document : amendDocument(document, checkProfile(profile, document.choices));
}

/** Why a check does not run, and the key of the configuration or the flag that would enable it; null if it does. */
export function whyNotRun(
  check: Check,
  plan: RunPlan,
  document: ContractDocument,
): { reason: string; setting: string } | null {
  if (plan.only !== undefined && !check.clauses.some((id) => plan.only?.has(id))) {
    return { reason: 'it was not asked for', setting: 'without --only' };
  }
  if (!plan.effects.includes(check.effect)) {
    return check.effect === 'irreversible'
      ? { reason: 'what it does cannot be undone', setting: '--allow-irreversible' }
      : { reason: 'the run only reads', setting: 'without --read-only' };
  }
  if (document.clauses.get(check.clauses[0])?.kind === 'assumed' && !plan.withAssumptions) {
    return { reason: 'the rule is assumed, not stated', setting: '--assumptions' };
  }
  const [missing] = unmetNeeds(plan.settings, check.needs);
  return missing === undefined ? null : { reason: `${missing} is not given`, setting: missing };
}

/** The rules that names stand for: a rule's own, an operation's (what it has of its own) or a tag's. @throws Error that names the one that stands for nothing */
export function clausesNamed(
  names: readonly string[],
  { clauses, operations, openapi }: ContractDocument,
): Set<ClauseId> {
  const described = Object.values(objectIn(openapi['paths'])).flatMap((path) => Object.values(objectIn(path)));
  const tagsOf = (id: string): readonly unknown[] => {
    const operation = described.find((each) => fieldOf(each, 'operationId') === id);
    return listIn(fieldOf(operation, 'tags'));
  };
  return new Set(
    names.flatMap((name) => {
      const meant = [...operations.keys()].filter((id) => id === name || tagsOf(id).includes(name));
      const found = [...clauses.values()].filter(
        (clause) =>
          clause.id === name || (clause.operations !== 'all' && clause.operations.some((id) => meant.includes(id))),
      );
      if (found.length > 0) return found.map(({ id }) => id);
      throw new Error(
        `${name} is no rule, operation or tag.${didYouMean(name, [...clauses.keys(), ...operations.keys()])}`,
      );
    }),
  );
}

/** A short id that no other run has: the time and chance. */
export function newRunId(now: number, random: number): string {
  const chance = Math.floor(random * 36 ** 4).toString(36);
  return `${Math.floor(now / 1000).toString(36)}${chance.padStart(4, '0')}`;
}

/** What begins the name of each agent of a run, and of no other. */
export function markOf(run: string): string {
  return `contract-${run}-`;
}

/** When checks end and when cleaning does, in milliseconds as `now`: a fifth of the time is kept for cleaning, 3 minutes at most. */
export function timesOf(now: number, minutes: number): Required<RunPlan>['until'] {
  const whole = minutes * 60_000;
  return { checks: now + whole - Math.min(whole / 5, 180_000), cleaning: now + whole };
}

/** What a run would do, line by line: its checks, what it would write, and what is missing. */
export function planText(plan: RunPlan, checks: CheckLists, document: ContractDocument): readonly string[] {
  return [
    `Target: ${plan.settings.addresses?.base_url ?? 'the mock, in process'}`,
    'Checks',
    ...Object.entries(checks).map(([file, list]) => checksLine(file, list, plan, document)),
    'Writes',
    ...orNothing(writesOf(plan)),
    'Missing',
    ...orNothing(missingLines(plan, Object.values(checks).flat(), document)),
  ];
}

function checksLine(file: string, list: readonly Check[], plan: RunPlan, document: ContractDocument): string {
  const running = list.filter((check) => whyNotRun(check, plan, document) === null);
  const effects = ['none', 'reversible', 'irreversible'].map(
    (effect) => `${effect} ${running.filter((check) => check.effect === effect).length}`,
  );
  return `  ${file.padEnd(22)}${String(running.length).padStart(4)} of ${String(list.length).padEnd(4)} ${effects.join(', ')}`;
}

function writesOf({ settings, effects, run, withAssumptions }: RunPlan): readonly string[] {
  const { numbers: { owned = [], shared = [] } = {}, campaigns = {} } = settings;
  const numbers = [...owned, ...shared].join(', ') || 'none';
  const { changeable, disposable, disposable_paused, disposable_draft, disposable_deleted } = campaigns;
  const lines: readonly (readonly [Effect, unknown, string])[] = [
    ['reversible', true, `agents named contract-${run}-…, soft-deleted at the end, entered in ${settings.ledger}`],
    ['reversible', true, `numbers ${numbers}, attached to these agents and released`],
    ['reversible', changeable, `set to draft, hold and pause, and back to ${changeable?.status ?? ''}`],
    ['irreversible', disposable?.[0], 'force-completed FOR EVER'],
    ['irreversible', withAssumptions && disposable_paused, 'force-completed FOR EVER'],
    ['irreversible', disposable_draft, 'DELETED FOR EVER'],
    ['irreversible', withAssumptions && disposable_deleted, 'asked for what must be refused; FOR EVER if it is not'],
  ];
  return lines.flatMap(([effect, campaign, what]) => {
    if (!effects.includes(effect) || campaign === undefined || campaign === false) return [];
    return campaign === true ? what : `campaign ${String(fieldOf(campaign, 'id'))} ${what}`;
  });
}

function missingLines(plan: RunPlan, checks: readonly Check[], document: ContractDocument): readonly string[] {
  const kept = checks.flatMap((check) => whyNotRun(check, plan, document) ?? []);
  return [...grouped(kept, ({ setting }) => setting)].map(
    ([setting, { length }]) => `${setting}: ${length} checks not verified`,
  );
}

function orNothing(lines: readonly string[]): readonly string[] {
  return (lines.length === 0 ? ['nothing'] : lines).map((line) => `  ${line}`);
}

/** The shard that `2/3` names; undefined for any other text. */
export function parseShard(text: string): Shard | undefined {
  const [, index = '', count = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : undefined;
}

/** The lists of a shard, the same on every machine, the longest first. None is split, because its checks share numbers and campaigns. */
export function listsOfShard(lists: CheckLists, shard: Shard | undefined): CheckLists {
  if (shard === undefined) return lists;
  const sizes = Array.from({ length: shard.count }, () => 0);
  const names = new Set<string>();
  for (const [name, list] of Object.entries(lists).toSorted(([, one], [, other]) => other.length - one.length)) {
    const place = sizes.indexOf(Math.min(...sizes));
    sizes[place] = (sizes[place] ?? 0) + list.length;
    if (place === shard.index - 1) names.add(name);
  }
  return Object.fromEntries(Object.entries(lists).filter(([name]) => names.has(name)));
}

/** Which checks and rules a verdict is of, by version and a digest that tells commits of one version apart: `0.1.0+3f2a91c4`. */
export function suiteVersion(version: string, document: ContractDocument, lists: CheckLists): string {
  const titles = Object.entries(lists).map(([name, list]) => [
    name,
    list.map(({ title, clauses }) => [title, clauses]),
  ]);
  const whole = JSON.stringify([document.openapi, [...document.clauses.values()], titles]);
  return `${version}+${createHash('sha256').update(whole).digest('hex').slice(0, 8)}`;
}

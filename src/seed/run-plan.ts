import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { operationPlaces, withoutSlash } from '../deployment/addresses.ts';
import { openCreationLedger } from '../deployment/agents/creation-ledger.ts';
import { LedgerError, isOfDeployment, openLedgerFile, withLedger } from '../deployment/agents/ledger.ts';
import type { DeploymentSettings } from '../deployment/configuration/read-settings.ts';
import { type OpenTransport, openTransport } from '../deployment/http-transport.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { generate } from './plan/generate.ts';
import type { SeedPlan } from './plan/plan.gen.ts';
import { checkPlan } from './plan/read-plan.ts';
import { type ResolvedPlan, resolvePlan } from './plan/resolve-plan.ts';
import type { RunWatch, SeedOutcome } from './plan/seed-batch.ts';
import { type DeploymentOutcome, emptyDeployment, fillDeployment } from './targets/fill-deployment.ts';
import { type RunningMock, emptyMock, fillMock, mockTransport, nameOfPlace } from './targets/fill-mock.ts';
import { SeedLedger } from './targets/seed-ledger.ts';
import { removeScenario, scenarioLedger, writeScenario } from './targets/write-scenario.ts';

/** Where a plan's records go. */
export type SeedTarget =
  /** The folder of a scenario, and the one that it begins as: `empty` if absent. */
  | { readonly folder: string; readonly base?: string }
  /** The address of a running mock; its own world if none is named. */
  | { readonly mock: string; readonly world?: string | null; readonly controlToken?: string | null }
  | { readonly deployment: DeploymentSettings };

export interface RunOptions extends RunWatch {
  /** Goes before the plan's own. */
  readonly seed?: number;
  /** What was made, to go on from and to take back; a folder has its own. */
  readonly ledger?: string;
  /** Requests a second at most. */
  readonly rate?: number | null;
}

/** A token of a user that was made. */
export interface MadeToken {
  readonly kind: 'api_token' | 'login_token';
  readonly token: string;
  readonly user_id: number;
  readonly workspace_id: number;
}

/** What a run came to. */
export interface SeedResult extends DeploymentOutcome {
  readonly ledger: string;
  /** The ids of what was made, by kind: `{ agents: '1011-1110' }`. */
  readonly ids: Readonly<Record<string, string>>;
  readonly tokens: readonly MadeToken[];
}

/**
 * Makes what a plan asks for in a target. Run again it makes nothing twice, and goes on where a run was broken off.
 * @throws PlanError with every mistake of the plan
 * @throws LedgerError if the ledger is of another plan or target
 * @throws NoAnswerError if the target cannot be reached
 * @throws SeedStoppedError if the target refuses
 */
export async function runPlan(plan: SeedPlan, target: SeedTarget, options: RunOptions = {}): Promise<SeedResult> {
  return runResolved(resolvePlan(checkPlan(plan), options.seed), target, options);
}

/** The same for a plan that was resolved before. */
export async function runResolved(plan: ResolvedPlan, target: SeedTarget, options: RunOptions): Promise<SeedResult> {
  if ('folder' in target) {
    const baseDir = scenarioFolder(target.base ?? 'empty');
    const outcome = await writeScenario(plan, resolve(target.folder), { ...options, baseDir });
    return resultOf(outcome, new SeedLedger(scenarioLedger(resolve(target.folder))));
  }
  const file = options.ledger ?? ledgerName('seed', target);
  if ('mock' in target) {
    const place = mockPlace(target);
    const outcome = await withLedger(file, mockTransport(place, options.rate), (send) =>
      fillMock(plan, place, { ...options, send, ledger: new SeedLedger(file) }),
    );
    return resultOf(outcome, new SeedLedger(file));
  }
  const made = await withLedger(file, deploymentTransport(target.deployment, options), (transport) =>
    fillDeployment(plan, target.deployment, {
      ...options,
      transport,
      ledger: openLedgerFile(file),
      run: randomBytes(5).toString('hex'),
      sleep: (milliseconds) => wait(milliseconds),
    }),
  );
  const ids = openCreationLedger(openLedgerFile(file)).ids();
  return { ...made, ledger: file, ids: { agents: ids.join(', ') }, tokens: [] };
}

/** What taking back came to: what was removed, in words, and what is still there. */
export interface UndoResult {
  readonly removed: string;
  readonly left: readonly string[];
}

/** What the undoing of a run needs to know: what it was about, and what would be taken back. */
export function readRun(file: string): {
  readonly target: string;
  readonly keys: readonly string[];
  readonly isDeployment: boolean;
} {
  const ledger = new SeedLedger(file);
  if (ledger.run === null) throw new LedgerError(`${file} is the ledger of no run: there is nothing to take back.`);
  const { target } = ledger.run;
  const folder = resolve(dirname(file));
  const own = /^https?:/.test(target) ? target : resolve(folder, target);
  if (!/^https?:/.test(own) && own !== folder) {
    throw new LedgerError(`${file} says that ${own} is its folder: a ledger is taken back where it was written.`);
  }
  const isDeployment = isOfDeployment(openLedgerFile(file));
  return { target: own, isDeployment, keys: ledger.keys('done', 'sending') };
}

interface UndoOptions extends Pick<RunOptions, 'rate'> {
  /** Whose agents the run made, if it did. */
  readonly deployment?: DeploymentSettings;
  readonly controlToken?: string | null;
}

/** Takes back what a ledger's run made. @throws LedgerError if it is of no run, or of another deployment or folder */
export async function undoRun(file: string, given: UndoOptions = {}): Promise<UndoResult> {
  const { deployment, controlToken = null, rate = null } = given;
  const { target } = readRun(file);
  if (deployment !== undefined) {
    return withLedger(file, deploymentTransport(deployment, { rate }), async (transport) => {
      const { deleted, left } = await emptyDeployment(deployment, { transport, ledger: openLedgerFile(file) });
      return { removed: `${deleted} agents deleted.`, left };
    });
  }
  if (!/^https?:/.test(target)) {
    const left = await removeScenario(new SeedLedger(file));
    return { removed: `${target}: removed what seed had written.`, left };
  }
  const [url = '', world = null] = target.split(' world ');
  const place = { url, world, controlToken };
  return withLedger(file, mockTransport(place, rate), async (send) => {
    const removed = await emptyMock(place, { send, ledger: new SeedLedger(file) });
    return {
      removed: `${removed} records removed from ${target}, and the audiences of the campaigns among them.`,
      left: [],
    };
  });
}

/** One ledger for each target. */
export function ledgerName(plan: string, target: Exclude<SeedTarget, { readonly folder: string }>): string {
  const named = 'mock' in target ? nameOfPlace(mockPlace(target)) : target.deployment.addresses.base_url;
  const place = named.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]+/g, '-');
  return `${plan}.${place}.ledger.ndjson`;
}

function mockPlace(target: Extract<SeedTarget, { readonly mock: string }>): RunningMock {
  const { mock, world = null, controlToken = null } = target;
  return { url: withoutSlash(mock), world, controlToken };
}

/** Tokens are in no ledger: the plan and its seed give them again. */
function resultOf(outcome: SeedOutcome, ledger: SeedLedger): SeedResult {
  const tokens: MadeToken[] = [];
  const { run } = ledger;
  const accounts = run === null ? [] : generate({ ...run.plan, numbers: [], agents: [], campaigns: [] }, run.base);
  for (const { collection, record } of [...accounts].flatMap(({ records }) => records)) {
    if (collection !== 'api_tokens' && collection !== 'login_tokens') continue;
    const kind = collection === 'api_tokens' ? 'api_token' : 'login_token';
    tokens.push({ kind, token: record.id, user_id: record.user_id, workspace_id: record.workspace_id });
  }
  const isWhole = outcome !== 'stopped';
  return { outcome, ledger: ledger.file, ids: ledger.ids(), tokens, left: [], inDoubt: [], isWhole };
}

function deploymentTransport(settings: DeploymentSettings, { rate = null }: RunOptions): OpenTransport {
  const places = operationPlaces(loadContractDocument());
  return openTransport({ ...settings, places, rate_limit: rate ?? settings.rate_limit });
}

import type { ContractDocument } from '../../document/read/load.ts';
import type { Check } from '../check.ts';
import { whyNotRun, type RunPlan } from '../run-plan.ts';

/** What a run would do, line by line: its checks, what it would write, and what is missing. */
export function planText(
  plan: RunPlan,
  checks: Readonly<Record<string, readonly Check[]>>,
  document: ContractDocument,
): readonly string[] {
  return [
    `Target: ${plan.settings.addresses?.base_url ?? 'the mock, in process'}`,
    'Checks',
    ...Object.entries(checks).map(([file, list]) => checksLine(file, list, plan, document)),
    'Writes',
    ...orNothing([...reversibleWrites(plan), ...irreversibleWrites(plan)]),
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

function reversibleWrites({ settings, effects, run }: RunPlan): readonly string[] {
  if (!effects.includes('reversible')) return [];
  const numbers = [...(settings.numbers?.owned ?? []), ...(settings.numbers?.shared ?? [])];
  const changeable = settings.campaigns?.changeable;
  return [
    `agents named contract-${run}-…, soft-deleted at the end, entered in ${settings.ledger}`,
    `numbers ${numbers.join(', ') || 'none'}, attached to these agents and released`,
    ...[changeable].flatMap((each) =>
      each === undefined ? [] : `campaign ${each.id} set to draft, hold and pause, and back to ${each.status}`,
    ),
  ];
}

function irreversibleWrites({ settings, effects, withAssumptions }: RunPlan): readonly string[] {
  if (!effects.includes('irreversible')) return [];
  const { disposable, disposable_paused, disposable_draft, disposable_deleted } = settings.campaigns ?? {};
  const lines = (campaign: { readonly id: number } | undefined, what: string): readonly string[] =>
    campaign === undefined ? [] : [`campaign ${campaign.id} ${what}`];
  return [
    ...lines(disposable?.[0], 'force-completed FOR EVER'),
    ...lines(withAssumptions ? disposable_paused : undefined, 'force-completed FOR EVER'),
    ...lines(disposable_draft, 'DELETED FOR EVER'),
    ...lines(withAssumptions ? disposable_deleted : undefined, 'asked for what must be refused; FOR EVER if it is not'),
  ];
}

function missingLines(plan: RunPlan, checks: readonly Check[], document: ContractDocument): readonly string[] {
  const missing = new Map<string, number>();
  for (const check of checks) {
    const why = whyNotRun(check, plan, document);
    if (why !== null) missing.set(why.setting, (missing.get(why.setting) ?? 0) + 1);
  }
  return [...missing].map(([setting, count]) => `${setting}: ${count} checks not verified`);
}

function orNothing(lines: readonly string[]): readonly string[] {
  return (lines.length === 0 ? ['nothing'] : lines).map((line) => `  ${line}`);
}

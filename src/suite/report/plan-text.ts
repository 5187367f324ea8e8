import type { ContractDocument } from '../../document/read/load.ts';
import type { Check } from '../check.ts';
import { whyNotRun, type RunPlan } from '../run-plan.ts';

/** What a run would do, line by line: its checks, what it would write, and what is missing. */
export function planText(
  plan: RunPlan,
  checks: Readonly<Record<string, readonly Check[]>>,
  document: ContractDocument,
): readonly string[] {
  const lines = Object.entries(checks).map(([file, list]) => {
    const running = list.filter((check) => whyNotRun(check, plan, document) === null);
    const effects = ['none', 'reversible', 'irreversible'].map(
      (effect) => running.filter((check) => check.effect === effect).length,
    );
    return `  ${file.padEnd(22)}${String(running.length).padStart(4)} of ${String(list.length).padEnd(4)} none ${effects[0] ?? 0}, reversible ${effects[1] ?? 0}, irreversible ${effects[2] ?? 0}`;
  });
  const all = Object.values(checks).flat();
  const missing = new Map<string, number>();
  for (const check of all) {
    const why = whyNotRun(check, plan, document);
    if (why !== null) missing.set(why.setting, (missing.get(why.setting) ?? 0) + 1);
  }
  const { settings, effects } = plan;
  const { changeable, disposable, disposable_paused, disposable_draft, disposable_deleted } = settings.campaigns ?? {};
  const assumed = plan.withAssumptions ? { disposable_paused, disposable_deleted } : {};
  const writes = [
    ...(effects.includes('reversible')
      ? [
          `agents named contract-${plan.run}-…, soft-deleted at the end, entered in ${settings.ledger}`,
          `numbers ${[...(settings.numbers?.owned ?? []), ...(settings.numbers?.shared ?? [])].join(', ') || 'none'}, attached to these agents and released`,
        ]
      : []),
    ...(effects.includes('reversible') && changeable !== undefined
      ? [`campaign ${changeable.id} set to draft, hold and pause, and back to ${changeable.status}`]
      : []),
    ...(effects.includes('irreversible')
      ? [
          ...[disposable?.[0], assumed.disposable_paused].flatMap((each) =>
            each === undefined ? [] : [`campaign ${each.id} force-completed FOR EVER`],
          ),
          ...(disposable_draft === undefined ? [] : [`campaign ${disposable_draft.id} DELETED FOR EVER`]),
          ...[assumed.disposable_deleted].flatMap((each) =>
            each === undefined ? [] : [`campaign ${each.id} asked for what must be refused; FOR EVER if it is not`],
          ),
        ]
      : []),
  ];
  return [
    `Target: ${settings.addresses?.base_url ?? 'the mock, in process'}`,
    'Checks',
    ...lines,
    'Writes',
    ...(writes.length === 0 ? ['  nothing'] : writes.map((line) => `  ${line}`)),
    'Missing',
    ...(missing.size === 0
      ? ['  nothing']
      : [...missing].map(([setting, count]) => `  ${setting}: ${count} checks not verified`)),
  ];
}

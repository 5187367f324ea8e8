import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { operationPlaces } from '../deployment/addresses.ts';
import type { Check } from './check.ts';
import { createHttpExchange } from '../deployment/http-exchange.ts';
import { joinLedgerFile } from '../deployment/agents/ledger-file.ts';
import type { CheckOutcome } from './report/outcome.ts';
import type { RunPlan } from './run-plan.ts';
import { openSession, type Session } from './session.ts';
import { listsOfShard, type CheckLists } from './shard.ts';
import { violationText } from './report/violation-text.ts';

declare module 'vitest' {
  interface ProvidedContext {
    contract: RunPlan;
  }
  interface TaskMeta {
    contract?: CheckOutcome;
  }
}

/** The run has an end of its own, --max-minutes. */
const patience = 24 * 3_600_000;

const document = loadContractDocument();

/**
 * Makes each check of the run's shard a test of vitest's, against the target of the run: the lists at the same time, and
 * after them, alone, those with checks that cannot be undone.
 */
export function testChecks(lists: CheckLists): void {
  const plan = inject('contract');
  const ordered = Object.entries(listsOfShard(lists, plan.shard)).toSorted(
    ([, one], [, other]) => Number(isIrreversible(one)) - Number(isIrreversible(other)),
  );
  for (const [name, checks] of ordered) {
    describe(name, { concurrent: !isIrreversible(checks) }, () => testList(name, checks, plan));
  }
}

function isIrreversible(checks: readonly Check[]): boolean {
  return checks.some(({ effect }) => effect === 'irreversible');
}

function testList(name: string, checks: readonly Check[], plan: RunPlan): void {
  const closing: (() => unknown)[] = [];
  let session: Session | undefined;
  beforeAll(() => {
    const { headers, timeout, ledger } = plan.settings;
    const { addresses } = plan;
    const exchange = createHttpExchange({ addresses, places: operationPlaces(document), headers, timeout });
    closing.push(() => exchange.close());
    session = openSession({
      document,
      plan,
      exchange,
      label: `${plan.run}-${name}`,
      ...(plan.settings.addresses !== null && { ledger: joinLedgerFile(ledger) }),
    });
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  for (const check of checks) {
    test(check.title, { timeout: patience, concurrent: false }, async ({ task, skip }) => {
      const outcome = await session?.run(check);
      if (outcome === undefined) throw new Error('The session did not open.');
      task.meta.contract = { ...outcome, list: name };
      if (outcome.result === 'not verified') skip(`${outcome.reason ?? ''} (${outcome.setting ?? 'see the verdict'})`);
      if (outcome.result === 'failed') throw failure(outcome, document.clauses);
    });
  }
}

function failure(outcome: CheckOutcome, clauses: Parameters<typeof violationText>[1]): Error {
  const own = outcome.violations.filter((violation) => violation.clauses.some((id) => outcome.clauses.includes(id)));
  const error = new Error(own.map((violation) => violationText(violation, clauses).join('\n')).join('\n\n'));
  // Where the suite threw it is of no use to the reader.
  error.stack = error.message;
  return error;
}

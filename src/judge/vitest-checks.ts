import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import type { Check } from './check.ts';
import { openListSession, type ListSession } from './list-session.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { documentOf, type RunPlan } from './run-plan.ts';
import { listsInOrder, type CheckLists } from './shard.ts';
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
  const { together, alone } = listsInOrder(lists, plan.shard);
  for (const [name, checks] of together) describe(name, { concurrent: true }, () => testList(name, checks, plan));
  for (const [name, checks] of alone) describe(name, () => testList(name, checks, plan));
}

function testList(name: string, checks: readonly Check[], plan: RunPlan): void {
  let session: ListSession | undefined;
  beforeAll(() => {
    session = openListSession(name, plan, documentOf(plan, document));
  });
  afterAll(() => session?.close());
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

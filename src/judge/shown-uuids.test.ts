import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { withJson } from '../../contract-tests/self-test/breaks.ts';
import { uuidShown, breaking, type Break } from '../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../document/read/load.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { openSession } from './session.ts';

const document = loadContractDocument();
const providers = await openProviders(document);
afterAll(() => providers.close());
const checks = (allChecks['agent-renaming'] ?? []).filter(({ clauses: [clause] }) => clause === 'agent-update.effect');

/** A UUID that no id can be read from. */
const refOf = (id: unknown): string =>
  createHash('sha256')
    .update(String(id))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Shows a UUID of its own for each agent, and knows agents by it alone. */
const ownUuids = (): Break => {
  const ids = new Map<unknown, number>();
  return {
    before: (call) =>
      call.is('updateAgent') &&
      withJson(call.request, (body: { agent_id: unknown }) => {
        const id = ids.get(body.agent_id);
        body.agent_id = id === undefined ? uuidShown('999999999999') : uuidShown(id);
      }),
    of: (call) => call.is('getAgent') && call.status === 200,
    after: (call, body: { data: { basic_details: { ref?: string } } }) => {
      ids.set(refOf(call.agent), call.agent);
      body.data.basic_details.ref = refOf(call.agent);
    },
  };
};

function outcomesOf(uuid: string | { readonly at: string }): Promise<readonly CheckOutcome[]> {
  return providers.use({ wrap: breaking(ownUuids) }, async ({ plan, ...provider }) => {
    const settings = { ...plan.settings, agents: { ...plan.settings.agents, uuid } };
    const session = openSession({ document, plan: { ...plan, settings }, ...provider });
    return Promise.all(checks.map((check) => session.run(check)));
  });
}

it('names agents by the UUIDs that get-by-id shows', async () => {
  const outcomes = await outcomesOf({ at: '/data/basic_details/ref' });
  expect(outcomes.map(({ result, violations }) => [result, violations])).toEqual(checks.map(() => ['passed', []]));
});

it('sends nothing where get-by-id shows none', async () => {
  const outcomes = await outcomesOf({ at: '/data/basic_details/other' });
  expect(outcomes.map(({ result, violations }) => [result, violations])).toEqual(
    checks.map(() => ['not verified', []]),
  );
});

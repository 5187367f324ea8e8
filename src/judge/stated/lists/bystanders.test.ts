import { expect, it } from 'vitest';
import { allChecks } from '../../../../contract-tests/all-checks.ts';
import { showingValue } from '../../../../contract-tests/self-test/breaks.ts';
import { breaking, type Fault } from '../../../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import type { CheckOutcome } from '../../report/outcome.ts';
import { openSession } from '../../session.ts';

const document = loadContractDocument();
const check = allChecks['agent-detail']?.find(({ clauses, needs }) => {
  return clauses.includes('agent.campaign-count') && needs.length > 0;
});

/** What comes of the check of an agent's campaigns, where the settings give one of them a status. */
async function outcomeOf(
  status: 'inprogress' | 'hold',
  wrap: Fault['wrap'] = (transport) => transport,
): Promise<CheckOutcome> {
  const providers = await openProviders(document);
  try {
    return await providers.use(wrap, false, async ({ plan, ...provider }) => {
      const { agents = {} } = plan.settings;
      const [first, ...others] = agents.read ?? [];
      const read =
        first === undefined ? [] : [{ ...first, campaigns: { ...first.campaigns, 5001: status } }, ...others];
      const settings = { ...plan.settings, agents: { ...agents, read } };
      const session = openSession({ document, plan: { ...plan, settings }, ...provider });
      if (check === undefined) throw new Error('There is no such check.');
      return session.run(check);
    });
  } finally {
    await providers.close();
  }
}

it('tells a status of a campaign that the settings have wrong by its key, and breaks no rule by it', async () => {
  expect(await outcomeOf('hold')).toMatchObject({
    result: 'not verified',
    violations: [],
    setting: 'agents.read[0].campaigns.5001',
    reason: expect.stringContaining('what the agent shows fits only inprogress') as string,
  });
});

it('knows nothing of a hold where an earlier run may have ended the only campaign on hold', async () => {
  const withoutRecords = breaking(showingValue('listAudience', 'datalist', []));
  expect(await outcomeOf('hold', withoutRecords)).toMatchObject({ result: 'passed', violations: [] });
});

it.each([
  ['a number of campaigns that its list does not have', 'data.campaign_count', 9],
  ['a list without a campaign that is counted', 'data.campaigns', []],
  ['a campaign on hold that it does not tell', 'data.is_campaign_on_hold', false],
])('finds %s', async (_, path, value) => {
  expect((await outcomeOf('inprogress', breaking(showingValue('getAgent', path, value)))).result).toBe('failed');
});

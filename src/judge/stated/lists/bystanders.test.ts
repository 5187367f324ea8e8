import { expect, it } from 'vitest';
import { allChecks } from '../../../../contract-tests/all-checks.ts';
import { showingValue } from '../../../../contract-tests/self-test/breaks.ts';
import { breaking, type Fault } from '../../../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../../../contract-tests/self-test/providers.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import type { CheckOutcome } from '../../report/outcome.ts';
import { openSession } from '../../session.ts';

const document = loadContractDocument();
const check = allChecks['agent-detail']?.find(({ clauses, needs }) => {
  return clauses.includes('agent.campaign-count') && needs.length > 0;
});

const unbroken: Fault['wrap'] = (transport) => transport;

/** What comes of the check of one agent's campaigns, where the settings say these of them, and of what may have ended. */
async function outcomeOf(
  change: (campaigns: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
  wrap = unbroken,
  ended: NonNullable<Settings['campaigns']> = {},
): Promise<CheckOutcome> {
  const providers = await openProviders(document);
  try {
    return await providers.use({ wrap }, async ({ plan, ...provider }) => {
      const { agents = {}, campaigns } = plan.settings;
      const [first] = agents.read ?? [];
      if (first === undefined) throw new Error('The settings name no agent that may be read.');
      const read = [{ ...first, campaigns: change(first.campaigns ?? {}) as NonNullable<typeof first.campaigns> }];
      const settings = { ...plan.settings, agents: { ...agents, read }, campaigns: { ...campaigns, ...ended } };
      const session = openSession({ document, plan: { ...plan, settings }, ...provider });
      if (check === undefined) throw new Error('There is no such check.');
      return session.run(check);
    });
  } finally {
    await providers.close();
  }
}

const with5001 = (status: string) => (campaigns: Readonly<Record<string, string>>) => ({ ...campaigns, 5001: status });

it('tells a status of a campaign that the settings have wrong by its key, and breaks no rule by it', async () => {
  expect(await outcomeOf(with5001('hold'))).toMatchObject({
    result: 'not verified',
    violations: [],
    setting: 'agents.read[0].campaigns.5001',
    reason: expect.stringContaining('what the agent shows fits only inprogress') as string,
  });
});

/** No record is left to be called, and no campaign is active. */
const showingNone =
  (isOnHold: boolean): Fault['wrap'] =>
  (correct) =>
    [
      showingValue('listAudience', 'datalist', []),
      showingValue('getAgent', 'data.campaigns', []),
      showingValue('getAgent', 'data.campaign_count', 0),
      showingValue('getAgent', 'data.is_campaign_on_hold', isOnHold),
    ].reduce((transport, fault) => breaking(fault)(transport), correct);

it.each([true, false])(
  'knows nothing of a hold where the only campaign on hold may have ended: %s',
  async (isOnHold) => {
    const outcome = await outcomeOf(() => ({ 5002: 'hold' }), showingNone(isOnHold), { read: [5002] });
    expect(outcome).toMatchObject({ result: 'passed', violations: [] });
  },
);

it('takes a campaign that is given away for one that an earlier run may have ended', async () => {
  const ended = { read: [], disposable: [{ id: 5001, agent: 1004 }] };
  const outcome = await outcomeOf(() => ({ 5001: 'inprogress' }), showingNone(false), ended);
  expect(outcome).toMatchObject({ result: 'passed', violations: [] });
});

it.each([
  ['a number of campaigns that its list does not have', 'data.campaign_count', 9],
  ['a list without a campaign that is counted', 'data.campaigns', []],
  ['a campaign on hold that it does not tell', 'data.is_campaign_on_hold', false],
])('finds %s', async (_, path, value) => {
  expect((await outcomeOf(with5001('inprogress'), breaking(showingValue('getAgent', path, value)))).result).toBe(
    'failed',
  );
});

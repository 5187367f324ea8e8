import { expect, it } from 'vitest';
import { showingLeads } from '../../../../contract-tests/self-test/breaks.ts';
import { breaking, type Fault } from '../../../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import type { CheckOutcome } from '../../report/outcome.ts';
import { checkOf } from '../../script.ts';
import { openSession } from '../../session.ts';

const document = loadContractDocument();
const complete = { do: 'complete', campaign: 'disposable' } as const;
const check = checkOf({ clauses: ['campaign.force-complete.own-campaign'], steps: [complete, complete] });

/** What comes of completing two campaigns, one after the other. */
async function outcomeOf(wrap: Fault['wrap']): Promise<CheckOutcome> {
  const providers = await openProviders(document);
  try {
    return await providers.use(wrap, false, ({ plan, ...provider }) => {
      const disposable = [5001, 5006].map((id) => ({ id, agent: 1004 }));
      const settings = { ...plan.settings, campaigns: { read: [], disposable } };
      return openSession({ document, plan: { ...plan, settings }, ...provider }).run(check);
    });
  } finally {
    await providers.close();
  }
}

it('completes each campaign that is given away in turn, and nothing is wrong', async () => {
  expect(await outcomeOf((transport) => transport)).toMatchObject({ result: 'passed', violations: [] });
});

it('finds a completion that changes what an earlier one has halted', async () => {
  const changing = showingLeads((lead: { status: string }, call) => {
    const completed = call.past.filter(({ sent, status }) => {
      const { campaign_status } = sent as { campaign_status?: string };
      return campaign_status === 'force_completed' && status === 200;
    });
    const isFirst = call.query('campaign_id') === '5001';
    if (completed.length > 1 && isFirst && lead.status === 'Halted') lead.status = 'Completed';
  });
  const { result, violations } = await outcomeOf(breaking(changing));
  expect([result, violations[0]?.clauses[0]]).toEqual(['failed', 'campaign.force-complete.own-campaign']);
});

it('expects no completion of a campaign that its agent does not list: it may not be running', async () => {
  const refusal = { error: true, code: 400, message: 'Campaign is not running', data: {} };
  const { violations } = await outcomeOf((transport) => async (request) => {
    const answer = await transport(request);
    if (request.operation === 'forceCompleteCampaign') return { ...answer, status: 400, text: JSON.stringify(refusal) };
    const text = answer.text.replace(/"campaigns":\[[^\]]*\]/, '"campaigns":[]').replace(/_count":\d+/, '_count":0');
    return { ...answer, text };
  });
  expect(violations).toEqual([]);
});

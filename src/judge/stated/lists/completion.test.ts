import { expect, it } from 'vitest';
import { showingLeads } from '../../../../contract-tests/self-test/breaks.ts';
import { breaking, type Fault } from '../../../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import { memberOf } from '../../../json/json-value.ts';
import type { CheckOutcome } from '../../report/outcome.ts';
import { checkOf } from '../../script.ts';
import { openSession } from '../../session.ts';
import type { Step } from '../../steps.ts';

const document = loadContractDocument();
const complete = { do: 'complete', campaign: 'disposable' } as const;
const check = checkOf({ clauses: ['campaign.force-complete.own-campaign'], steps: [complete, complete] });

const hold: Step = {
  do: 'send',
  request: {
    operation: 'forceCompleteCampaign',
    as: 'own',
    json: { campaign_id: { $campaign: 'disposable' }, campaign_status: 'hold' },
  },
};
const held = checkOf({ clauses: ['agent.is-campaign-on-hold'], steps: [hold, complete] });

/** What comes of completing two campaigns, one after the other. */
async function outcomeOf(wrap: Fault['wrap'], run = check): Promise<CheckOutcome> {
  const providers = await openProviders(document);
  try {
    return await providers.use({ wrap }, ({ plan, ...provider }) => {
      const disposable = [5001, 5006].map((id) => ({ id, agent: 1004 }));
      const settings = { ...plan.settings, campaigns: { read: [], disposable } };
      return openSession({ document, plan: { ...plan, settings }, ...provider }).run(run);
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

/** Shows agents as held from the hold of a campaign on, until one of these statuses is sent. */
const heldUntil =
  (...statuses: readonly unknown[]): Fault['wrap'] =>
  (transport) => {
    let isHeld = false;
    return async (request) => {
      const { body, operation } = request;
      const status = body.kind === 'json' && memberOf(body.value, 'campaign_status');
      isHeld = (isHeld || status === 'hold') && !statuses.includes(status);
      const answer = await transport(request);
      const text = answer.text.replace(/"is_campaign_on_hold":(?:true|false)/, `"is_campaign_on_hold":${isHeld}`);
      return operation === 'getAgent' ? { ...answer, text } : answer;
    };
  };

it('finds an agent that is still held by a campaign once it is completed', async () => {
  const { violations } = await outcomeOf(heldUntil(), held);
  expect(violations.map(({ clauses, path }) => [clauses[0], path])).toEqual([
    ['agent.is-campaign-on-hold', '/data/is_campaign_on_hold'],
  ]);
  expect((await outcomeOf(heldUntil('force_completed'), held)).violations).toEqual([]);
});

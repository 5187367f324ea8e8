import { afterAll, expect, it } from 'vitest';
import { openProviders } from '../../contract-tests/self-test/providers.ts';
import { changeByForm, create } from '../../contract-tests/steps.ts';
import type { Transport } from '../deployment/transport.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { memberOf } from '../json/json-value.ts';
import type { Api } from './api.ts';
import { answersTo } from './as-mock/side.ts';
import type { CheckedAnswer } from './report/violation.ts';
import { checkOf } from './script.ts';
import { openSession } from './session.ts';
import type { SentRequest, Step } from './steps.ts';

const document = loadContractDocument();
const providers = await openProviders(document);
afterAll(() => providers.close());

const change: SentRequest = {
  operation: 'forceCompleteCampaign',
  as: 'own',
  json: { campaign_id: { $campaign: 'changeable' }, campaign_status: 'pause' },
};

it.each<[string, Step]>([
  ['alone', { do: 'send', request: change }],
  ['beside another request', { do: 'race', requests: [change, { operation: 'verifyToken', as: 'own' }] }],
])('sets the campaign that may be changed back after a change that was sent %s', async (_, step) => {
  const statuses: unknown[] = [];
  const noting =
    (transport: Transport): Transport =>
    (request) => {
      const isChange = request.operation === 'forceCompleteCampaign' && request.body.kind === 'json';
      if (isChange) statuses.push((request.body.value as { readonly campaign_status: unknown }).campaign_status);
      return transport(request);
    };
  const { changeable } = await providers.use({ wrap: noting }, async (provider) => {
    await openSession({ document, ...provider }).run(checkOf({ clauses: ['campaign.status.values'], steps: [step] }));
    return provider.plan.settings.campaigns ?? {};
  });
  expect(statuses).toEqual(['pause', changeable?.status]);
});

it('reads where nobody judges the agent that a form made in place of the one that it names, and no other', async () => {
  // Whatever agent a form names, this deployment makes another one.
  const making =
    (transport: Transport): Transport =>
    (request) => {
      const { body } = request;
      if (request.operation !== 'createAgentOrUpdate' || body.kind !== 'form') return transport(request);
      return transport({ ...request, body: { ...body, parts: body.parts.filter(({ name }) => name !== 'agent_id') } });
    };
  const read: (string | undefined)[] = [];
  const run = async (api: Api): Promise<void> => {
    const { steps } = await answersTo([create(), changeByForm({})], api, { readsChanged: true });
    const [[made] = [], [, ...after] = []] = steps.map((each) => each.map(({ answer }) => answer));
    const idOf = (query: CheckedAnswer['request']['query'] = []) => new Map(query).get('agent_id');
    read.push(...after.map(({ request }) => idOf(request.query)), String(memberOf(made?.body, 'data.agent_id')));
  };
  await providers.use({ wrap: making, withAssumptions: false }, (provider) =>
    openSession({ document, ...provider }).run({
      title: 'forms',
      clauses: ['payload.json'],
      needs: [],
      effect: 'reversible',
      run,
    }),
  );
  const [first, made, ...others] = read;
  expect(others).toEqual([]);
  expect(Number(first)).toBeGreaterThan(Number(made));
});

it('tells how a request was answered, however long the request is', async () => {
  const failing = (): Transport => () => Promise.resolve({ status: 500, headers: {}, text: '{}' });
  const request: SentRequest = { operation: 'createAgent', as: 'own', json: { description: 'x'.repeat(2000) } };
  const script = checkOf({ clauses: ['create-agent.success'], steps: [{ do: 'send', request }] });
  const { violations } = await providers.use({ wrap: failing }, (provider) =>
    openSession({ document, ...provider }).run(script),
  );
  expect(violations.flatMap(({ steps }) => steps)).toContainEqual(expect.stringMatching(/x… {2}# 500$/));
});

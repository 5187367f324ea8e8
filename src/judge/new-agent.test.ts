import { afterAll, expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { instead } from '../../contract-tests/self-test/breaks.ts';
import { json, breaking } from '../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { create, look, update } from '../../contract-tests/steps.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { runSteps } from './run-steps.ts';
import { openSession } from './session.ts';

const document = loadContractDocument();
const providers = await openProviders(document);
afterAll(() => providers.close());
const check = allChecks['create-agent']?.[0];

/** What comes of creations where the deployment refuses those without a prompt with this body. */
function outcomeOf(
  refusal: object,
  new_agent?: Readonly<Record<string, unknown>>,
  carriedOut = check,
): Promise<CheckOutcome> {
  const isShort = instead(
    'createAgent',
    (call) => call.isCreation && !Object.hasOwn(call.sent as object, 'prompt'),
    () => json(422, { error: true, ...refusal }),
  );
  return providers.use({ wrap: breaking(isShort) }, async ({ plan, ...provider }) => {
    const settings = { ...plan.settings, ...(new_agent && { new_agent }) };
    if (carriedOut === undefined) throw new Error('There is no such check.');
    return openSession({ document, plan: { ...plan, settings }, ...provider }).run(carriedOut);
  });
}

it.each([{ message: 'The prompt is missing' }, { message: 'Invalid', errors: { prompt: ['required'] } }])(
  'tells by its setting what the deployment says that a new agent needs: %j',
  async (refusal) => {
    expect(await outcomeOf(refusal)).toMatchObject({
      result: 'not verified',
      violations: [],
      setting: 'new_agent.prompt',
      reason: expect.stringContaining(`answers 422 "${refusal.message}"`) as string,
    });
  },
);

it('sends with each creation what the settings say that it needs', async () => {
  const outcome = await outcomeOf({ message: 'The prompt is missing' }, { prompt: 'You are polite.' });
  expect(outcome).toMatchObject({ result: 'passed', violations: [] });
});

it.each(['This cannot be done', 'The agent_name is taken', 'No voice agent was made'])(
  'finds a creation refused that names nothing which was not sent: %s',
  async (message) => {
    const { violations } = await outcomeOf({ message });
    expect(violations.map(({ clauses }) => clauses[0])).toContain('create-agent.create');
  },
);

it('knows what was sent beside a creation that lacks what a new agent needs', async () => {
  const both = [create(), update({ prompt: 'Another' })].flatMap((step) => (step.do === 'send' ? [step.request] : []));
  const steps = [create({ prompt: 'You are polite.' }), { do: 'race', requests: both } as const, look];
  const found: unknown[] = [];
  const { result } = await outcomeOf({ message: 'The prompt is missing' }, undefined, {
    ...{ title: 'a race', clauses: ['payload.json'], needs: [], effect: 'reversible' },
    run: async (api) => void (await runSteps(steps, api, { onFinding: (finding) => void found.push(finding) })),
  });
  expect({ result, found }).toEqual({ result: 'passed', found: [] });
});

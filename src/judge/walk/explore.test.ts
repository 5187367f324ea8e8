import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { Transport } from '../../deployment/transport.ts';
import { conditionalFaults } from '../../../contract-tests/self-test/all-faults.ts';
import { json, type Call, breaking, type Break } from '../../../contract-tests/self-test/fault.ts';
import { fieldsIn, hasField, losing } from '../../../contract-tests/self-test/breaks.ts';
import { exploreProvider } from '../../../contract-tests/self-test/providers.ts';
import { thirdProvider } from '../../../contract-tests/self-test/third-provider.ts';

const document = loadContractDocument();
const otherProvider = thirdProvider(document, 0);
const until = (): number => Date.now() + 100_000;

describe('explore', () => {
  it.each([
    ['the mock', (transport: Transport): Transport => transport],
    ['a provider that differs wherever the specification is silent', otherProvider],
  ])('finds nothing violated in %s', async (_, wrap) => {
    const { found, outcome, steps } = await exploreProvider({ wrap }, document, {
      walks: 3,
      steps: 30,
      seed: 1,
      until: until(),
      shrinks: 0,
    });
    expect(found.map(({ report }) => [report.clauses, report.expected, report.came])).toEqual([]);
    expect(outcome.reason).toBeUndefined();
    expect(outcome.cleaning.left).toEqual([]);
    expect(steps).toBeGreaterThan(80);
  });

  it('shrinks a walk to the steps that the fault needs, and tells one cause once', async () => {
    const { found, outcome } = await exploreProvider({ wrap: breaking(losingAfterRefusal) }, document, {
      walks: 20,
      steps: 40,
      seed: 28,
      until: until(),
      shrinks: 100,
    });
    expect(found).toHaveLength(1);
    const [violation] = found;
    expect(violation?.report.clauses).toContain('create-agent.field.description');
    expect(violation?.steps.length).toBeLessThanOrEqual(4);
    expect(violation?.repeated).toEqual({ failed: 2, of: 2 });
    expect(outcome).toMatchObject({ result: 'failed', violations: [{ clauses: violation?.report.clauses }] });
    expect(violation?.report.steps.join('\n')).toContain(' # 4');
  });

  it('tells what the force completion has shown by the step that shows it alone', async () => {
    const headless = { of: isAudience, after: (_: unknown, body: { headers: unknown }) => void (body.headers = 'x') };
    const { found } = await exploreProvider({ wrap: breaking(headless) }, document, {
      ...{ walks: 0, steps: 40, seed: 1, until: until(), shrinks: 10 },
    });
    expect(found.map(({ steps, repeated }) => [steps.length, repeated])).toEqual([[1, { failed: 2, of: 2 }]]);
  });

  it('tells what does not fail again as not repeatable', async () => {
    let times = 0;
    const once =
      (transport: Transport): Transport =>
      async (request) => {
        const response = await transport(request);
        const isIt = request.operation === 'createAgent' && response.status === 200 && (times += 1) === 4;
        return isIt ? json(500, { error: true, message: 'Internal server error' }) : response;
      };
    const { outcome, found } = await exploreProvider({ wrap: once }, document, {
      walks: 1,
      steps: 40,
      seed: 9,
      until: until(),
      shrinks: 5,
    });
    expect(found[0]?.repeated).toEqual({ failed: 1, of: 2 });
    expect(outcome.result).toBe('failed');
    expect(outcome.violations[0]?.came).toContain('not repeatable: seen 1 of 2 times');
  });

  it('gives the same walks for the same seed, and others for another one', async () => {
    const asked = async (seed: number): Promise<string[]> => {
      const requests: string[] = [];
      const wrap =
        (transport: Transport): Transport =>
        (request) => {
          requests.push(`${String(request.operation)} ${JSON.stringify(request.body)}`);
          return transport(request);
        };
      await exploreProvider({ wrap }, document, { walks: 1, steps: 15, seed, until: until(), shrinks: 0 });
      return requests;
    };
    const [first, second, other] = [await asked(5), await asked(5), await asked(6)];
    expect(second.toSorted()).toEqual(first.toSorted());
    expect(other).not.toEqual(first);
  });

  it('finds an update that is lost to another one at the same time', async () => {
    const { found } = await exploreProvider({ wrap: breaking(losingTheSecond) }, document, {
      walks: 10,
      steps: 40,
      seed: 7,
      until: until(),
      shrinks: 25,
    });
    expect(found[0]?.report.expected).toContain('sent at once');
    expect(found[0]?.report.steps.filter((line) => line.endsWith(', sent at once')).length).toBeGreaterThan(1);
  });

  it('finds an agent that cannot be read while it is updated', async () => {
    const fault = conditionalFaults.find(
      ({ name }) => name === 'getAgent: agent_id is refused while the agent is updated',
    );
    const { found } = await exploreProvider({ wrap: fault?.wrap ?? otherProvider }, document, {
      walks: 30,
      steps: 40,
      seed: 2,
      until: until(),
      shrinks: 0,
    });
    expect(found).toHaveLength(1);
  });
});

/** Whether an audience is listed, a later page of it. */
function isAudience(call: Call): boolean {
  return call.is('listAudience') && call.status === 200 && Number(call.query('page')) > 1;
}

/** The text of an update after a refused request is lost. */
const losingAfterRefusal = losing('createAgent', 'description', (call) => {
  const isRefused = call.past.some(({ agent, status }) => agent === call.agent && (status === 400 || status === 422));
  const isText = fieldsIn(call.request).some(([name, value]) => name === 'description' && typeof value === 'string');
  return call.isUpdate && isText && !hasField(call.request, 'agent_name') && isRefused;
});

/** Answers the second of two updates of an agent at the same time without doing it. */
const losingTheSecond: Break = {
  before: (call) =>
    call.isUpdate && call.beside().some(({ isUpdate, agent }) => isUpdate && agent === call.agent) && call.success(),
};

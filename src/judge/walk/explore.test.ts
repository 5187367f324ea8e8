import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { ApiRequest, Transport } from '../../deployment/transport.ts';
import { agentIdOf, json, sent, withJson } from '../../../contract-tests/self-test/provider-fault.ts';
import { conditionalFaults } from '../../../contract-tests/self-test/conditional/conditional-faults.ts';
import { otherProvider } from '../../../contract-tests/self-test/other-provider.ts';
import { exploreProvider, searchProvider } from '../../../contract-tests/self-test/self-test-walks.ts';

const document = loadContractDocument();
const patience = { timeout: 120_000 };
const until = (): number => Date.now() + 100_000;

describe('explore', () => {
  it.each([
    ['the mock', (transport: Transport): Transport => transport],
    ['a provider that differs wherever the specification is silent', otherProvider],
  ])('finds nothing violated in %s', patience, async (_, wrap) => {
    const { found, outcome, steps } = await exploreProvider(wrap, document, {
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

  it('shrinks a walk to the steps that the fault needs, and tells one cause once', patience, async () => {
    const { found, outcome } = await exploreProvider(losingAfterRefusal, document, {
      walks: 3,
      steps: 40,
      seed: 2,
      until: until(),
      shrinks: 100,
    });
    expect(found).toHaveLength(1);
    const [violation] = found;
    expect(violation?.report.path).toBe('/data/basic_details/description');
    expect(violation?.steps.length).toBeLessThanOrEqual(4);
    expect(violation?.repeated).toEqual({ failed: 2, of: 2 });
    expect(outcome).toMatchObject({ result: 'failed', violations: [{ clauses: violation?.report.clauses }] });
    expect(violation?.report.steps.join('\n')).toContain(' # 4');
  });

  it('tells what does not fail again as not repeatable', patience, async () => {
    let times = 0;
    const once =
      (transport: Transport): Transport =>
      async (request) => {
        const response = await transport(request);
        const isIt = request.operation === 'createAgent' && response.status === 200 && (times += 1) === 4;
        return isIt ? json(500, { error: true, message: 'Internal server error' }) : response;
      };
    const { outcome, found } = await exploreProvider(once, document, {
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

  it('gives the same walks for the same seed, and others for another one', patience, async () => {
    const asked = async (seed: number): Promise<string[]> => {
      const requests: string[] = [];
      const wrap =
        (transport: Transport): Transport =>
        (request) => {
          requests.push(`${String(request.operation)} ${JSON.stringify(request.body)}`);
          return transport(request);
        };
      await exploreProvider(wrap, document, { walks: 1, steps: 15, seed, until: until(), shrinks: 0 });
      return requests;
    };
    const [first, second, other] = [await asked(5), await asked(5), await asked(6)];
    expect(second.toSorted()).toEqual(first.toSorted());
    expect(other).not.toEqual(first);
  });

  it('finds an update that is lost to another one at the same time', patience, async () => {
    const { found } = await exploreProvider(losingTheSecond, document, {
      walks: 10,
      steps: 40,
      seed: 7,
      until: until(),
      shrinks: 0,
    });
    expect(found[0]?.report.expected).toContain('sent at once');
  });

  it('finds an agent that cannot be read while it is updated', patience, async () => {
    const fault = conditionalFaults.find(({ name }) => name === 'an agent cannot be read while it is updated');
    const { found } = await searchProvider(fault?.wrap ?? otherProvider, document, {
      walks: 2,
      steps: 40,
      seed: 1,
      until: until(),
      shrinks: 0,
    });
    expect(found).toHaveLength(1);
  });
});

/** The text of an update after a refused request is lost. */
function losingAfterRefusal(transport: Transport): Transport {
  const refused = new Set<number>();
  return async (request) => {
    const [id, isUpdate] = [agentIdOf(request), isUpdateOf(request)];
    const name = (sent(request) as { agent_name?: unknown }).agent_name;
    const lost =
      isUpdate && refused.has(id)
        ? withJson(request, (value: Record<string, unknown>) => {
            if (typeof value['description'] === 'string') delete value['description'];
          })
        : request;
    const response = await transport(name === undefined ? lost : request);
    if (response.status === 400 || response.status === 422) refused.add(id);
    return response;
  };
}

/** Answers the second of two updates of an agent at the same time without doing it. */
function losingTheSecond(transport: Transport): Transport {
  const busy = new Set<number>();
  return async (request) => {
    const id = agentIdOf(request);
    if (!isUpdateOf(request)) return transport(request);
    if (busy.has(id))
      return json(200, { success: true, message: 'Agent updated', data: { agent_id: id, agent_name: 'x' } });
    busy.add(id);
    return transport(request).finally(() => busy.delete(id));
  };
}

function isUpdateOf(request: ApiRequest): boolean {
  return request.operation === 'createAgent' && !Number.isNaN(agentIdOf(request));
}

import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { FormField, SentRequest, Step } from '../steps.ts';
import { agentIndex, create } from './agent-steps.ts';
import { jsonMembers, texts } from './values.ts';

type Requests = readonly SentRequest[];

/** Requests at once, two or three: on one agent, for one number, or creations. */
export function raceStep(settings: Settings): fc.Arbitrary<Step> {
  const members = Object.entries(jsonMembers(0)).filter(([name]) => !['agent_name', 'voice'].includes(name));
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...members.map(([name, value]) => fc.record({ [name]: value }))) },
    { weight: 3, arbitrary: fc.record({ description: texts }) },
    { weight: 1, arbitrary: fc.record({ agent_name: fc.record({ $name: fc.constantFrom('', 'raced') }) }) },
    { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(1, 3) }) },
  );
  const onOne = fc
    .tuple(agentIndex, fc.array(change, { minLength: 2, maxLength: 3 }))
    .map(([index, changes]): Requests =>
      changes.map((each) => ({ operation: 'createAgent', as: 'own', json: { agent_id: { $agent: index }, ...each } })),
    );
  const form = (fields: readonly FormField[]): SentRequest => ({
    operation: 'createAgentOrUpdate',
    as: 'own',
    form: fields,
  });
  const named: FormField = { name: 'basic_details[agent_name]', value: { $name: 'raced' } };
  const mixed = fc.tuple(agentIndex, change, texts).map(([index, each, text]): Requests => [
    { operation: 'createAgent', as: 'own', json: { agent_id: { $agent: index }, ...each } },
    form([
      { name: 'agent_id', value: { $agent: index } },
      { name: 'basic_details[agent_name]', value: { $nameOf: index } },
      { name: 'basic_details[agent_prompt]', value: text },
    ]),
  ]);
  const creations = fc.constantFrom<Requests[]>(
    [create(), create()],
    [create(), create({ description: 'raced' }), create({ prompt: 'raced' })],
    [create(), form([named])],
    [form([named]), form([named])],
  );
  const kinds = [onOne, mixed, creations];
  const known = (['owned', 'shared'] as const).flatMap((kind) =>
    (settings.numbers?.[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  if (known.length > 0) {
    const attach = (number: unknown): SentRequest =>
      form([named, { name: 'basic_details[agent_type]', value: '3' }, { name: 'phone_numbers[]', value: number }]);
    kinds.push(fc.constantFrom(...known).map((number): Requests => [attach(number), attach(number)]));
    kinds.push(
      fc
        .tuple(agentIndex, fc.constantFrom(...known))
        .map(([index, number]): Requests => [
          attach(number),
          { operation: 'createAgent', as: 'own', json: { agent_id: { $agent: index }, status: 2 } },
        ]),
    );
  }
  if (settings.agents?.uuid !== undefined) {
    kinds.push(
      fc.tuple(agentIndex, texts).map(([index, description]): Requests => [
        { operation: 'updateAgent', as: 'own', json: { agent_id: { $uuid: index }, name: { $name: 'raced' } } },
        { operation: 'createAgent', as: 'own', json: { agent_id: { $agent: index }, description } },
      ]),
    );
  }
  return fc.oneof(...kinds).map((requests) => ({ do: 'race', requests }));
}

import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { agentIndex, intruders, own } from './requests.ts';
import { namesOf, otherTypes } from './texts.ts';
import type { Wanted, Weighted } from './wanted.ts';

/** Requests to agent/update, of agents whose UUID the settings tell from their id. */
export function renamingRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  if (settings.agents?.uuid === undefined) return [];
  const names = namesOf(wanted);
  const known = ['en', 'de', 'hi', 'en-US', 'pt-BR', 'fr', 'zh-CN'];
  const language = fc.constantFrom(...wanted.fresh('agent/update language', known));
  const of = (json: fc.Arbitrary<object>, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    fc
      .tuple(fc.record({ $uuid: agentIndex }), json, as)
      .map(([agent_id, rest, each]) => ({ operation: 'updateAgent', as: each, json: { agent_id, ...rest } }));
  return [
    { weight: 5, arbitrary: of(fc.record({ name: names })) },
    { weight: 2, arbitrary: of(fc.record({ language })) },
    { weight: 2, arbitrary: of(fc.record({ name: names, language })) },
    { weight: 2, arbitrary: of(fc.oneof(fc.record({ name: otherTypes }), fc.record({ language: otherTypes }))) },
    { weight: 2, arbitrary: of(fc.record({ name: names }), intruders(settings)) },
    {
      weight: 1,
      arbitrary: names.map((name): SentRequest => ({
        ...{ operation: 'updateAgent', as: 'own', json: { agent_id: { $absentUuid: 0 }, name } },
      })),
    },
  ];
}

import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { agentIndex, intruders, requestTo, withId } from './requests.ts';
import { namesOf, otherTypes } from './texts.ts';
import type { Wanted, Weighted } from './wanted.ts';

/** Requests to agent/update, of agents whose UUID the settings tell from their id. */
export function renamingRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  if (settings.agents?.uuid === undefined) return [];
  const name = namesOf(wanted);
  const known = ['en', 'de', 'hi', 'en-US', 'pt-BR', 'fr', 'zh-CN'];
  const language = fc.constantFrom(...wanted.fresh('agent/update language', known));
  const uuid = fc.record({ $uuid: agentIndex });
  const of = (fields: fc.Arbitrary<object>, as?: fc.Arbitrary<Caller>, id: fc.Arbitrary<unknown> = uuid) =>
    requestTo('updateAgent', { ...(as && { as }), json: withId(fields, id) });
  return [
    [5, of(fc.record({ name }))],
    [2, of(fc.record({ language }))],
    [2, of(fc.record({ name, language }))],
    [2, of(fc.oneof(fc.record({ name: otherTypes }), fc.record({ language: otherTypes })))],
    [2, of(fc.record({ name }), intruders(settings))],
    [1, of(fc.record({ name }), undefined, fc.constant({ $absentUuid: 0 }))],
  ];
}

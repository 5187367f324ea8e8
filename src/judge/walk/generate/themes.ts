import * as fc from 'fast-check';
import type { Operation } from '../../../document/operation.ts';
import type { OperationId } from '../../../document/names.gen.ts';
import type { RunPlan } from '../../run-plan.ts';
import type { SentRequest, Step } from '../../steps.ts';
import { campaignSteps } from './campaign-steps.ts';
import { formRequests } from './form-steps.ts';
import { memberSets } from './json-fields.ts';
import { audienceStep, voicesStep } from './list-steps.ts';
import { cellsOf, requestOf } from '../kinds.ts';
import { raceStep } from './race-steps.ts';
import { agentReads, audienceReads, tokenRequests, voiceReads } from './read-steps.ts';
import { lifecycleRequests, renamingRequests, savingRequests, wrongRequests } from './saving-steps.ts';
import { type Wanted, type Weighted, drawnFrom, scaled } from './drawing.ts';

/** The subject of a walk: a walk that keeps to few of them goes deeper than one that does a little of everything. */
export interface Theme {
  readonly name: string;
  /** Beside the others, in a walk of all themes. */
  readonly weight: number;
  readonly steps: fc.Arbitrary<Step>;
}

export interface GeneratorSettings extends Pick<RunPlan, 'settings' | 'effects'> {
  /** Of the document: their members are those that are sent. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
}

/** The members of a JSON body or form that the document gives, but for those that say which agent and its status. */
export function memberNames({ operations }: Pick<GeneratorSettings, 'operations'>, operation: OperationId): string[] {
  const names = operations.get(operation)?.members.map(({ name }) => name) ?? [];
  return names.filter((name) => name !== 'agent_id' && name !== 'status');
}

/** What walks may be about, as far as the run may write and the settings name what it takes. */
export function themesOf(generator: GeneratorSettings, wanted: Wanted): Theme[] {
  const { settings, effects } = generator;
  const canWrite = effects.includes('reversible');
  const listed = (settings.providers?.listed ?? []).length;
  const isRead = (settings.campaigns?.read ?? []).length > 0;
  const sent: readonly (readonly [string, number, Weighted<SentRequest>[]])[] = [
    ['reads', 6, agentReads(settings, canWrite, wanted)],
    ['tokens', 9, tokenRequests(settings)],
    ...(canWrite ? writing(generator, wanted) : []),
  ];
  const voices = asSteps(voiceReads(settings, wanted));
  if (listed > 0) voices.push(...scaled([[20, voicesStep(settings, wanted)]], wanted.factor('listVoices')));
  const audience = asSteps(audienceReads(settings));
  if (isRead) audience.push(...scaled([[40, audienceStep(settings, wanted)]], wanted.factor('listAudience')));
  const themes: Theme[] = [
    ...sent.flatMap(([name, weight, requests]) => themeOf(name, weight, asSteps(requests))),
    ...themeOf('voices', 11, voices),
    ...themeOf('audience', 14, audience),
    ...(canWrite ? themeOf('campaigns', 8, campaignSteps(settings, effects, wanted)) : []),
    ...themeOf('look', 2, [[1, fc.constant<Step>({ do: 'look' })]]),
  ];
  if (!canWrite) return themes;
  const any = drawnFrom(...sent.flatMap(([, , requests]) => requests));
  const members = memberSets(memberNames(generator, 'createAgent'), settings, wanted).plain;
  return [...themes, { name: 'races', weight: 18, steps: raceStep(settings, members, any, wanted) }];
}

function writing(generator: GeneratorSettings, wanted: Wanted): (readonly [string, number, Weighted<SentRequest>[]])[] {
  const { settings } = generator;
  const members = memberSets(memberNames(generator, 'createAgent'), settings, wanted);
  const forms = formRequests(memberNames(generator, 'createAgentOrUpdate'), settings, wanted);
  return [
    ['json', 18, savingRequests(members, wanted)],
    ['lifecycle', 18, lifecycleRequests(settings, members, wanted)],
    ['refusals', 11, wrongRequests(settings, members, wanted)],
    ['forms', 12, forms.right],
    ['numbers', 7, forms.numbers],
    ['files', 4, forms.files],
    ['refused forms', 8, forms.wrong],
    ['renaming', 9, renamingRequests(settings, wanted)],
    ['cells', 16, [[8, fc.constantFrom(...wanted.cells(cellsOf(settings, true)).map(requestOf))]]],
  ];
}

function asSteps(requests: readonly Weighted<SentRequest>[]): Weighted<Step>[] {
  return requests.map(([weight, drawn]) => [weight, drawn.map((request): Step => ({ do: 'send', request }))]);
}

function themeOf(name: string, weight: number, steps: readonly Weighted<Step>[]): Theme[] {
  return steps.length === 0 ? [] : [{ name, weight, steps: drawnFrom(...steps) }];
}

import * as fc from 'fast-check';
import type { RunPlan } from '../../run-plan.ts';
import type { SentRequest, Step } from '../steps.ts';
import { agentRequests, create, scaled, type Wanted, type Weighted } from './agent-steps.ts';
import { formRequests } from './form-steps.ts';
import { raceStep } from './race-steps.ts';
import { campaignSteps } from './campaign-steps.ts';
import { audienceStep, readRequests, voicesStep } from './read-steps.ts';

/** Walks of exactly this many steps, that shrink to fewer. */
export function walkArbitrary(
  plan: Pick<RunPlan, 'settings' | 'effects'>,
  steps: number,
  wanted: Wanted,
): fc.Arbitrary<readonly Step[]> {
  const begin = plan.effects.includes('reversible') ? beginning(plan.settings) : [];
  return new WalkArbitrary(
    begin.map((request): Step => ({ do: 'send', request })),
    fc.oneof(...stepsOf(plan, wanted)),
    steps,
  );
}

/** Every walk begins with an agent that can be published, where the settings give a number, and one without a number. */
function beginning({ numbers }: RunPlan['settings']): SentRequest[] {
  const attached =
    (numbers?.owned ?? []).length > 0 ? [{ name: 'phone_numbers[]', value: { $number: ['owned', 0] } }] : [];
  const form = [
    { name: 'basic_details[agent_name]', value: { $name: '' } },
    { name: 'basic_details[agent_type]', value: '3' },
    ...attached,
  ];
  return [{ operation: 'createAgentOrUpdate', as: 'own', form }, create({ description: 'Stays', prompt: 'You stay.' })];
}

function stepsOf({ settings, effects }: Pick<RunPlan, 'settings' | 'effects'>, wanted: Wanted): Weighted<Step>[] {
  const canWrite = effects.includes('reversible');
  const reads = readRequests(settings, canWrite);
  const requests: Weighted<SentRequest>[] = [];
  if (canWrite) {
    requests.push(
      { weight: 3, arbitrary: fc.constant(create()) },
      ...agentRequests(settings, wanted),
      ...formRequests(settings, wanted),
    );
  }
  const steps: Weighted<Step>[] = [...requests, ...reads].map(({ weight, arbitrary }) => ({
    weight,
    arbitrary: arbitrary.map((request): Step => ({ do: 'send', request })),
  }));
  const listed = (settings.providers?.listed ?? []).length > 0;
  const read = (settings.campaigns?.read ?? []).length > 0;
  return [
    ...steps,
    ...(listed ? scaled<Step>([{ weight: 5, arbitrary: voicesStep(settings) }], wanted.factor('listVoices')) : []),
    ...(read
      ? scaled<Step>([{ weight: 8, arbitrary: audienceStep(settings, wanted) }], wanted.factor('listAudience'))
      : []),
    ...(canWrite
      ? [
          { weight: 12, arbitrary: raceStep(settings, fc.oneof(...requests, ...reads)) },
          ...campaignSteps(settings, effects),
        ]
      : []),
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'look' }) },
  ];
}

/**
 * A walk has the length that is asked for, where fast-check's own lists have one by chance. It shrinks by leaving out
 * steps, many at once before single ones and the last ones first, and then by simpler steps.
 */
class WalkArbitrary extends fc.Arbitrary<readonly Step[]> {
  readonly #begin: readonly Step[];
  readonly #step: fc.Arbitrary<Step>;
  readonly #length: number;

  constructor(begin: readonly Step[], step: fc.Arbitrary<Step>, length: number) {
    super();
    this.#begin = begin;
    this.#step = step;
    this.#length = length;
  }

  override generate(random: fc.Random): fc.Value<readonly Step[]> {
    const begin = this.#begin.map((step) => new fc.Value(step, undefined));
    const steps = [...begin];
    while (steps.length < this.#length) {
      // Some faults show only when a request is repeated, at once or later.
      const back = random.nextInt(0, 11);
      const earlier = back < 3 ? steps.at(-1 - back * random.nextInt(0, back)) : undefined;
      steps.push(earlier ?? this.#step.generate(random, undefined));
    }
    return walkOf(steps.slice(0, this.#length));
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Step[] {
    return value === undefined;
  }

  override shrink(_value: readonly Step[], context: unknown): fc.Stream<fc.Value<readonly Step[]>> {
    return fc.stream(this.#shorter(context as readonly fc.Value<Step>[]));
  }

  *#shorter(steps: readonly fc.Value<Step>[]): Generator<fc.Value<readonly Step[]>> {
    for (
      let size = Math.ceil(steps.length / 2);
      size >= 1 && steps.length > 1;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    ) {
      for (let end = steps.length; end > 0; end -= size) {
        const start = Math.max(0, end - size);
        if (end - start < steps.length) yield walkOf(steps.toSpliced(start, end - start));
      }
    }
    for (const [index, step] of steps.entries()) {
      // What every walk begins with is as simple as it can be.
      if (step.context === undefined && this.#begin.includes(step.value_)) continue;
      for (const simpler of this.#step.shrink(step.value_, step.context)) yield walkOf(steps.with(index, simpler));
    }
  }
}

function walkOf(steps: readonly fc.Value<Step>[]): fc.Value<readonly Step[]> {
  return new fc.Value(
    steps.map((step) => step.value_),
    steps,
  );
}

/** What ends a run that may force-complete: no walk can be repeated after it, so that it is not shrunk. */
export function finale(
  { settings, withAssumptions }: Pick<RunPlan, 'settings' | 'withAssumptions'>,
  wanted: Wanted,
): fc.Arbitrary<readonly Step[]> {
  const look: Step = { do: 'look' };
  const canRead = (settings.campaigns?.read ?? []).length > 0;
  const reading: fc.Arbitrary<Step> = canRead ? audienceStep(settings, wanted) : fc.constant(look);
  const audiences = fc.array(reading, { minLength: 8, maxLength: 8 });
  // The status that a campaign has before it is completed makes no difference, and none brings it back.
  const earlier = fc.array(fc.constantFrom('hold', 'pause'), { maxLength: 2 }).map((all) => all.map(statusOf));
  const later = ['inprogress', 'hold', 'pause', 'draft', 'force_completed'].map(statusOf);
  return fc.tuple(audiences, earlier, audiences, audiences).map(([before, changes, after, afterwards]) => [
    look,
    ...before,
    ...changes,
    look,
    { do: 'complete', campaign: 'disposable' },
    ...after,
    ...later,
    look,
    ...afterwards,
    // Whether a paused campaign is a running one is not shown.
    ...(withAssumptions ? [{ do: 'complete', campaign: 'paused' } as const, look, ...after] : []),
  ]);
}

function statusOf(campaign_status: string): Step {
  const json = { campaign_id: { $campaign: 'disposable' }, campaign_status };
  return { do: 'send', request: { operation: 'forceCompleteCampaign', as: 'own', json } };
}

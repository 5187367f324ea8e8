import * as fc from 'fast-check';
import { type Settings, unmetNeeds } from '../../../deployment/configuration/settings.ts';
import type { Histogram } from '../histogram.ts';
import type { RunPlan } from '../../run-plan.ts';
import { needsOf, type SentRequest, type Step } from '../../steps.ts';
import { type Cell, ownCaller, plainRequest, requestOf } from '../cells.ts';
import { drawnFrom, freshFrom, type Weighted } from './drawing.ts';
import { themesOf, type GeneratorSettings, type Row } from './themes.ts';

/** Walks of exactly this many steps, that shrink to fewer. */
export function walkArbitrary(
  generator: GeneratorSettings,
  steps: number,
  wanted: Histogram,
): fc.Arbitrary<readonly Step[]> {
  const canWrite = generator.effects.includes('reversible');
  const probes = wanted.fresh('probe', probesOf(generator.cells)).slice(0, probesOfAWalk);
  for (const probe of probes) wanted.drew('probe', probe);
  const send = (request: SentRequest): Step => ({ do: 'send', request });
  const begin = canWrite ? [...beginning(generator.settings).map(send), publishing] : [];
  const rows = canWrite ? freshFrom(wanted, 'row', generator.rows) : null;
  const themes = Object.values(themesOf(generator, wanted));
  return new WalkArbitrary([...begin, ...probes.map(send)], themes, rows, steps, generator.settings);
}

const probesOfAWalk = 10;

/** The plain request of each operation by every caller, and what the own one sends about nobody or without what is required. */
export function probesOf(cells: readonly Cell[]): readonly SentRequest[] {
  const plain = cells.filter(([, , , value]) => value === 'plain');
  const sent = new Map(plain.map(([operation, as]) => [`${operation} ${as}`, plainRequest(operation, as)]));
  const others = cells.filter(
    ([operation, as, about, value]) =>
      as === ownCaller(operation) &&
      ((value === 'plain' && ['another', 'nobody', 'other'].includes(about)) ||
        (about === 'none' && value === 'absent')),
  );
  return [...sent.values(), ...others.map((cell) => requestOf(cell))];
}

/** It is refused if the settings give no number. */
const publishing: Step = {
  do: 'send',
  request: { operation: 'createAgent', as: 'own', json: { agent_id: { $agent: 0 }, status: 1 } },
};

/** Every walk begins with an agent that can be published, if the settings give a number, and one without a number. */
export function beginning({ numbers }: RunPlan['settings']): SentRequest[] {
  const isAttached = (numbers?.owned ?? []).length > 0;
  const attached = isAttached ? { 'phone_numbers[]': { $number: ['owned', 0] } } : {};
  return [
    requestOf(['createAgentOrUpdate', 'own', 'new', 'plain'], attached),
    requestOf(['createAgent', 'own', 'new', 'plain'], { description: 'Stays', prompt: 'You stay.' }),
  ];
}

/** Of so many walks one waits once, so long. */
const waitingWalks = 12;
const milliseconds = 1200;

/** A step, and the arbitrary that shrinks it; none for what is as simple as it can be. */
interface Drawn {
  readonly value: fc.Value<Step>;
  readonly from: fc.Arbitrary<Step> | null;
}

/**
 * A walk has the length that is asked for, where fast-check's own lists have one by chance, and is about few themes or
 * about all. It shrinks by leaving out steps, many at once before single ones and the last ones first, and then by simpler
 * steps.
 */
class WalkArbitrary extends fc.Arbitrary<readonly Step[]> {
  readonly #any: fc.Arbitrary<Step>;

  /** @param first the steps that it begins with; the others are of the themes, or rows of two */
  constructor(
    readonly first: readonly Step[],
    readonly themes: readonly Weighted<Step>[],
    readonly rows: fc.Arbitrary<Row> | null,
    readonly length: number,
    readonly settings: Settings,
  ) {
    super();
    this.#any = drawnFrom(...themes);
  }

  override generate(random: fc.Random): fc.Value<readonly Step[]> {
    const { first, rows, length } = this;
    // In every second walk the first agent is active from the beginning.
    const begin = random.nextInt(0, 1) === 0 ? first.filter((step) => step !== publishing) : first;
    const steps = asTheyAre(begin).filter(this.#canSend);
    const chosen = this.#chosen(random);
    const waitsAt = random.nextInt(0, waitingWalks * length);
    while (steps.length < length) {
      // Some faults show only when a request is repeated, at once or later.
      const back = random.nextInt(0, 16);
      const earlier = back < 4 ? steps.at(-1 - back * random.nextInt(0, 3)) : undefined;
      if (steps.length === waitsAt) steps.push(...asTheyAre([{ do: 'wait', milliseconds }]));
      else if (earlier !== undefined && earlier.value.value_.do !== 'wait') steps.push(earlier);
      else if (back === 4) steps.push(...byStranger(steps.at(-1), random).filter(this.#canSend));
      else if (back > 14 && rows !== null) {
        steps.push(...inTurn(rows.generate(random, undefined).value).filter(this.#canSend));
      } else {
        const from = random.nextInt(0, 9) < 8 ? chosen : this.#any;
        steps.push(...[{ value: from.generate(random, undefined), from }].filter(this.#canSend));
      }
    }
    return walkOf(steps.slice(0, length));
  }

  /** Whether the settings give what the step takes. */
  readonly #canSend = ({ value }: Drawn): boolean => unmetNeeds(this.settings, needsOf([value.value_])).length === 0;

  /** What a walk is about: all themes in every second one, or up to three, of which each counts the same. */
  #chosen(random: fc.Random): fc.Arbitrary<Step> {
    const count = random.nextInt(-2, 3);
    if (count <= 0) return this.#any;
    const theme = drawnFrom(...this.themes.map(([weight, steps]) => [weight, fc.constant(steps)] as const));
    return fc.oneof(...Array.from({ length: count }, () => theme.generate(random, undefined).value));
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Step[] {
    return value === undefined;
  }

  override shrink(_value: readonly Step[], context: unknown): fc.Stream<fc.Value<readonly Step[]>> {
    return fc.stream(shorter(context as readonly Drawn[]));
  }
}

/** The same request once more, by a caller who is nobody: what was let in just now lets nobody else in. */
function byStranger(last: Drawn | undefined, random: fc.Random): Drawn[] {
  const step = last?.value.value_;
  const as = (['none', 'unknown', 'expired', 'expired'] as const)[random.nextInt(0, 3)];
  return step?.do === 'send' && as !== undefined ? inTurn([{ ...step.request, as }]) : [];
}

function* shorter(steps: readonly Drawn[]): Generator<fc.Value<readonly Step[]>> {
  let size = Math.ceil(steps.length / 2);
  while (size >= 1 && steps.length > 1) {
    for (let end = steps.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      if (end - start < steps.length) yield walkOf(steps.toSpliced(start, end - start));
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  for (const [index, { value }] of steps.entries()) {
    // What a sequence shows is no race.
    if (value.value_.do === 'race') yield walkOf(steps.toSpliced(index, 1, ...inTurn(value.value_.requests)));
  }
  for (const [index, { value, from }] of steps.entries()) {
    if (from === null) continue;
    for (const simpler of from.shrink(value.value_, value.context)) {
      yield walkOf(steps.with(index, { value: simpler, from }));
    }
  }
}

function inTurn(requests: readonly SentRequest[]): Drawn[] {
  return asTheyAre(requests.map((request): Step => ({ do: 'send', request })));
}

function asTheyAre(steps: readonly Step[]): Drawn[] {
  return steps.map((step) => ({ value: new fc.Value(step, undefined), from: null }));
}

function walkOf(steps: readonly Drawn[]): fc.Value<readonly Step[]> {
  return new fc.Value(
    steps.map(({ value }) => value.value_),
    steps,
  );
}

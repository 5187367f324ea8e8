import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { allChecks } from '../all-checks.ts';
import { someAlternatives } from '../every-choice.ts';
import { learnProvider, parityOf } from '../experiments/learn-provider.ts';
import { assumedFaults, conditionalFaults, everydayFaults, generatedFaults, runFault } from './all-faults.ts';
import type { Fault } from './fault.ts';
import {
  type Deployment,
  type Providers,
  exploreProvider,
  openProviders,
  runChecksOn,
  searchProvider,
} from './providers.ts';
import { thirdProvider } from './third-provider.ts';
import { type ContractDocument, loadContractDocument } from '../../src/document/read/load.ts';
import { overlayOf } from '../../src/judge/as-mock/mock-worlds.ts';
import { percent } from '../../src/judge/parity/parity.ts';
import { parseShard } from '../../src/judge/run-plan.ts';

const usage = `npm run self-test -- [--shard 2/4] [--only TEXT] [--seeds 3] [--walks] [--learn] [--minutes 3] [--steps 3000] [--seed 1]

Runs the scripts against correct providers, which decide by a seed what the specification leaves open, and against every
broken one. With --walks walks look for the faults that show under a condition, for so many minutes and steps at most. With
--learn a profile is learned from the third provider of each seed, and the answers of held-out walks are compared.`;

const checks = Object.values(allChecks).flat();
const document = loadContractDocument();

type Options = ReturnType<typeof optionsOf>;

/** Which faults and correct providers, and how faults are looked for. */
function optionsOf(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = (usual: string) => ({ type: 'string', default: usual }) as const;
  const numbers = { seeds: text('3'), minutes: text('3'), steps: text('Infinity'), seed: text('1') };
  const options = { shard: text('1/1'), only: text(''), walks: flag, learn: flag, ...numbers } as const;
  try {
    const { values } = parseArgs({ args, options });
    const shard = parseShard(values.shard);
    const counts = { seeds: +values.seeds, minutes: +values.minutes, steps: +values.steps, seed: +values.seed };
    if (shard === undefined) throw new Error(`${values.shard} is not a part such as 2/4.`);
    if (Object.values(counts).some(Number.isNaN))
      throw new Error('--seeds, --minutes, --steps and --seed are numbers.');
    return { ...values, shard, ...counts };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

async function run(options: Options): Promise<number> {
  if (options.learn) {
    await measureLearning(document, seedsOf(options));
    return 0;
  }
  const plain = [...everydayFaults, ...assumedFaults(document), ...generatedFaults(document)];
  const all = options.walks ? conditionalFaults : plain;
  const named = all.filter(({ clause, name }) => `${clause}: ${name}`.includes(options.only));
  const { index, count } = options.shard;
  // Each part has some of each kind, the first one the correct providers.
  const faults = named.filter((_, at) => at % count === index - 1);
  const right = index === 1 ? await runCorrect(options) : [];
  const found = await runBroken(faults, options);
  const results = [...right, ...found];
  const failed = results.filter((isRight) => !isRight).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function seedsOf({ seeds, seed }: Pick<Options, 'seeds' | 'seed'>): readonly number[] {
  return Array.from({ length: seeds }, (_, at) => seed + at);
}

/** For each correct provider whether nothing was found violated. */
async function runCorrect({ only, seeds, seed, minutes, walks: isWalking }: Options): Promise<readonly boolean[]> {
  const drawnBy = (each: number) => ({ behaviours: someAlternatives(document.choices.values(), each) });
  // Seed 0 draws none.
  const drawn = [0, ...seedsOf({ seeds, seed })].map((each) => {
    return { each, profile: each === 0 ? undefined : overlayOf(`drawn-${each}`, drawnBy(each)) };
  });
  const third = drawn.map(({ each, profile }) => {
    return { name: `the third provider of seed ${each}`, wrap: thirdProvider(document, each), profile };
  });
  // By scripts requests.test.ts and choices.test.ts run it.
  const mocks = drawn.map(({ each, profile }) => ({ name: `the mock as seed ${each} draws it`, profile }));
  const providers: readonly (Deployment & { readonly name: string })[] = isWalking ? [...mocks, ...third] : third;
  const named = providers.filter((each) => each.name.includes(only));
  return pLimit(mostAtOnce(isWalking)).map(named, async ({ name, ...deployment }) => {
    const walks = { walks: 200, steps: 40, seed, until: Date.now() + minutes * 60_000, shrinks: 20 };
    const violations = isWalking
      ? (await exploreProvider(deployment, document, walks)).found.map(({ report }) => report)
      : (await runChecksOn(deployment, checks, document)).flatMap((each) => each.violations);
    console.log(`${violations.length === 0 ? 'right   ' : 'WRONG   '} ${name}: ${violations.length} violations`);
    for (const { clauses, expected, came } of violations) {
      console.error(`  ${clauses.join(', ')}: expected ${expected}, came ${came}`);
    }
    return violations.length === 0;
  });
}

/** For each fault whether it was found. */
async function runBroken(faults: readonly Fault[], options: Options): Promise<readonly boolean[]> {
  const providers = await openProviders(document);
  let done = 0;
  const results = await pLimit(mostAtOnce(options.walks)).map(faults, async (fault) => {
    const began = Date.now();
    const by = await (options.walks ? walkTo(fault, providers, options) : runFault(fault, checks, document, providers));
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const place = `${(done += 1)}/${faults.length}`.padStart(9);
    const told = `${place} ${seconds} s  ${fault.clause}: ${fault.name}`;
    console.log(by === null ? `SURVIVED ${told}` : `found    ${told} (by: ${by})`);
    return by !== null;
  });
  await providers.close();
  return results;
}

/** Some wait for a time to pass while others work; walks need the time for themselves, to find races. */
function mostAtOnce(isWalking: boolean): number {
  return isWalking ? 1 : 4;
}

/** The rule by which walks find a fault, and after how many steps; null: they do not. */
async function walkTo({ wrap }: Fault, providers: Providers, options: Options): Promise<string | null> {
  const until = Date.now() + options.minutes * 60_000;
  // Each round ends with a force completion, and the next one meets a new provider.
  const walks = { walks: 10, steps: 40, seed: options.seed, until, shrinks: 0 };
  const { found, steps } = await searchProvider(wrap, document, providers, walks, options.steps);
  const [first] = found;
  return first === undefined ? null : `${first.report.clauses[0] ?? ''} after ${steps} steps`;
}

/** Prints the share of every seed, the median and the worst. */
async function measureLearning(document: ContractDocument, seeds: readonly number[]): Promise<void> {
  const measured: Parameters<typeof percent>[0][] = [];
  for (const seed of seeds) {
    const third = { wrap: thirdProvider(document, seed) };
    const alike = await parityOf(document, third, await learnProvider(document, third));
    measured.push(alike);
    console.log(`seed ${seed}: ${percent(alike)} of ${alike.compared} held-out answers`);
  }
  const sorted = measured.toSorted((one, other) => one.equal / one.compared - other.equal / other.compared);
  const [worst, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]].map((each) => each && percent(each));
  console.log(`median ${median ?? 'none'}, worst ${worst ?? 'none'}`);
}

process.exitCode = await run(optionsOf(process.argv.slice(2)));

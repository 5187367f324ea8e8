import { watch } from 'node:fs';
import type { KindOfChange } from '../../store/scenario-changes.ts';
import type { FollowedScenario } from '../../worlds/followed-scenario.ts';
import type { CommandContext } from '../command.ts';

/** In milliseconds: what is saved within this time is one change; an editor writes a file in several steps. */
const settling = 200;
/** Of one kind; more are counted. */
const mostNamed = 5;

/**
 * Takes over what is edited in a scenario's folder while the mock runs, and says what has changed, or why it cannot.
 * @returns ends it
 */
export function watchScenario(scenario: FollowedScenario, { print, printError }: CommandContext): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let taking: Promise<void> = Promise.resolve();
  const take = async () => {
    try {
      const changes = await scenario.takeOver();
      if (changes.length > 0) print(`${scenario.dir} has changed: ${changes.map(inWords).join('; ')}.`);
    } catch (error) {
      const [first = '', ...lines] = (error instanceof Error ? error.message : String(error)).split('\n');
      printError(`The mock keeps its state, because a change of its scenario does not fit. ${first}`, ...lines);
    }
  };
  const watcher = watch(scenario.dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (taking = taking.then(take)), settling);
  });
  watcher.on('error', (error) => printError(`${scenario.dir} is watched no longer: ${error.message}.`));
  return async () => {
    watcher.close();
    clearTimeout(timer);
    await taking;
  };
}

function inWords({ of, added, changed, removed }: KindOfChange): string {
  const parts = Object.entries({ added, changed, removed }).filter(([, ids]) => ids.length > 0);
  return `${of} ${parts.map(([what, ids]) => `${what}: ${named(ids)}`).join(', ')}`;
}

function named(ids: readonly (number | string)[]): string {
  const more = ids.length - mostNamed;
  return ids.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

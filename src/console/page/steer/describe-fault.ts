import type { Schemas } from '../api/control-client.ts';

type Definition = Schemas['FaultDefinition'];
type Effect = Schemas['FaultEffect'];

/** A fault in words: what it does, to which requests, how often. */
export function describeFault({ operation, match, when, effect }: Definition): string {
  const parts = [
    describeEffect(effect),
    operation === undefined ? 'on every operation' : `on ${operation}`,
    match === undefined ? '' : `where ${JSON.stringify(match)}`,
    describeTrigger(when),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'error':
      return (
        `${effect.status ?? ''} ${effect.example ?? ''}`.trim() +
        (effect.after_commit === true ? ' after it took effect' : '')
      );
    case 'delay':
      return `delay of ${describeDelay(effect)}`;
    case 'dribble':
      return effect.bytes_per_second === undefined ? 'slow body' : `body at ${effect.bytes_per_second} bytes a second`;
    case 'cut':
      return `connection cut ${effect.at ?? 'before'} the answer`;
    case 'malformed-json':
      return 'half of the JSON';
  }
}

function describeDelay({ distribution = 'fixed', milliseconds, minimum, maximum, median }: Effect): string {
  if (distribution === 'uniform') return `${minimum ?? 0} to ${maximum ?? 0} ms`;
  if (distribution === 'lognormal') return `about ${median ?? 0} ms`;
  return `${milliseconds ?? 0} ms`;
}

function describeTrigger(when: Definition['when']): string {
  if (when?.times !== undefined) return when.times === 1 ? 'once' : `on the first ${when.times}`;
  if (when?.every !== undefined) return `on every ${when.every}th`;
  if (when?.probability !== undefined) return `by chance, ${Math.round(when.probability * 100)} %`;
  return '';
}

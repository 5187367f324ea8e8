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
        `${effect.status} ${effect.example ?? ''}`.trim() +
        (effect.after_commit === true ? ' after it took effect' : '')
      );
    case 'respond': {
      const marks = `${effect.undocumented === true ? ', undocumented' : ''}${effect.after_commit === true ? ', after it took effect' : ''}`;
      return `${effect.status} with an answer of one's own${marks}`;
    }
    case 'delay':
      return `delay of ${describeDelay(effect)}`;
    case 'dribble':
      return 'chunks' in effect ? 'slow body' : `body at ${effect.bytes_per_second} bytes a second`;
    case 'cut':
      return `connection cut ${effect.at} the answer`;
    case 'malformed-json':
      return 'half of the JSON';
  }
}

function describeDelay(effect: Extract<Effect, { readonly type: 'delay' }>): string {
  if ('milliseconds' in effect) return `${effect.milliseconds} ms`;
  return 'minimum' in effect ? `${effect.minimum} to ${effect.maximum} ms` : `about ${effect.median} ms`;
}

function describeTrigger(when: Definition['when']): string {
  if (when === undefined) return '';
  if ('times' in when) return when.times === 1 ? 'once' : `on the first ${when.times}`;
  if ('every' in when) return `on every ${when.every}th`;
  return `by chance, ${Math.round(when.probability * 100)} %`;
}

import { mask } from './secret-looks.ts';

/** Secrets that are looked for in texts, whatever they look like. */
export interface KnownSecrets {
  readonly add: (secret: string) => void;
  /** The text without them, in each of their spellings: percent-encoded, and as in JSON. */
  readonly mask: (text: string) => string;
}

/** So many are looked for, those that were added last. */
const most = 2000;

export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>();
  let pattern: RegExp | undefined;
  return {
    add: (secret) => {
      if (known.has(secret)) return;
      known.add(secret);
      const [oldest = ''] = known;
      if (known.size > most) known.delete(oldest);
      pattern = undefined;
    },
    mask: (text) => {
      if (known.size === 0) return text;
      pattern ??= patternOf(known);
      return text.replaceAll(pattern, mask);
    },
  };
}

/** One pass over a text finds them all; the longest come first, because one may begin with another. */
function patternOf(known: ReadonlySet<string>): RegExp {
  const spellings = [...known].flatMap((secret) => [
    secret,
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const ordered = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  return new RegExp(ordered.map((secret) => secret.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'), 'g');
}

/** Replaces secrets in texts: those given, those received, and whatever looks like one. */
export interface Masking {
  readonly mask: (text: string) => string;
  /** Also masks this from now on. */
  readonly learn: (secret: string) => void;
  /** Learns every token in a body: the members that are named like one. */
  readonly learnFrom: (body: unknown) => void;
}

const MASK = '[masked]';

/** 64 hexadecimal characters, a JWT, or what follows the word Bearer. */
const secretLooks = /\b[0-9a-f]{64}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\bbearer\s+)(?!\[masked\]|\$)[^\s'"]+/gi;

/** @param secrets every token of the settings; ones shorter than 4 characters are no secret */
export function createMasking(secrets: readonly string[]): Masking {
  const known = new Set<string>();
  const learn = (secret: string): void => {
    if (secret.length >= 4) known.add(secret);
  };
  secrets.forEach(learn);
  const learnFrom = (body: unknown): void => {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === 'string' && /^(agent_|api_|login_|access_)?token$/i.test(name)) learn(value);
      else learnFrom(value);
    }
  };
  return {
    learn,
    learnFrom,
    mask: (text) => {
      // The longest first: one secret may begin with another.
      const ordered = [...known].sort((one, other) => other.length - one.length);
      const plain = ordered.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
      return plain.replace(secretLooks, MASK);
    },
  };
}

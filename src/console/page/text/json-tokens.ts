export type JsonTokenKind = 'name' | 'string' | 'number' | 'word' | 'mark' | 'space';

export interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

const pattern =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:]+)|(\s+)/y;

/**
 * Cuts a JSON text into the pieces that are coloured alike; joined they are the text again. What is no JSON comes as it
 * is, a word at a time.
 */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  const add = (kind: JsonTokenKind, piece: string | undefined) => {
    if (piece !== undefined && piece !== '') tokens.push({ kind, text: piece });
  };
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) {
      const rest = /^[^\s"{}[\],:]+|^[^]/.exec(text.slice(at, at + 1000))?.[0] ?? '';
      add('word', rest);
      at += rest.length;
      continue;
    }
    const [whole, quoted, colon, number, word, mark, space] = found;
    add(colon === undefined ? 'string' : 'name', quoted);
    add('mark', colon);
    add('number', number);
    add('word', word);
    add('mark', mark);
    add('space', space);
    at += whole.length;
  }
  return tokens;
}

/** The value as it is shown: indented, and empty for what JSON cannot say. */
export function prettyJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

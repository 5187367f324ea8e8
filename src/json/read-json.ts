/** In levels: JSON from outside that nests deeper is refused, so that what walks over the values may recurse. */
export const deepestJson = 200;

/** The value of a JSON text from outside; undefined if it is not JSON, or nested in more levels than these. */
export function readJson(text: string, levels = deepestJson): unknown {
  if (isDeeperThan(text, levels)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether objects and lists of a JSON text nest in more levels than these. Looks at each character once. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

/** How deep JSON from outside may nest: whatever walks or prints a value must not run out of stack. */
const DEEPEST = 200;

/** The value of a JSON text; undefined if the text is not JSON, or nests deeper than 200 levels. */
export function readJson(text: string): unknown {
  if (text === '' || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

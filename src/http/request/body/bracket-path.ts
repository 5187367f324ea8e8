/** One step into a form: a member's name, a place in a list, or the next place of a list. */
export type Segment =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'next' };

/**
 * Reads a bracketed field name: `knowledge_base[tools][0][id]` is member, member, index, member; `phone_numbers[]`
 * is member, next. A name whose brackets do not pair up that way (`a[b`, `a[b]c`, `[a]`) is one member, as it stands.
 */
export function parseBracketPath(name: string): readonly [Segment, ...Segment[]] {
  const open = name.indexOf('[');
  const brackets = name.slice(open);
  if (open < 1 || !/^(\[[^[\]]*\])+$/.test(brackets)) {
    return [{ kind: 'member', name }];
  }
  const inner = brackets.slice(1, -1).split('][');
  return [{ kind: 'member', name: name.slice(0, open) }, ...inner.map(parseSegment)];
}

function parseSegment(text: string): Segment {
  if (text === '') {
    return { kind: 'next' };
  }
  return /^\d+$/.test(text) ? { kind: 'index', index: toIndex(text) } : { kind: 'member', name: text };
}

/** Indexes only put values in order, so one too large to be exact may share a place with its neighbours. */
function toIndex(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

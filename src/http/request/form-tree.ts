import type { FormObject, FormTree } from '../../document/validate/check-form.ts';
import type { SentText } from '../../document/validate/check-request.ts';

/** A field that was left out of the tree, by its name as sent. */
interface FormProblem {
  readonly name: string;
  readonly kind: 'conflict' | 'forbidden-name' | 'too-deep';
}

/** In segments: a longer name is left out. */
const longestPath = 10;

/**
 * Builds the nested tree of a form from its fields (`createagentorupdate.list-spellings`).
 *
 * - A list comes as `name[]`, as `name[0]` (by index, gaps closed) or as a repeated bare name; one bare value stays
 *   text, for the form alone cannot tell a list of one from a text. Spellings of one list may be mixed: indexed
 *   values come first, then the others as sent.
 * - `tools[][id]=1&tools[][isEnabled]=1&tools[][id]=2` is a list of two: a new item starts where a field repeats.
 * - A field sent twice becomes a list of its values.
 * - What is both text or list and object (`a=1&a[b]=2`), called `__proto__`, `constructor` or `prototype`, or nested
 *   too deep is left out and reported; of a conflict the field sent first stays.
 *
 * qs is not used here: it turns lists of more than 20 items or high indexes into objects, merges conflicts and drops
 * prototype names without a word, and would have each value encoded only to decode it.
 */
export function assembleForm(entries: readonly SentText[]): {
  readonly tree: FormObject;
  readonly problems: readonly FormProblem[];
} {
  const root = new Node();
  const problems: FormProblem[] = [];
  for (const { name, value } of entries) {
    const path = parseBracketPath(name);
    if (path.length > longestPath) problems.push({ name, kind: 'too-deep' });
    else if (path.some(isForbidden)) problems.push({ name, kind: 'forbidden-name' });
    else if (!root.add(path, value)) problems.push({ name, kind: 'conflict' });
  }
  return { tree: root.toObject(), problems };
}

function isForbidden(segment: Segment): boolean {
  return segment.kind === 'member' && ['__proto__', 'constructor', 'prototype'].includes(segment.name);
}

/** A place in the tree while it grows: what it is shows in which of its parts are filled. */
class Node {
  readonly #members = new Map<string, Node>();
  readonly #indexed = new Map<number, Node>();
  #appended: Node[] = [];
  #texts: string[] = [];

  /** Gives false, and changes nothing, where the value does not fit what is there. */
  add(path: readonly Segment[], text: string): boolean {
    if (!this.canTake(path)) return false;
    const [segment, ...rest] = path;
    if (segment === undefined) {
      if (this.#isList()) this.#appended.push(textNode(text));
      else this.#texts.push(text);
      return true;
    }
    return this.#child(segment, rest).add(rest, text);
  }

  toObject(): FormObject {
    const object = Object.create(null) as Record<string, FormTree>;
    for (const [name, node] of this.#members) {
      object[name] = node.#toValue();
    }
    return object;
  }

  #toValue(): FormTree {
    if (this.#members.size > 0) return this.toObject();
    if (this.#isList()) {
      const indexed = [...this.#indexed].sort(([a], [b]) => a - b).map(([, node]) => node);
      return [...indexed, ...this.#appended].map((node) => node.#toValue());
    }
    const [first, ...others] = this.#texts;
    return first !== undefined && others.length === 0 ? first : this.#texts;
  }

  #isList(): boolean {
    return this.#indexed.size > 0 || this.#appended.length > 0;
  }

  /** Whether the path meets no object where it brings a text or list, and no text or list where it brings an object. */
  canTake(path: readonly Segment[]): boolean {
    const [segment, ...rest] = path;
    const isObject = !this.#isList() && this.#texts.length === 0;
    const fits = segment?.kind === 'member' ? isObject : this.#members.size === 0;
    return fits && (this.#known(segment)?.canTake(rest) ?? true);
  }

  #known(segment: Segment | undefined): Node | undefined {
    if (segment?.kind === 'member') return this.#members.get(segment.name);
    return segment?.kind === 'index' ? this.#indexed.get(segment.index) : undefined;
  }

  #child(segment: Segment, rest: readonly Segment[]): Node {
    if (segment.kind === 'member') return childNode(this.#members, segment.name);
    this.#appended.push(...this.#texts.map(textNode));
    this.#texts = [];
    if (segment.kind === 'index') return childNode(this.#indexed, segment.index);
    const last = this.#appended.at(-1);
    if (last?.lacks(rest) === true) return last;
    const next = new Node();
    this.#appended.push(next);
    return next;
  }

  /** Whether the path is a further part of this list item, and not the beginning of the next. */
  lacks(path: readonly Segment[]): boolean {
    const [segment, ...rest] = path;
    if (segment === undefined || !this.canTake(path) || this.#texts.length > 0) return false;
    return this.#known(segment)?.lacks(rest) ?? true;
  }
}

function textNode(text: string): Node {
  const node = new Node();
  node.add([], text);
  return node;
}

function childNode<K>(children: Map<K, Node>, key: K): Node {
  const child = children.get(key) ?? new Node();
  children.set(key, child);
  return child;
}

/** One step into a form: a field's name, a place in a list, or the next place of a list. */
type Segment =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'next' };

/**
 * Reads a bracketed field name: `knowledge_base[tools][0][id]` is field, field, index, field; `phone_numbers[]`
 * is field, next. A name whose brackets do not pair up that way (`a[b`, `a[b]c`, `[a]`) is one field, as it stands.
 */
export function parseBracketPath(name: string): readonly [Segment, ...Segment[]] {
  const open = name.indexOf('[');
  const brackets = name.slice(open);
  if (open < 1 || !/^(\[[^[\]]*\])+$/.test(brackets)) return [{ kind: 'member', name }];
  const inner = brackets.slice(1, -1).split('][');
  return [{ kind: 'member', name: name.slice(0, open) }, ...inner.map(parseSegment)];
}

function parseSegment(text: string): Segment {
  if (text === '') return { kind: 'next' };
  if (!/^\d+$/.test(text)) return { kind: 'member', name: text };
  // Indexes only put values in order, so one too large to be exact may share a place with its neighbours.
  return { kind: 'index', index: Math.min(Number(text), Number.MAX_SAFE_INTEGER) };
}

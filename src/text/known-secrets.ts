import { mask } from './secret-looks.ts';

/** Secrets that are looked for in texts, whatever they look like. */
export interface KnownSecrets {
  /** @param isKept whether others that are added later do not take its place */
  readonly add: (secret: string, isKept: boolean) => void;
  /**
   * The text without them, in each of their spellings: percent-encoded, and as in JSON. What follows a secret of more
   * than 100 characters is not shown either, nor is the beginning of one where a text ends or was cut (`…`).
   */
  readonly mask: (text: string) => string;
}

/** Of those that are not kept so many are looked for, those that were added last. */
export const mostLearned = 2000;
/** In characters of a spelling: the rest of a longer one is neither kept nor looked for. */
const longest = 100;
/** In characters: so much of the beginning of a secret is one, where the text ends. */
const shortestBeginning = 6;

export function createKnownSecrets(): KnownSecrets {
  const kept = new Set<string>();
  const passing = new Set<string>();
  let finder: Finder | undefined;
  return {
    add: (secret, isKept) => {
      const beginning = secret.slice(0, longest + 1);
      if (kept.has(beginning) || passing.has(beginning)) return;
      (isKept ? kept : passing).add(beginning);
      const [oldest = ''] = passing;
      if (passing.size > mostLearned) passing.delete(oldest);
      finder = undefined;
    },
    mask: (text) => {
      if (kept.size + passing.size === 0) return text;
      finder ??= new Finder([...new Set([...kept, ...passing].flatMap(spellingsOf))]);
      return withoutRanges(text, finder.rangesIn(text));
    },
  };
}

function spellingsOf(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
    JSON.stringify(secret).slice(1, -1),
  ];
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let end = 0;
  for (const range of ranges) {
    shown += text.slice(end, range.start) + mask;
    end = range.end;
  }
  return end === 0 ? text : shown + text.slice(end);
}

/** The code unit of `…`, by which texts tell that they were cut. */
const ellipsis = 0x2026;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds many words in one pass over a text, as Aho and Corasick do: in time that grows with the text alone, whatever
 * the words and the text are. A node is a beginning of words; node 0 is the empty one.
 */
class Finder {
  /** The node that a node goes on from, and by which code unit. */
  readonly #parents: Int32Array;
  readonly #codes: Uint16Array;
  /** The node of the longest other beginning that ends as this one does. */
  readonly #shorter: Int32Array;
  /** How many characters a node has. */
  readonly #depths: Uint8Array;
  /** The length of the longest word that ends with a node; more than the longest where the rest of one was cut off. */
  readonly #found: Uint16Array;
  /** Nodes by a hash of their parent and code unit; 0 is free. */
  readonly #slots: Int32Array;
  #size = 1;
  /** By the last eight bits of a code unit, whether a word may begin with it. */
  readonly #isFirst = new Uint8Array(256);

  constructor(words: readonly string[]) {
    const most = words.reduce((sum, { length }) => sum + Math.min(length, longest), 1);
    this.#parents = new Int32Array(most);
    this.#codes = new Uint16Array(most);
    this.#shorter = new Int32Array(most);
    this.#depths = new Uint8Array(most);
    this.#found = new Uint16Array(most);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2)));
    this.#addAll(words);
    for (let node = 1; node < this.#size; node += 1) {
      const parent = numberAt(this.#parents, node);
      if (parent === 0) continue;
      const shorter = this.#step(numberAt(this.#shorter, parent), numberAt(this.#codes, node));
      this.#shorter[node] = shorter;
      this.#found[node] = Math.max(numberAt(this.#found, node), numberAt(this.#found, shorter));
    }
  }

  /** Where words stand in a text; none overlaps another. What follows a word that was cut belongs to it. */
  rangesIn(text: string): readonly Range[] {
    const ranges: Range[] = [];
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (node === 0 && numberAt(this.#isFirst, code & 255) === 0) continue;
      if (code === ellipsis) addRange(ranges, index, this.#beginningOf(node));
      node = this.#step(node, code);
      const length = numberAt(this.#found, node);
      if (length > longest) {
        addRange(ranges, index + 1, longest);
        return ranges.with(-1, { start: ranges.at(-1)?.start ?? 0, end: text.length });
      }
      addRange(ranges, index + 1, length);
    }
    addRange(ranges, text.length, this.#beginningOf(node));
    return ranges;
  }

  /** The length of the beginning of a word that a node is, if it is long enough to tell it. */
  #beginningOf(node: number): number {
    const depth = numberAt(this.#depths, node);
    return depth < shortestBeginning ? 0 : depth;
  }

  /** All first characters, then all second ones: a node comes after all that are nearer to the beginning. */
  #addAll(words: readonly string[]): void {
    const reached = new Int32Array(words.length);
    for (let index = 0; index < longest; index += 1) {
      for (const [number, word] of words.entries()) {
        if (index >= word.length) continue;
        const node = this.#childOf(numberAt(reached, number), word.charCodeAt(index));
        reached[number] = node;
        if (index === 0) this.#isFirst[word.charCodeAt(0) & 255] = 1;
        if (index + 1 === word.length) this.#found[node] = Math.max(numberAt(this.#found, node), word.length);
        else if (index + 1 === longest) this.#found[node] = longest + 1;
      }
    }
  }

  #childOf(parent: number, code: number): number {
    const slot = this.#slotOf(parent, code);
    const known = numberAt(this.#slots, slot);
    if (known !== 0) return known;
    const node = this.#size;
    this.#size += 1;
    this.#parents[node] = parent;
    this.#codes[node] = code;
    this.#depths[node] = numberAt(this.#depths, parent) + 1;
    this.#slots[slot] = node;
    return node;
  }

  #step(from: number, code: number): number {
    for (let node = from; ; node = numberAt(this.#shorter, node)) {
      const next = numberAt(this.#slots, this.#slotOf(node, code));
      if (next !== 0 || node === 0) return next;
    }
  }

  /** The slot of a node's child, or the free one that it would take. */
  #slotOf(parent: number, code: number): number {
    const last = this.#slots.length - 1;
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(code + 1, 0x85ebca6b)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & last; ; slot = (slot + 1) & last) {
      const node = numberAt(this.#slots, slot);
      if (node === 0 || (numberAt(this.#parents, node) === parent && numberAt(this.#codes, node) === code)) return slot;
    }
  }
}

/** Adds the range of so many characters up to an end, joined with those that it overlaps. */
function addRange(ranges: Range[], end: number, length: number): void {
  if (length === 0) return;
  let start = end - length;
  for (let last = ranges.at(-1); last !== undefined && last.end > start; last = ranges.at(-1)) {
    start = Math.min(start, last.start);
    ranges.pop();
  }
  ranges.push({ start, end });
}

function numberAt(numbers: Int32Array | Uint16Array | Uint8Array, index: number): number {
  return numbers[index] ?? 0;
}

/** What a node of a document is read as: whatever is not there is empty. */
export type DocumentNode = Readonly<Record<string, unknown>>;

/** A document that was read from JSON, and what its references stand for. */
export class DocumentNodes {
  readonly root: unknown;

  constructor(root: unknown) {
    this.root = root;
  }

  /** A node, or what it refers to: members beside the reference come on top. */
  resolve(value: unknown, depth = 0): DocumentNode {
    if (!isNode(value)) return {};
    const { $ref: reference, ...rest } = value;
    // A reference to itself ends somewhere.
    if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 20) return value;
    const found = reference
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(nodeAt, this.root);
    return { ...this.resolve(found, depth + 1), ...rest };
  }
}

export function nodeAt(value: unknown, name: string): DocumentNode {
  const member = isNode(value) ? value[name] : undefined;
  return isNode(member) ? member : {};
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = isNode(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]) : [];
}

export function textAt(value: unknown, name: string): string {
  const members = isNode(value) ? value : {};
  return typeof members[name] === 'string' ? members[name] : '';
}

export function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

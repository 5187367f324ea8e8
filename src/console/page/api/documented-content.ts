import { isNode, nodeAt, textAt, type DocumentNode, type DocumentNodes } from './document-nodes.ts';

export interface DocumentedBody {
  readonly kind: 'json' | 'form';
  readonly schema: DocumentNode;
  readonly examples: readonly DocumentedExample[];
  /** The fields of a form that take files, with what they take: media types, as an input's `accept` has them. */
  readonly files: readonly { readonly field: string; readonly accept: string }[];
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly description: string;
  readonly schema: DocumentNode;
  /** Those of an error are named after the rule that refuses. */
  readonly examples: readonly DocumentedExample[];
}

export interface DocumentedExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

/** The body that an operation takes: JSON, or a form; undefined if none. */
export function readBody(nodes: DocumentNodes, requestBody: unknown): DocumentedBody | undefined {
  const content = nodeAt(nodes.resolve(requestBody), 'content');
  const [type = '', media] = Object.entries(content)[0] ?? [];
  if (!isNode(media)) return undefined;
  const encodings = Object.entries(nodeAt(media, 'encoding'));
  return {
    kind: type === 'multipart/form-data' ? 'form' : 'json',
    schema: nodes.resolve(media['schema']),
    examples: examplesOf(nodes, media),
    files: encodings.map(([field, encoding]) => ({
      field,
      accept: textAt(encoding, 'contentType').replace(/\s+/g, ' ').replace('text/plain, ', '').trim(),
    })),
  };
}

export function readAnswer(nodes: DocumentNodes, status: number, response: unknown): DocumentedAnswer {
  const read = nodes.resolve(response);
  const media = Object.values(nodeAt(read, 'content'));
  const examples = media.flatMap((one) => examplesOf(nodes, nodes.resolve(one)));
  return {
    status,
    description: textAt(read, 'description'),
    schema: nodes.resolve(nodes.resolve(media[0])['schema']),
    examples: examples.filter(({ name }, index) => examples.findIndex((one) => one.name === name) === index),
  };
}

/** What an example of an error tells people; empty if it has no such text. */
export function messageOfExample({ value }: DocumentedExample): string {
  return textAt(value, 'message');
}

function examplesOf(nodes: DocumentNodes, media: DocumentNode): DocumentedExample[] {
  const named = Object.entries(nodeAt(media, 'examples')).map(([name, example]) => {
    const read = nodes.resolve(example);
    return { name, summary: textAt(read, 'summary'), value: read['value'] };
  });
  return named.length > 0 || media['example'] === undefined
    ? named
    : [{ name: 'example', summary: '', value: media['example'] }];
}

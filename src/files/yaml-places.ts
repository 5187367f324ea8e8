import type { Node } from 'yaml';
import { loadYaml } from './load-yaml.ts';

/** Where a value of a text in YAML or JSON stands, as `12:5`, line and column from 1. */
export type Places = (steps: readonly string[]) => string;

/** The places in a text that is YAML: of a member its name, and of what is not there the nearest part around it. */
export function yamlPlaces(text: string): Places {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'error' });
  return (steps) => {
    let node: unknown = contents;
    let at = startOf(contents) ?? 0;
    for (const step of steps) {
      const found = childOf(node, step);
      if (found === undefined) break;
      at = startOf(found.name) ?? startOf(found.value) ?? at;
      node = found.value;
    }
    const { line, col } = lines.linePos(at);
    return `${line}:${col}`;
  };
}

function childOf(node: unknown, step: string): { readonly name: unknown; readonly value: unknown } | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { name: undefined, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair && { name: pair.key, value: pair.value };
}

function startOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node ? (node as Node).range?.[0] : undefined;
}

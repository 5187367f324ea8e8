import { Refusal } from '../../domain/refusal.ts';
import type { Operation } from '../../document/operation.ts';
import type { Exchange } from '../exchange.ts';

type Undocumented = Exchange['undocumented'];

const maximumBytes = 1024;
const words = {
  'query-parameter': 'The query parameter',
  'body-member': 'The body member',
  'file-field': 'The file field',
  body: 'The body',
};

/** The header that warns of what the contract does not cover (`warnings.uncovered`). */
export function contractWarning(undocumented: Undocumented): { readonly 'x-contract-warning': string } {
  return { 'x-contract-warning': warningLine(undocumented) };
}

/** One line of at most 1 kB, names percent-encoded. */
function warningLine(undocumented: Undocumented): string {
  const parts = undocumented.map(({ kind, name }) =>
    name === '' ? `unknown-${kind}` : `unknown-${kind}: ${encode(name)}`,
  );
  let line = '';
  for (const [index, part] of parts.entries()) {
    const rest = `; and ${parts.length - index} more`;
    if (line.length + part.length + 2 + rest.length > maximumBytes) return (line + rest).replace(/^; /, '');
    line += line === '' ? part : `; ${part}`;
  }
  return line;
}

/** In strict mode what would be a warning is the operation's validation error (`warnings.strict`). */
export function refuseUndocumented(undocumented: Undocumented, operation: Operation): void {
  const [first] = undocumented;
  if (first === undefined) return;
  const named = first.name === '' ? words[first.kind] : `${words[first.kind]} ${first.name}`;
  throw new Refusal(operation.invalidRefusal, `${named} is not documented.`);
}

/** Percent-encodes what is not visible ASCII, and what would end a part of the line. */
function encode(name: string): string {
  return name
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[^!-~]|[%;:,"\\]/gu, (character) => encodeURIComponent(character));
}

import { isError } from './is-error.ts';
import { loadYaml } from './load-yaml.ts';

/** A text is not YAML, or not YAML that may be taken. `message` is a part of a sentence, with line and column. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/** The deepest that lists and mappings may be in each other. */
const deepest = 100;

/**
 * The value of a text in YAML or JSON, undefined for an empty one.
 * @throws YamlError for what is neither, for aliases that expand without bounds or lead back to themselves, and for
 *   what is nested too deeply
 */
export function parseYaml(text: string): unknown {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'error' });
    const [fault] = document.errors;
    if (fault !== undefined) {
      const { line, col } = lines.linePos(fault.pos[0]);
      const [reason = ''] = fault.message.split('\n', 1);
      throw new YamlError(`line ${line}, column ${col}: this is neither YAML nor JSON: ${reason.replace(/[:.]$/, '')}`);
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    refuseDepth(value);
    return value ?? undefined;
  } catch (error) {
    if (error instanceof YamlError) throw error;
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new YamlError('it is nested too deeply', { cause: error });
    const reason =
      isError(error) && /alias count/i.test(error.message)
        ? 'its aliases expand without bounds'
        : 'its aliases cannot be resolved';
    throw new YamlError(`${reason}: write out what they stand for`, { cause: error });
  }
}

function refuseDepth(value: unknown, depth = 0): void {
  if (depth > deepest) {
    throw new YamlError(`it is nested more than ${deepest} levels deep, or an alias leads back to itself`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) refuseDepth(item, depth + 1);
}

import { parseYaml, YamlError } from '../../files/parse-yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { yamlComment, yamlText } from '../../text/escaping.ts';
import type { Verdict } from './verdict.ts';

/** A violation that is known and accepted for a time. */
export interface BaselineEntry {
  readonly clause: string;
  readonly reason: string;
  /** `2026-12-31`: the last day on which it is accepted. */
  readonly expires: string;
}

export interface BaselineResult {
  /** Violated clauses that no entry accepts. */
  readonly unaccepted: readonly string[];
  readonly accepted: readonly BaselineEntry[];
  /** Entries that fail the run: expired, or of a clause that is kept. */
  readonly faults: readonly string[];
}

/**
 * Reads a baseline: a list of clause, reason and expires, in YAML or JSON.
 * @throws Error that names the entry and what is wrong with it
 */
export function readBaseline(file: string, clauses: ReadonlyMap<string, unknown>): readonly BaselineEntry[] {
  const value = parsed(file);
  if (!Array.isArray(value)) throw new Error(`${file}: must be a list of clause, reason and expires.`);
  return value.map((each: unknown, index) => {
    const { clause, reason, expires } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const at = `${file}: [${index}]`;
    if (clause === undefined) throw new Error(`${at}.clause: is missing.`);
    if (typeof clause !== 'string' || !clauses.has(clause)) {
      throw new Error(`${at}.clause: ${JSON.stringify(clause)} is not a clause.`);
    }
    if (typeof reason !== 'string' || reason === '') {
      throw new Error(`${at}.reason: is missing: say why ${clause} is accepted.`);
    }
    if (typeof expires !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(expires)) {
      throw new Error(`${at}.expires: must be the last day on which ${clause} is accepted, such as 2026-12-31.`);
    }
    return { clause, reason, expires };
  });
}

function parsed(file: string): unknown {
  try {
    return parseYaml(readTextFile(file));
  } catch (error) {
    throw error instanceof YamlError ? new Error(`${file}: ${error.message}.`, { cause: error }) : error;
  }
}

/** Compares the violations with those known. @param today `2026-11-20` */
export function applyBaseline(verdict: Verdict, entries: readonly BaselineEntry[], today: string): BaselineResult {
  const verdicts = new Map<string, string>(verdict.clauses.map((clause) => [clause.id, clause.verdict]));
  const valid = entries.filter(({ expires }) => expires >= today);
  const accepted = valid.filter(({ clause }) => verdicts.get(clause) === 'violated');
  const known = new Set(accepted.map(({ clause }) => clause));
  return {
    unaccepted: verdict.clauses
      .filter(({ id, verdict: each }) => each === 'violated' && !known.has(id))
      .map(({ id }) => id),
    accepted,
    faults: [
      ...entries
        .filter(({ expires }) => expires < today)
        .map(({ clause, expires }) => `${clause}: accepted until ${expires}, which is past`),
      ...valid
        .filter(({ clause }) => verdicts.get(clause) === 'kept')
        .map(({ clause }) => `${clause}: is kept again, so that its entry is no longer needed`),
    ],
  };
}

/**
 * A baseline of every violated clause, cause by cause, for a person to fill in reasons and dates.
 * @param known entries whose reason and date are taken over
 */
export function baselineText({ causes }: Verdict, known: readonly BaselineEntry[]): string {
  const entries = new Map(known.map((entry) => [entry.clause, entry]));
  const written = new Set<string>();
  const parts = causes.map(({ title, clause, consequences, violation }) => {
    const ids = [clause, ...consequences].filter((id) => written.size !== written.add(id).size);
    const lines = ids.flatMap((id) => [
      `- clause: ${id}`,
      `  reason: ${yamlText(entries.get(id)?.reason ?? '')}`,
      `  expires: ${yamlText(entries.get(id)?.expires ?? '')}`,
    ]);
    return [yamlComment(`${title}: expected ${violation.expected}, came ${violation.came}`), ...lines, ''].join('\n');
  });
  const head =
    '# Known violations. Give each entry a reason, and in expires the last day on which it is accepted: 2026-12-31.';
  return `${[head, '', ...(parts.length === 0 ? ['[]'] : parts)].join('\n').trimEnd()}\n`;
}

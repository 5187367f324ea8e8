import { YamlError, parseYaml } from '../../files/yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { yamlComment, yamlText } from '../../text/escaping.ts';
import type { Cause, Verdict } from './verdict.ts';

/** What is wrong, known and accepted for a time: a rule may be broken in another way beside it, which is not. */
export interface BaselineEntry {
  /** The title of the cause: operation, place and kind of difference. */
  readonly cause: string;
  /** The rule that says most of it. */
  readonly clause: string;
  readonly reason: string;
  /** `2026-12-31`: the last day on which it is accepted. */
  readonly expires: string;
}

export interface BaselineResult {
  readonly unaccepted: readonly Cause[];
  readonly accepted: readonly BaselineEntry[];
  /** Entries that fail the run: expired, or of a clause that is kept. */
  readonly faults: readonly string[];
}

/** Reads a baseline, in YAML or JSON. @throws Error that names the entry and what is wrong with it */
export function readBaseline(file: string, clauses: ReadonlyMap<string, unknown>): readonly BaselineEntry[] {
  const value = parsed(file);
  if (!Array.isArray(value)) throw new Error(`${file}: must be a list of cause, clause, reason and expires.`);
  return value.map((each: unknown, index) => {
    const { cause, clause, reason, expires } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const at = `${file}: [${index}]`;
    if (clause === undefined) throw new Error(`${at}.clause: is missing.`);
    if (typeof clause !== 'string' || !clauses.has(clause)) {
      throw new Error(`${at}.clause: ${JSON.stringify(clause)} is not a clause.`);
    }
    if (typeof cause !== 'string' || cause === '') {
      throw new Error(`${at}.cause: is missing: --write-baseline writes each with its cause.`);
    }
    if (typeof reason !== 'string' || reason === '') {
      throw new Error(`${at}.reason: is missing: say why ${clause} is accepted.`);
    }
    if (typeof expires !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(expires)) {
      throw new Error(`${at}.expires: must be the last day on which ${clause} is accepted, such as 2026-12-31.`);
    }
    return { cause, clause, reason, expires };
  });
}

function parsed(file: string): unknown {
  try {
    return parseYaml(readTextFile(file));
  } catch (error) {
    throw error instanceof YamlError ? new Error(`${file}: ${error.message}.`, { cause: error }) : error;
  }
}

/** Compares the causes with those known. @param today `2026-11-20` */
export function applyBaseline(verdict: Verdict, entries: readonly BaselineEntry[], today: string): BaselineResult {
  const verdicts = new Map<string, string>(verdict.clauses.map((clause) => [clause.id, clause.verdict]));
  const valid = entries.filter(({ expires }) => expires >= today);
  return {
    unaccepted: verdict.causes.filter((cause) => acceptedAs(cause, valid) === undefined),
    accepted: valid.filter((entry) => verdict.causes.some((cause) => acceptedAs(cause, [entry]) !== undefined)),
    faults: [
      ...entries
        .filter(({ expires }) => expires < today)
        .map(({ clause, cause, expires }) => `${clause}: ${cause}: accepted until ${expires}, which is past`),
      ...valid
        .filter(({ clause }) => verdicts.get(clause) === 'kept')
        .map(({ clause, cause }) => `${clause}: ${cause}: is kept again, so that its entry is no longer needed`),
    ],
  };
}

/** The entry that accepts a cause; ids and moments in its title are of one run. */
export function acceptedAs({ title, clause }: Cause, entries: readonly BaselineEntry[]): BaselineEntry | undefined {
  const lasting = (text: string): string => text.replaceAll(/\d{4,}/g, '0');
  return entries.find((entry) => entry.clause === clause && lasting(entry.cause) === lasting(title));
}

/** A baseline of every cause, for a person to fill in; reasons and dates of `known` entries are taken over. */
export function baselineText({ causes }: Verdict, known: readonly BaselineEntry[]): string {
  const parts = causes.map((cause) => {
    const { title, clause, violation } = cause;
    const { reason = '', expires = '' } = acceptedAs(cause, known) ?? {};
    return [
      yamlComment(`expected ${violation.expected}, came ${violation.came}`),
      `- cause: ${yamlText(title)}`,
      `  clause: ${clause}`,
      `  reason: ${yamlText(reason)}`,
      `  expires: ${yamlText(expires)}`,
      '',
    ].join('\n');
  });
  const head =
    '# Known violations. Give each entry a reason, and in expires the last day on which it is accepted: 2026-12-31.';
  return `${[head, '', ...(parts.length === 0 ? ['[]'] : parts)].join('\n').trimEnd()}\n`;
}

import type { Clause } from '../../document/operation.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ViolationReport } from './outcome.ts';

/** What is wrong once, however many rules it breaks and however many checks meet it. */
export interface Cause {
  /** `getAgent answers 500`. */
  readonly title: string;
  /** The rule that says most of it, and those that are broken with it. */
  readonly clause: ClauseId;
  readonly consequences: readonly ClauseId[];
  /** The first violation of the deciding rule. */
  readonly violation: ViolationReport;
  /** The titles of the checks that met it. */
  readonly checks: readonly string[];
}

type Catalogue = ReadonlyMap<ClauseId, Clause>;

/** The causes of violations, those of most rules first. */
export function causesOf(violations: readonly ViolationReport[], catalogue: Catalogue): readonly Cause[] {
  const groups = new Map<string, ViolationReport[]>();
  for (const violation of violations) {
    const title = titleOf(violation);
    groups.set(title, [...(groups.get(title) ?? []), violation]);
  }
  const causes = [...withoutParts(groups)].map(([title, group]) => causeOfGroup(title, group, catalogue));
  return causes.toSorted((one, other) => other.consequences.length - one.consequences.length);
}

function titleOf({ operation, cause }: ViolationReport): string {
  return `${operation ?? 'the deployment'} ${cause}`;
}

/** What is wrong below a field that is wrong itself follows from that. */
function withoutParts(groups: ReadonlyMap<string, ViolationReport[]>): ReadonlyMap<string, readonly ViolationReport[]> {
  const whole = new Map<string, readonly ViolationReport[]>();
  for (const [title, group] of [...groups].toSorted(([one], [other]) => one.length - other.length)) {
    const above = [...whole.keys()].find((other) => / is wrong at \/./.test(other) && title.startsWith(`${other}/`));
    whole.set(above ?? title, [...(whole.get(above ?? '') ?? []), ...group]);
  }
  return whole;
}

function causeOfGroup(title: string, group: readonly ViolationReport[], catalogue: Catalogue): Cause {
  const broken = new Set(group.flatMap(({ clauses }) => clauses));
  // The first rule of a violation is the one nearest to the difference.
  const nearest = new Set(group.map(({ clauses: [first] }) => first));
  const rank = (id: ClauseId): readonly number[] => {
    const clause = catalogue.get(id);
    const governed = clause === undefined || clause.operations === 'all' ? Infinity : clause.operations.length;
    return [clause?.kind === 'stated' ? 0 : 1, nearest.has(id) ? 0 : 1, governed];
  };
  // In the order of the catalogue, which begins with what an operation is for.
  const ids = [...catalogue.keys()]
    .filter((id) => broken.has(id))
    .toSorted((one, other) => compareRanks(rank(one), rank(other)));
  const [clause, ...consequences] = ids;
  const violation = group.find(({ clauses }) => clause !== undefined && clauses.includes(clause));
  if (clause === undefined || violation === undefined) throw new Error(`${title}: a violation names no clause.`);
  return { title, clause, consequences, violation, checks: [...new Set(group.map(({ check }) => check))] };
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place < 0 ? 0 : (one[place] ?? 0) < (other[place] ?? 0) ? -1 : 1;
}

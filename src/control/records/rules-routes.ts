import type { components } from '../../document/control-types.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Clause } from '../../document/operation.ts';
import { operationOf } from '../worlds/check-fault.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';

export const listRules: ControlHandler<'listRules'> = ({ query }, { document }) => {
  const operation = query.operation === undefined ? undefined : operationOf(query.operation, document).id;
  const rules = [...document.clauses.values()].filter(
    ({ kind, operations }) =>
      (query.kind === undefined || kind === query.kind) &&
      (operation === undefined || operations === 'all' || operations.includes(operation)),
  );
  return { status: 200, body: { rules: rules.map((rule) => ruleView(rule, document)) } };
};

export const getRule: ControlHandler<'getRule'> = ({ path }, { document }) => {
  const rule = document.clauses.get(path.id as ClauseId);
  if (rule !== undefined) return { status: 200, body: ruleView(rule, document) };
  const near = nearestName(path.id, [...document.clauses.keys()]);
  throw new Problem(404, `There is no rule ${path.id}. Did you mean ${near}?`, 'id');
};

function ruleView(clause: Clause, document: ContractDocument): components['schemas']['Rule'] {
  const { operations, ...others } = clause;
  return { ...others, operations: operations === 'all' ? [...document.operations.keys()] : [...operations] };
}

/** The name that has most parts in common with what was asked for. */
function nearestName(asked: string, names: readonly string[]): string {
  const parts = new Set(asked.toLowerCase().split(/[^a-z0-9]+/));
  const common = (name: string) => [...new Set(name.split(/[.-]/))].filter((part) => parts.has(part)).length;
  return names.reduce((best, name) => (common(name) > common(best) ? name : best), names[0] ?? '');
}

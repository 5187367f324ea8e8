import type { components } from '../../document/control-types.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Operation } from '../../document/operation.ts';
import { agentStatusTitles, agentTransitions, type AgentTransition } from '../../domain/agents/agent-status.ts';
import { campaignTransitions, type CampaignTransition } from '../../domain/campaigns/campaign-status.ts';
import type { AgentStatus } from '../../domain/records.ts';
import type { Coverage } from '../../worlds/coverage.ts';
import type { ControlHandler } from '../control-handler.ts';

type CoverageReport = components['schemas']['Coverage'];

export const getCoverage: ControlHandler<'getCoverage'> = (_, { world, document }) => ({
  status: 200,
  body: coverageReport(document, world.coverage),
});

export const clearCoverage: ControlHandler<'clearCoverage'> = (_, { world }) => {
  world.clearCoverage();
  return { status: 204 };
};

/** What the traffic of a world has exercised of the document, and what it has not. */
function coverageReport(document: ContractDocument, coverage: Coverage): CoverageReport {
  const operations = [...document.operations.values()];
  const seen = operations.filter(({ id }) => coverage.statuses(id).size > 0);
  const statuses = operations.flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => ({ operation: id, status, count: coverage.statuses(id).get(status) ?? 0 })),
  );
  const transitions = transitionsOf(coverage);
  const decided = [...coverage.rules()].map(([clause, count]) => ({ clause, count }));
  const shown = new Set(seen.flatMap((operation) => shownClauses(operation, coverage)));
  const exercised = new Set<string>([...decided.map(({ clause }) => clause), ...shown]);
  const observable = [...document.clauses.values()].filter(({ unobservable }) => unobservable === undefined);
  const isAssumed = (id: string) => document.clauses.get(id as ClauseId)?.kind === 'assumed';
  const missingClauses = observable.map(({ id }) => id).filter((id) => !exercised.has(id));
  return {
    operations: {
      ...share(seen.length, operations.length),
      missing: operations.filter((operation) => !seen.includes(operation)).map(({ id }) => id),
    },
    statuses: {
      ...share(statuses.filter(({ count }) => count > 0).length, statuses.length),
      missing: statuses.filter(({ count }) => count === 0).map(({ operation, status }) => `${operation} ${status}`),
      by_operation: statuses.filter(({ count }) => count > 0),
    },
    transitions: {
      ...share(transitions.filter(({ count }) => count > 0).length, transitions.length),
      missing: transitions.filter(({ count }) => count === 0).map(({ transition }) => transition),
      seen: transitions.filter(({ count }) => count > 0),
    },
    clauses: {
      ...share(observable.length - missingClauses.length, observable.length),
      missing: missingClauses,
      decided,
      shown: [...shown],
    },
    assumed: {
      clauses: [...exercised].filter(isAssumed),
      answers: decided.filter(({ clause }) => isAssumed(clause)).reduce((sum, { count }) => sum + count, 0),
    },
  };
}

/** The percentage is rounded down, so that 100 means all. */
function share(covered: number, total: number): { covered: number; total: number; percent: number } {
  return { covered, total, percent: total === 0 ? 100 : Math.floor((100 * covered) / total) };
}

function transitionsOf(coverage: Coverage): readonly { readonly transition: string; readonly count: number }[] {
  return [
    ...agentTransitions.map((row) => ({ transition: agentName(row), count: agentCount(row, coverage) })),
    ...campaignTransitions().map((row) => ({ transition: campaignName(row), count: campaignCount(row, coverage) })),
  ];
}

function agentName({ requested, condition, outcome, from }: AgentTransition): string {
  const nameOf = (status: AgentStatus) => agentStatusTitles[status].toLowerCase();
  const status = typeof requested === 'number' ? nameOf(requested) : requested;
  const result = 'to' in outcome ? nameOf(outcome.to) : `refused (${outcome.refusal})`;
  return `agent: ${from} asked ${status}${condition === 'none' ? '' : `, ${condition}`} -> ${result}`;
}

/** A new agent is counted by its record, because two operations make one; every other row by the rule that decided. */
function agentCount({ from, outcome }: AgentTransition, coverage: Coverage): number {
  if (from !== 'new') {
    const clauses = 'refusal' in outcome ? [outcome.refusal] : [outcome, ...outcome.cases].map(({ clause }) => clause);
    const decided = clauses.map((id) => coverage.rules().get(id) ?? 0);
    return decided.reduce((sum, count) => sum + count, 0);
  }
  const made = coverage.transitions().filter((seen) => seen.collection === 'agents' && seen.from === null);
  return made.reduce((sum, { count }) => sum + count, 0);
}

function campaignName(row: CampaignTransition): string {
  return `campaign: ${row.from} -> ${'to' in row ? row.to : `refused (${row.refusal})`}`;
}

function campaignCount(row: CampaignTransition, coverage: Coverage): number {
  if ('refusal' in row) return coverage.rules().get(row.refusal) ?? 0;
  const seen = coverage
    .transitions()
    .find(({ collection, from, to }) => collection === 'campaigns' && from === row.from && to === row.to);
  return seen?.count ?? 0;
}

/** An answer below 400 shows the clauses of its response and of each field. */
function shownClauses(operation: Operation, coverage: Coverage): readonly string[] {
  return [...operation.responses.values()]
    .filter(({ status }) => status < 400 && coverage.statuses(operation.id).has(status))
    .flatMap(({ clauses, content }) => [
      ...clauses,
      ...[...content.values()].flatMap(({ assumed }) => clausesOfSchema(assumed.schema)),
    ]);
}

function clausesOfSchema(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'x-clauses' && Array.isArray(child)
      ? child.filter((id) => typeof id === 'string')
      : clausesOfSchema(child),
  );
}

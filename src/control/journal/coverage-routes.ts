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
  const statuses = operations.flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => ({ operation: id, status, count: coverage.statuses(id).get(status) ?? 0 })),
  );
  const transitions = transitionsOf(coverage);
  const decided = [...coverage.rules()].map(([clause, count]) => ({ clause, count }));
  const shown = new Set(operations.flatMap((operation) => shownClauses(operation, coverage)));
  const exercised = new Set<string>([...decided.map(({ clause }) => clause), ...shown]);
  const observable = [...document.clauses.values()].filter(({ unobservable }) => unobservable === undefined);
  const isAssumed = (id: string) => document.clauses.get(id as ClauseId)?.kind === 'assumed';
  const byId = ({ id }: { readonly id: string }) => id;
  const isSeen = ({ count }: { readonly count: number }) => count > 0;
  return {
    operations: share(operations, byId, ({ id }) => coverage.statuses(id).size > 0),
    statuses: {
      ...share(statuses, ({ operation, status }) => `${operation} ${status}`, isSeen),
      by_operation: statuses.filter(isSeen),
    },
    transitions: {
      ...share(transitions, ({ transition }) => transition, isSeen),
      seen: transitions.filter(isSeen),
    },
    clauses: { ...share(observable, byId, ({ id }) => exercised.has(id)), decided, shown: [...shown] },
    assumed: {
      clauses: [...exercised].filter(isAssumed),
      answers: decided.filter(({ clause }) => isAssumed(clause)).reduce((sum, { count }) => sum + count, 0),
    },
  };
}

/** How much of all is covered, and what is not. The percentage is rounded down, so that 100 means all. */
function share<T>(all: readonly T[], name: (item: T) => string, isCovered: (item: T) => boolean) {
  const [total, covered] = [all.length, all.filter(isCovered).length];
  const missing = all.filter((item) => !isCovered(item)).map(name);
  return { covered, total, percent: total === 0 ? 100 : Math.floor((100 * covered) / total), missing };
}

function transitionsOf(coverage: Coverage): readonly { readonly transition: string; readonly count: number }[] {
  return [
    ...agentTransitions.map((row) => ({ transition: agentName(row), count: agentCount(row, coverage) })),
    ...campaignTransitions().map((row) => ({ transition: campaignName(row), count: campaignCount(row, coverage) })),
  ];
}

function agentName({ requested, condition, outcome, from }: AgentTransition): string {
  const titleOf = (status: AgentStatus) => agentStatusTitles[status].toLowerCase();
  const status = typeof requested === 'number' ? titleOf(requested) : requested;
  const result = 'to' in outcome ? titleOf(outcome.to) : `refused (${outcome.refusal})`;
  return `agent: ${from} asked ${status}${condition === 'none' ? '' : `, ${condition}`} -> ${result}`;
}

/** A new agent is counted by its record, because two operations make one; every other row by the rule that decided. */
function agentCount({ from, outcome }: AgentTransition, coverage: Coverage): number {
  if (from === 'new') return coverage.transitionCount('agents', null);
  const clauses = 'refusal' in outcome ? [outcome.refusal] : [outcome, ...outcome.cases].map(({ clause }) => clause);
  return clauses.reduce((sum, id) => sum + (coverage.rules().get(id) ?? 0), 0);
}

function campaignName(row: CampaignTransition): string {
  return `campaign: ${row.from} -> ${'to' in row ? row.to : `refused (${row.refusal})`}`;
}

function campaignCount(row: CampaignTransition, coverage: Coverage): number {
  return 'refusal' in row
    ? (coverage.rules().get(row.refusal) ?? 0)
    : coverage.transitionCount('campaigns', row.from, row.to);
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

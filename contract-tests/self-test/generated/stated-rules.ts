import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import type { ContractDocument } from '../../../src/document/read/load.ts';

/** The stated rules of an operation that an answer can show, those of few operations first. */
export function statedRules({ clauses }: ContractDocument, operation: OperationId): readonly ClauseId[] {
  const found = [...clauses.values()].filter(
    ({ kind, operations, unobservable }) =>
      kind === 'stated' && unobservable === undefined && (operations === 'all' || operations.includes(operation)),
  );
  const spread = (operations: (typeof found)[number]['operations']): number =>
    operations === 'all' ? Number.MAX_SAFE_INTEGER : operations.length;
  return found.toSorted((one, other) => spread(one.operations) - spread(other.operations)).map(({ id }) => id);
}

import type { JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
import { below, objectAt } from './json-access.ts';
import type { RefusalId } from '../names.gen.ts';
import type { Operation } from '../operation.ts';

/**
 * The rules that `x-refusals` of a parameter, a member or an operation names, by the reason to refuse. Throws
 * `ContractDocumentError` for a reason that has no meaning here and for a rule that the catalogue does not have.
 */
export function readRefusals<Reason extends string>(
  reader: DocumentReader,
  holder: JsonObject,
  reasons: readonly Reason[],
  place: string,
): Partial<Record<Reason, RefusalId>> {
  const at = below(place, 'x-refusals');
  const refusals: Partial<Record<Reason, RefusalId>> = {};
  for (const [name, clause] of Object.entries(objectAt(holder['x-refusals'], at))) {
    const reason = reasons.find((known) => known === name);
    if (reason === undefined) {
      throw new ContractDocumentError(below(at, name), `the reasons to refuse are ${reasons.join(', ')}.`);
    }
    refusals[reason] = reader.refusal(clause, below(at, name));
  }
  return refusals;
}

type OperationRefusals = Pick<
  Operation,
  | 'invalidRefusal'
  | 'missingRefusal'
  | 'malformedRefusal'
  | 'tokenMissingRefusal'
  | 'tokenInvalidRefusal'
  | 'unreadableRefusal'
>;

/**
 * The rules that refuse for an operation as a whole.
 * @throws ContractDocumentError where one that it needs is not named
 */
export function readOperationRefusals(reader: DocumentReader, operation: JsonObject, place: string): OperationRefusals {
  const reasons = ['token-missing', 'token-invalid', 'invalid', 'missing', 'malformed', 'unreadable'] as const;
  const refusals = readRefusals(reader, operation, reasons, place);
  const needed = (reason: (typeof reasons)[number]): RefusalId => {
    const clause = refusals[reason];
    if (clause === undefined) {
      throw new ContractDocumentError(below(place, 'x-refusals'), `no rule for ${reason} is named.`);
    }
    return clause;
  };
  const takesBody = operation['requestBody'] !== undefined;
  return {
    invalidRefusal: needed('invalid'),
    missingRefusal: refusals.missing ?? needed('invalid'),
    malformedRefusal: refusals.malformed ?? needed('invalid'),
    tokenMissingRefusal: needed('token-missing'),
    tokenInvalidRefusal: needed('token-invalid'),
    unreadableRefusal: takesBody ? needed('unreadable') : undefined,
  };
}

/**
 * Every rule that may refuse a request says by an example what its answer is.
 * @throws ContractDocumentError
 */
export function checkRefusals(operation: Operation, place: string): void {
  const { invalidRefusal, missingRefusal, malformedRefusal } = operation;
  const { tokenMissingRefusal, tokenInvalidRefusal, unreadableRefusal } = operation;
  const bodies = [invalidRefusal, missingRefusal, malformedRefusal, unreadableRefusal];
  const general = [...bodies, tokenMissingRefusal, tokenInvalidRefusal];
  const own = [...operation.parameters, ...operation.members].flatMap(({ refusals }) =>
    Object.values<RefusalId | undefined>({ ...refusals }),
  );
  for (const refusal of [...general, ...own]) {
    if (refusal !== undefined && !operation.refusals.has(refusal)) {
      throw new ContractDocumentError(place, `x-refusals names ${refusal}, of which no response has an example.`);
    }
  }
}

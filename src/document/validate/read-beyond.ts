import { ContractDocumentError } from '../read/document-error.ts';
import type { DocumentReader } from '../read/document-reader.ts';
import { below, objectAt } from '../read/json-access.ts';
import { wordedIn } from '../read/read-responses.ts';
import type { RefusalId } from '../names.gen.ts';
import type { RefusalAnswer } from '../operation.ts';

/**
 * The refusals of `x-beyond-operations`.
 * @throws ContractDocumentError for one that cannot be read
 */
export function readBeyond(reader: DocumentReader): ReadonlyMap<RefusalId, RefusalAnswer> {
  const beyondAt = 'openapi.yaml#/x-beyond-operations';
  return new Map(
    Object.entries(objectAt(reader.document['x-beyond-operations'], beyondAt)).map(([name, value]) => {
      const place = below(beyondAt, name);
      const entry = objectAt(value, place);
      reader.clauses(entry, place);
      if (typeof entry['status'] !== 'number') {
        throw new ContractDocumentError(below(place, 'status'), 'is not a status.');
      }
      const body = objectAt(entry['value'], below(place, 'value'));
      return [reader.refusal(name, place), { status: entry['status'], body, worded: wordedIn(entry), isEmpty: false }];
    }),
  );
}

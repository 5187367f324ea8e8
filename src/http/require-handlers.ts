import type { DocumentedOperation } from '../document/operation.ts';
import { requireFileTypes } from './request/uploaded-files.ts';

/**
 * Compares the handler table with the document: the compiler compares it with the document's types, and these may be
 * older than the document that is served.
 * @throws Error naming the operations without a handler, the handlers without an operation, and a type of files that
 * an operation takes and nothing can tell
 */
export function requireHandlers(
  document: { readonly operations: ReadonlyMap<string, DocumentedOperation> },
  handlers: object,
  table = 'src/operations/handlers.ts',
): void {
  const operations = [...document.operations.keys()];
  const missing = operations.filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !operations.some((operation) => operation === id));
  document.operations.forEach(requireFileTypes);
  if (missing.length === 0 && unknown.length === 0) return;
  const faults = [
    ...missing.map((id) => `the operation ${id} of the document has no handler`),
    ...unknown.map((id) => `the handler ${id} is for no operation of the document`),
  ];
  throw new Error(`${faults.join(', and ')}: mend ${table} or the document.`);
}

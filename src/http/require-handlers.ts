import type { ContractDocument } from '../contract-document/load.ts';
import { requireFileTypes } from './uploaded-files.ts';

/**
 * Holds the handler table to the document: the compiler holds it to the document's types, and these may be older than
 * the document that is served.
 * @throws Error naming the operations without a handler, the handlers without an operation, and a type of files that
 * an operation takes and nothing can tell
 */
export function requireHandlers(document: Pick<ContractDocument, 'operations'>, handlers: object): void {
  const operations = [...document.operations.keys()];
  const missing = operations.filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !operations.some((operation) => operation === id));
  document.operations.forEach(requireFileTypes);
  if (missing.length === 0 && unknown.length === 0) return;
  const faults = [
    ...missing.map((id) => `the operation ${id} of openapi.yaml has no handler`),
    ...unknown.map((id) => `the handler ${id} is for no operation of openapi.yaml`),
  ];
  throw new Error(`${faults.join(', and ')}: mend src/operations/handlers.ts or the document.`);
}

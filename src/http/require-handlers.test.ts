import { expect, test } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { handlers } from '../operations/handlers.ts';
import { requireHandlers } from './express-app.ts';

const document = loadContractDocument();
const { getToken: _left, ...withoutOne } = handlers;

test('the handlers and the operations of the document are the same', () => {
  expect(() => requireHandlers(document, handlers)).not.toThrow();
});

test('an operation without a handler stops the start', () => {
  expect(() => requireHandlers(document, withoutOne)).toThrow('the operation getToken of the document has no handler');
});

test('a handler without an operation stops the start', () => {
  expect(() => requireHandlers(document, { ...handlers, pauseAgent: handlers.getAgent })).toThrow(
    'the handler pauseAgent is for no operation of the document',
  );
});

test('a type of files that nothing can tell stops the start, unless a build has looked', () => {
  const operations = new Map(document.operations);
  const operation = document.operation.createAgentOrUpdate;
  const [[field, rule] = ['', undefined]] = [...operation.fileFields];
  if (rule === undefined) throw new Error('No operation takes files.');
  const fileFields = new Map([[field, { ...rule, mediaTypes: ['video/mp4'] }]]);
  operations.set(operation.id, { ...operation, fileFields });
  const changed = { addresses: document.addresses, operations };
  expect(() => requireHandlers({ ...changed, isChecked: false }, handlers)).toThrow('takes video/mp4');
  expect(() => requireHandlers({ ...changed, isChecked: true }, handlers)).not.toThrow();
});

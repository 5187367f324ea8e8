import { expect, test } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { handlers } from '../operations/handlers.ts';
import { requireHandlers } from './serve-document.ts';

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

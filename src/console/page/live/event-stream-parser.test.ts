import { expect, it } from 'vitest';
import { EventStreamParser } from './event-stream-parser.ts';

const stream =
  'retry: 1000\n\nid: 1\nevent: request\ndata: {"a":1}\n\n: heartbeat\n\nid: 2\nevent: dropped\ndata: {"count":3}\n\n';
const events = [
  { id: '1', event: 'request', data: '{"a":1}' },
  { id: '2', event: 'dropped', data: '{"count":3}' },
];

it.each([1, 2, 7, 1000])('reads events that come in pieces of %i characters', (size) => {
  const parser = new EventStreamParser();
  const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
    stream.slice(index * size, (index + 1) * size),
  );
  expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(events);
});

it('waits for the end of an event', () => {
  const parser = new EventStreamParser();
  expect(parser.push('data: half')).toEqual([]);
  expect(parser.push(' of it\n\n')).toEqual([{ id: '', event: 'message', data: 'half of it' }]);
});

it('joins the lines of one event', () => {
  expect(new EventStreamParser().push('data: a\ndata: b\n\n')).toMatchObject([{ data: 'a\nb' }]);
});

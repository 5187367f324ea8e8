import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { streamEvents, type ServerEvent } from './event-stream.ts';

/** A client that takes what it is given until it is told to stop. */
function client() {
  const written: string[] = [];
  const emitter = new EventEmitter();
  const state = { takes: true };
  const response = Object.assign(emitter, {
    writeHead: () => response,
    write: (text: string) => {
      written.push(text);
      return state.takes;
    },
    end: () => written.push('end'),
  });
  return { written, state, response: response as unknown as ServerResponse, drain: () => emitter.emit('drain') };
}

function start(missed: readonly ServerEvent[] = []) {
  let tell: (event: ServerEvent) => void = () => undefined;
  const stop = vi.fn();
  const ended = new AbortController();
  const one = client();
  const streaming = streamEvents(one.response, {
    missed,
    heartbeat: 1000,
    ended: ended.signal,
    subscribe: (listener) => {
      tell = listener;
      return stop;
    },
  });
  one.written.length = 0;
  return { ...one, streaming, stop, ended, tell: (event: ServerEvent) => tell(event) };
}

const event = (id: number, data: () => unknown = () => id): ServerEvent => ({ id, event: 'request', data });

test('a client that does not take what it is given is given no more until it does', () => {
  const { written, state, tell, drain } = start();
  state.takes = false;
  const printed = vi.fn(() => 'late');
  tell(event(1));
  tell(event(2, printed));
  expect([written.length, printed.mock.calls.length]).toEqual([1, 0]);
  state.takes = true;
  drain();
  expect(written).toEqual(['id: 1\nevent: request\ndata: 1\n\n', 'id: 2\nevent: request\ndata: "late"\n\n']);
});

test('a slow client is told how many events it missed', () => {
  const { written, state, tell, drain } = start();
  state.takes = false;
  tell(event(1));
  for (let id = 2; id <= 1010; id += 1) tell(event(id, () => (id === 2 ? undefined : id)));
  state.takes = true;
  drain();
  expect(written).toHaveLength(1001);
  expect(written.at(-1)).toBe('event: dropped\ndata: {"count":10}\n\n');
});

test('a comment keeps the connection, and the end of the world ends the stream once', () => {
  vi.useFakeTimers();
  const { written, stop, ended } = start();
  vi.advanceTimersByTime(2000);
  expect(written).toEqual([': heartbeat\n\n', ': heartbeat\n\n']);
  ended.abort();
  vi.advanceTimersByTime(5000);
  expect([written.at(-1), written.length, stop.mock.calls.length]).toEqual(['end', 3, 1]);
  vi.useRealTimers();
});

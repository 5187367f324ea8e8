import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { printEvent, streamEvents } from './event-stream.ts';

/** A client that takes what it is given until it is told to stop. */
function client() {
  const written: string[] = [];
  const emitter = new EventEmitter();
  const socket = new EventEmitter();
  const state = { takes: true, isDestroyed: false };
  const response = Object.assign(emitter, {
    socket,
    writeHead: () => response,
    write: (text: string | Buffer) => {
      written.push(String(text));
      return state.takes;
    },
    end: () => written.push('end'),
    destroy: () => {
      state.isDestroyed = true;
      emitter.emit('close');
    },
  });
  const drain = () => emitter.emit('drain');
  return { written, state, socket, response: response as unknown as ServerResponse, drain };
}

function start({ seen = 0, lastId = 0, size = 1 } = {}) {
  let newest = lastId;
  const gone = new Set<number>();
  let tell: (id: number) => void = () => undefined;
  const stop = vi.fn();
  const print = vi.fn((id: number) => (gone.has(id) ? undefined : printEvent(id, 'request', 'x'.repeat(size))));
  const ended = new AbortController();
  const one = client();
  const streaming = streamEvents(one.response, {
    seen,
    lastId: () => newest,
    print,
    heartbeat: 1000,
    ended: ended.signal,
    subscribe: (listener) => {
      tell = listener;
      return stop;
    },
  });
  return {
    ...one,
    streaming,
    print,
    gone,
    stop,
    ended,
    tell: () => {
      newest += 1;
      tell(newest);
    },
  };
}

const ids = (written: readonly string[]) => written.flatMap((text) => /^id: (\d+)/.exec(text)?.[1] ?? []);

test('a client that does not take what it is given is given no more until it does', () => {
  const { written, state, tell, drain } = start();
  state.takes = false;
  tell();
  tell();
  tell();
  expect(ids(written)).toEqual(['1']);
  state.takes = true;
  drain();
  expect(ids(written)).toEqual(['1', '2', '3']);
});

test('an event that cannot be shown is told as dropped, and ends nothing', () => {
  const { written, state, print, tell, drain } = start();
  print.mockImplementation((id: number) => {
    if (id < 3) throw new Error('cannot be shown');
    return printEvent(id, 'request', {});
  });
  tell();
  state.takes = false;
  tell();
  tell();
  state.takes = true;
  drain();
  expect(written.filter((text) => text.startsWith('event: dropped'))).toHaveLength(2);
  expect(ids(written)).toEqual(['3']);
});

test('a client is sent first what it has missed, as fast as it takes it', () => {
  const { written, state, tell, drain } = start({ seen: 1, lastId: 4 });
  expect(ids(written)).toEqual(['2', '3', '4']);
  state.takes = false;
  tell();
  tell();
  drain();
  expect(ids(written)).toEqual(['2', '3', '4', '5', '6']);
});

test('a client is told how many events were gone before it took them', () => {
  const { written, state, gone, tell, drain } = start();
  state.takes = false;
  for (let count = 0; count < 5; count += 1) tell();
  gone.add(2).add(3);
  state.takes = true;
  drain();
  expect(ids(written)).toEqual(['1', '4', '5']);
  expect(written.at(-1)).toBe('event: dropped\ndata: {"count":2}\n\n');
});

test('a client that reads nothing is cut off once more than 1 MB waits for it, and not before', () => {
  const { written, state, tell, stop } = start({ size: 2 ** 18 });
  state.takes = false;
  for (let count = 0; count < 4; count += 1) tell();
  expect(state.isDestroyed).toBe(false);
  tell();
  expect([state.isDestroyed, stop.mock.calls.length, ids(written)]).toEqual([true, 1, ['1']]);
});

test('a client that takes what waits begins anew', () => {
  const { state, tell, drain } = start({ size: 2 ** 19 });
  for (let count = 0; count < 10; count += 1) {
    state.takes = false;
    tell();
    tell();
    state.takes = true;
    drain();
  }
  expect(state.isDestroyed).toBe(false);
});

test('a client that ends its side has left', () => {
  const { written, socket, stop } = start();
  socket.emit('end');
  expect([written.at(-1), stop.mock.calls.length]).toEqual(['end', 1]);
});

test('a comment keeps the connection, and the end of the world ends the stream once', () => {
  vi.useFakeTimers();
  const { written, stop, ended } = start();
  vi.advanceTimersByTime(2000);
  expect(written.slice(1)).toEqual([': heartbeat\n\n', ': heartbeat\n\n']);
  ended.abort();
  vi.advanceTimersByTime(5000);
  expect([written.at(-1), written.length, stop.mock.calls.length]).toEqual(['end', 4, 1]);
  vi.useRealTimers();
});

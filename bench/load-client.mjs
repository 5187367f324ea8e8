/** A client that costs little: plain sockets, each with one request under way. */
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers';

/**
 * Sends requests for a while, or until it is enough, over so many connections at once.
 * @param {{ port: number, connections: number, seconds: number, request: (connection: number, count: number) => Buffer, isEnough?: () => boolean, expected?: (connection: number) => number, keepsLatencies?: boolean }} plan
 * @returns what was answered: how many, in how many seconds, `latencies` in milliseconds, ascending, and what failed
 */
export async function runLoad({ connections, seconds, ...plan }) {
  const result = { requests: 0, failures: 0, firstFailure: '', latencies: [] };
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, (_, index) => talk({ ...plan, index, deadline }, result)));
  result.latencies.sort((one, other) => one - other);
  return { ...result, seconds: (performance.now() - started) / 1000 };
}

/**
 * The same with what it took of processors.
 * @param spent gives the processor seconds of each process that is told apart, by a name
 * @returns requests a second, latencies in milliseconds, microseconds of processor time a request by those names, and what failed
 */
export async function sampleLoad(plan, spent) {
  const before = spent();
  const { requests, seconds, latencies, failures, firstFailure } = await runLoad(plan);
  const [p50, p99] = [50, 99].map((percent) => percentile(latencies, percent));
  const cpus = Object.entries(spent()).map(([name, after]) => [name, ((after - before[name]) * 1e6) / requests]);
  return { perSecond: requests / seconds, p50, p99, ...Object.fromEntries(cpus), failures, firstFailure };
}

/** Samples of all in turns, by name: so many of each, after a first one that warms up and is not counted. */
export async function takeTurns(names, rounds, sample) {
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const found = await sample(name, round);
      if (round > 0) samples.get(name).push(found);
    }
  }
  return samples;
}

/** Medians of these figures of samples. */
export function mediansOf(samples, names) {
  return Object.fromEntries(names.map((name) => [name, median(samples.map((sample) => sample[name]))]));
}

/** The bytes of a request. */
export function requestBytes(method, path, headers = {}, body = '') {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === 'GET' ? '' : `content-length: ${bytes.length}\r\n`;
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n`), bytes]);
}

function talk(plan, result) {
  const { port, index, deadline, request, isEnough = () => false, expected = () => 200, keepsLatencies = true } = plan;
  return new Promise((resolve) => {
    let count = 0;
    let sentAt = 0;
    let pending = Buffer.alloc(0);
    let socket;
    let isOver = false;

    const send = () => {
      sentAt = performance.now();
      if (sentAt >= deadline || isEnough()) {
        isOver = true;
        socket.destroy();
        resolve();
      } else socket.write(request(index, count++));
    };
    const open = () => {
      pending = Buffer.alloc(0);
      socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket
        .on('connect', send)
        .on('data', take)
        .on('close', closed)
        .on('error', () => undefined);
    };
    const take = (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const answer = wholeAnswer(pending);
      if (answer === undefined) return;
      if (keepsLatencies) result.latencies.push(performance.now() - sentAt);
      result.requests += 1;
      if (answer.status !== expected(index)) {
        result.failures += 1;
        result.firstFailure ||= pending.toString('utf8', 0, 1000);
      }
      pending = Buffer.alloc(0);
      if (!answer.closes) send();
    };
    const closed = () => {
      if (isOver || performance.now() >= deadline) resolve();
      else {
        if (pending.length > 0) result.failures += 1;
        setTimeout(open, 1);
      }
    };
    open();
  });
}

/** Status and ending of an answer, undefined where some of it is still to come. */
function wholeAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.latin1Slice(0, end).toLowerCase();
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? bytes.subarray(-5).equals(Buffer.from('0\r\n\r\n'))
      : bytes.length >= end + 4 + Number(length);
  if (!isWhole) return undefined;
  return { status: Number(head.slice(9, 12)), closes: head.includes('\r\nconnection: close') };
}

export function median(values) {
  return percentile(
    [...values].sort((one, other) => one - other),
    50,
  );
}

/** @param ascending the values in order */
export function percentile(ascending, percent) {
  const place = ((ascending.length - 1) * percent) / 100;
  const below = ascending[Math.floor(place)] ?? NaN;
  const above = ascending[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place % 1);
}

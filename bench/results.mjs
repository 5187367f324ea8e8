/** Writes what was measured to RESULTS.md, a section for each part. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const file = new URL('RESULTS.md', import.meta.url);
const order = ['start', 'speed', 'growth', 'durability', 'sync', 'replicas', 'soak'];

/** Replaces the section of a part; the others stay. */
export async function writeSection(name, text, args) {
  const before = existsSync(file) ? await readFile(file, 'utf8') : '';
  const sections = new Map(order.map((part) => [part, resultsPart(before, part)]));
  const command = ['npm run bench --', '--parts', name, ...argsWithoutParts(args)].join(' ');
  sections.set(name, `${text}\n\n\`${command}\` on ${machine()}\n`);
  const bodies = [...sections].filter(([, body]) => body !== undefined);
  const head =
    '# Measured\n\nWritten by `npm run bench`. Every figure is the median of rounds in which the servers took turns; ratios tell more\nthan figures, which are those of one machine.\n';
  const marked = bodies.map(([part, body]) => `<!-- ${part} -->\n\n${body.trim()}\n`);
  await writeFile(file, [head, ...marked, '<!-- end -->\n'].join('\n'));
}

/** Time to the first answer and idle memory. */
export function startSection(rows) {
  const express = rows.find(({ peer }) => peer === 'express');
  const table = rows.map((row) => [
    row.peer,
    ms(row.firstAnswer),
    ratio(row.firstAnswer, express?.firstAnswer),
    ms(row.firstAnswerCpu),
    ratio(row.firstAnswerCpu, express?.firstAnswerCpu),
    mb(row.rss),
  ]);
  const heads = ['server', 'first answer', '/ Express', 'of processor time', '/ Express', 'idle memory'];
  return `## Start\n\n${markdownTable(heads, table)}`;
}

/** Requests a second beside bare Express, and the rest. */
export function speedSection(rows) {
  const names = [...new Set(rows.map(({ operation }) => operation))];
  const tables = names.map((name) => {
    const own = rows.filter(({ operation }) => operation === name);
    const express = own.find(({ peer }) => peer === 'express');
    const table = own.map((row) => [
      row.peer,
      String(Math.round(row.perSecond)),
      ratio(row.perSecond, express?.perSecond),
      row.cpu.toFixed(0),
      ratio(express?.cpu, row.cpu),
      row.p50.toFixed(2),
      row.p99.toFixed(2),
      mb(row.rss),
      String(row.failures),
    ]);
    const heads = [
      'server',
      'requests/s',
      '/ Express',
      'µs of processor time',
      'Express /',
      'p50 ms',
      'p99 ms',
      'memory',
      'failures',
    ];
    return `### ${name}\n\n${markdownTable(heads, table)}`;
  });
  return ['## Speed', speedNote, besideTable(rows, names), ...tables].join('\n\n');
}

const speedNote =
  '`mock` and `prism` run without their logs of requests, `mock-logging` and `prism-logging` as they come. Express sends the\nbytes that the mock sends; Prism and Mockoon send what they make of the document, which is shorter and always the same.\nWireMock keeps a journal of as many requests as the mock does.';

/** How many requests a second the mock answers for one of each of the others. */
function besideTable(rows, names) {
  const speedOf = (operation, peer) => rows.find((row) => row.operation === operation && row.peer === peer)?.perSecond;
  const pairs = [
    ['/ Express', 'mock', 'express'],
    ['/ Prism, both silent', 'mock', 'prism'],
    ['/ Prism, both logging', 'mock-logging', 'prism-logging'],
    ['/ Mockoon', 'mock', 'mockoon'],
    ['/ WireMock', 'mock', 'wiremock'],
    ['/ json-server', 'mock', 'json-server'],
  ];
  const table = names.map((name) => [
    name,
    ...pairs.map(([, mock, peer]) => ratio(speedOf(name, mock), speedOf(name, peer))),
  ]);
  return markdownTable(['requests/s of the mock', ...pairs.map(([head]) => head)], table);
}

/** How cost grows with the amount of data. */
export function growthSection(rows) {
  const sizes = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => /^\d+$/.test(name));
  sizes.sort((one, other) => Number(one) - Number(other));
  const table = rows.map((row) => [row.what, ...[...sizes, 'ratio'].map((name) => row[name] ?? '')]);
  const heads = ['at so many records', ...sizes.map((size) => Number(size).toLocaleString('en')), 'ratio'];
  return `## How cost grows\n\n${markdownTable(heads, table)}`;
}

/** Sentences under a heading. */
export function listSection(title, lines) {
  return `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/** `--sync` beside the folder without. */
export function syncSection(rows) {
  const table = rows.map((row) => {
    const base = rows.find(({ connections }) => connections === row.connections);
    return [
      `write, ${row.connections} ${row.connections === 1 ? 'connection' : 'connections'}: ${row.store}`,
      row.perSecond.toFixed(0),
      ratio(row.perSecond, base.perSecond),
      `${row.p50.toFixed(2)} ms`,
      `${row.p99.toFixed(2)} ms`,
      `${row.cpu.toFixed(0)} µs`,
    ];
  });
  const heads = ['', 'a second', '/ folder', 'p50', 'p99', 'processor time of the mock a request'];
  return `## Waiting for the disk\n\n${markdownTable(heads, table)}`;
}

/** Replicas beside one mock that keeps a folder, what a read more costs, and how long a start takes. */
export function replicasSection({ rows, starts }) {
  const whats = [...new Set(rows.map(({ what }) => what))];
  const tables = whats.map((what) => {
    const own = rows.filter((row) => row.what === what);
    const table = own.map((row) => [
      row.setup,
      row.perSecond.toFixed(0),
      ratio(row.perSecond, own[0].perSecond),
      ...[row.p50, row.p99].map((each) => each.toFixed(2)),
      ...[row.ofMocks, row.ofEngine, row.ofProxy].map((each) => each.toFixed(0)),
      (1e6 / row.ofMocks).toFixed(0),
      (1e6 / (row.ofMocks + row.ofEngine)).toFixed(0),
    ]);
    const heads = ['a second', '/ folder', 'p50 ms', 'p99 ms', 'mocks µs', 'PostgreSQL µs', 'proxy µs'].concat([
      'a second of mocks',
      'and PostgreSQL',
    ]);
    return `### ${what}\n\n${markdownTable(['', ...heads], table)}`;
  });
  const startTable = starts.map(({ commits, wall, cpu, rows: held, last, size, snapshotSize }) => [
    commits.toLocaleString('en'),
    ms(wall),
    ms(cpu),
    `${held} of ${last}`,
    ...[size, snapshotSize].map((each) => (each / 1e6).toFixed(1)),
  ]);
  const startHeads = ['commits', 'first answer', 'of processor time', 'rows held', 'MB of rows', 'MB of the snapshot'];
  const start = `### Start of a replica\n\n${markdownTable(startHeads, startTable)}`;
  return ['## Replicas', replicasNote, priceOfRead(rows), ...tables, start].join('\n\n');
}

const replicasNote =
  'Behind a proxy that deals requests out in turn; the PostgreSQL waits for the disk. µs: processor time a request, told apart; `a second\nof mocks`: requests in a second of their processor time, and of theirs and PostgreSQL’s together. On few processors the client, the\nproxy, PostgreSQL and the mocks compete, and processes that compete also take longer for the same: `three that share nothing` are\nmocks in memory behind the same proxy, so that only the difference to them is what sharing costs.';

/** What a read of one replica takes more than one over the folder: processor time of the mock, and waiting. */
function priceOfRead(rows) {
  return rows
    .filter(({ what, setup }) => what.startsWith('read') && setup.startsWith('one'))
    .map((row) => {
      const base = rows.find(({ what }) => what === row.what);
      const [cpu, wait] = [(row.ofMocks / base.ofMocks - 1) * 100, row.p50 - base.p50];
      const [more, longer] = [cpu.toFixed(0), wait.toFixed(2)];
      return `- ${row.what}, ${row.setup}: ${more} % more processor time of the mock than over the folder, p50 ${longer} ms more.`;
    })
    .join('\n');
}

function resultsPart(text, part) {
  return new RegExp(`<!-- ${part} -->\n([^]*?)(?=<!-- )`).exec(text)?.[1];
}

function argsWithoutParts(args) {
  return args.filter((arg, index) => arg.split('=')[0] !== '--parts' && args[index - 1] !== '--parts');
}

function machine() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return `${availableParallelism()} cores of ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}; load of the machine at the end ${load}`;
}

function markdownTable(heads, rows) {
  const lines = [heads, heads.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ratio(value, base) {
  return value === undefined || base === undefined ? '' : (value / base).toFixed(2);
}

function ms(value) {
  return `${value.toFixed(0)} ms`;
}

function mb(value) {
  return `${value.toFixed(0)} MB`;
}

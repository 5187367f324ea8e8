/**
 * Measures and writes RESULTS.md: `npm run bench`, in the folder above. Each part replaces its own section.
 *   --quick           fewer and shorter rounds, for a first look; writes nothing unless --write is given
 *   --parts A,B       some of: start, speed, growth, sync, soak, replicas; all but the last two where it is not said
 *   --operations RE   the operations of the part speed whose names match
 *   --peers RE        the servers whose names match
 *   --minutes N       how long the soak lasts; 10 where it is not said
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureGrowth } from './growth.mjs';
import { measureSoak } from './soak.mjs';
import { measureFirsts, measureSpeed, measureStart } from './speed.mjs';
import { measureReplicas, measureSync } from './stores.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'start,speed,growth,sync' },
    operations: { type: 'string', default: '' },
    peers: { type: 'string', default: '' },
    minutes: { type: 'string', default: '10' },
  },
});
const { quick } = values;
const only = new RegExp(values.operations);
const peersOnly = new RegExp(values.peers);

const parts = {
  start: async () => startSection(await measureStart({ rounds: quick ? 3 : 9, peersOnly }), await measureFirsts()),
  speed: async () =>
    speedSection(await measureSpeed({ rounds: quick ? 2 : 5, seconds: quick ? 1 : 3, only, peersOnly })),
  growth: async () => growthSection(await measureGrowth({ isQuick: quick })),
  sync: async () => syncSection(await measureSync({ rounds: quick ? 1 : 5, seconds: quick ? 1 : 3 })),
  replicas: async () => {
    const lengths = quick ? { rounds: 1, seconds: 1, commits: 2000 } : { rounds: 3, seconds: 2, commits: 100_000 };
    return replicasSection(await measureReplicas(lengths));
  },
  soak: async () => {
    const lines = await measureSoak({ minutes: Number(values.minutes) });
    return `## Soak\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
  },
};

const file = new URL('RESULTS.md', import.meta.url);

const speedNote =
  '`mock` and `prism` run without their logs of requests, `mock-logging` and `prism-logging` as they come. Express sends the\nbytes that the mock sends; Prism and Mockoon send what they make of the document, which is shorter and always the same.';

const replicasNote =
  'Behind a proxy that deals requests out in turn; the PostgreSQL waits for the disk. µs: processor time a request, told apart; `a second\nof mocks`: requests in a second of their processor time, and of theirs and PostgreSQL’s together. On few processors the client, the\nproxy, PostgreSQL and the mocks compete, and processes that compete also take longer for the same: `three that share nothing` are\nmocks in memory behind the same proxy, so that only the difference to them is what sharing costs.';

for (const name of values.parts.split(',')) {
  const measure = parts[name];
  if (measure === undefined)
    throw new Error(`There is no part ${name}: take some of ${Object.keys(parts).join(', ')}.`);
  console.log(`# ${name}`);
  const section = await measure();
  console.log(section);
  if (!quick || values.write) await writeSection(name, section, process.argv.slice(2));
}

/** Replaces the section of a part between its mark and the next; the others stay. */
async function writeSection(name, text, args) {
  const before = await readFile(file, 'utf8');
  const command = ['npm run bench --', '--parts', name, ...argsWithoutParts(args)].join(' ');
  const section = `\n\n${text}\n\n\`${command}\` on ${machine()}\n\n`;
  await writeFile(
    file,
    before.replace(new RegExp(`(?<=<!-- ${name} -->)[^]*?(?=<!-- )`), () => section),
  );
}

/** Time to the first answer and idle memory, and what the first answer of each kind takes. */
function startSection(rows, firsts) {
  const express = rows.find(({ peer }) => peer === 'express');
  const columns = [
    ['server', (row) => row.peer],
    ['first answer', (row) => ms(row.firstAnswer)],
    ['/ Express', (row) => ratio(row.firstAnswer, express?.firstAnswer)],
    ['of processor time', (row) => ms(row.firstAnswerCpu)],
    ['/ Express', (row) => ratio(row.firstAnswerCpu, express?.firstAnswerCpu)],
    ['idle memory', (row) => mb(row.rss)],
  ];
  const firstColumns = [
    ['the first …', ({ first }) => first],
    ['of processor time', ({ cpu }) => ms(cpu)],
  ];
  return ['## Start', markdownTable(columns, rows), markdownTable(firstColumns, firsts)].join('\n\n');
}

/** Requests a second beside bare Express, and the rest. */
function speedSection(rows) {
  const names = [...new Set(rows.map(({ operation }) => operation))];
  const tables = names.map((name) => {
    const own = rows.filter(({ operation }) => operation === name);
    const express = own.find(({ peer }) => peer === 'express');
    const columns = [
      ['server', (row) => row.peer],
      ['requests/s', (row) => row.perSecond.toFixed(0)],
      ['/ Express', (row) => ratio(row.perSecond, express?.perSecond)],
      ['µs of processor time', (row) => row.cpu.toFixed(0)],
      ['Express /', (row) => ratio(express?.cpu, row.cpu)],
      ['p50 ms', (row) => row.p50.toFixed(2)],
      ['p99 ms', (row) => row.p99.toFixed(2)],
      ['memory', (row) => mb(row.rss)],
      ['failures', (row) => row.failures],
    ];
    return `### ${name}\n\n${markdownTable(columns, own)}`;
  });
  return ['## Speed', speedNote, besideTable(rows, names), ...tables].join('\n\n');
}

/** How many requests a second the mock answers for one of each of the others. */
function besideTable(rows, names) {
  const speedOf = (operation, peer) => rows.find((row) => row.operation === operation && row.peer === peer)?.perSecond;
  const pairs = [
    ['/ Express', 'mock', 'express'],
    ['/ Prism, both silent', 'mock', 'prism'],
    ['/ Prism, both logging', 'mock-logging', 'prism-logging'],
    ['/ Mockoon', 'mock', 'mockoon'],
  ];
  const beside = pairs.map(([head, mock, peer]) => [head, (name) => ratio(speedOf(name, mock), speedOf(name, peer))]);
  return markdownTable([['requests/s of the mock', (name) => name], ...beside], names);
}

/** How cost grows with the amount of data. */
function growthSection(rows) {
  const sizes = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => /^\d+$/.test(name));
  sizes.sort((one, other) => Number(one) - Number(other));
  const columns = [
    ['at so many records', (row) => row.what],
    ...sizes.map((size) => [Number(size).toLocaleString('en'), (row) => row[size] ?? '']),
    ['ratio', (row) => row.ratio ?? ''],
  ];
  return `## How cost grows\n\n${markdownTable(columns, rows)}`;
}

/** `--sync` beside the folder without. */
function syncSection(rows) {
  const baseOf = (row) => rows.find(({ connections }) => connections === row.connections);
  const connectionsOf = ({ connections }) => `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  const columns = [
    ['', (row) => `write, ${connectionsOf(row)}: ${row.store}`],
    ['a second', (row) => row.perSecond.toFixed(0)],
    ['/ folder', (row) => ratio(row.perSecond, baseOf(row).perSecond)],
    ['p50', (row) => `${row.p50.toFixed(2)} ms`],
    ['p99', (row) => `${row.p99.toFixed(2)} ms`],
    ['processor time of the mock a request', (row) => `${row.cpu.toFixed(0)} µs`],
  ];
  return `## Waiting for the disk\n\n${markdownTable(columns, rows)}`;
}

/** Replicas beside one mock that keeps a folder, what a read more costs, and how long a start takes. */
function replicasSection({ rows, starts }) {
  const whats = [...new Set(rows.map(({ what }) => what))];
  const tables = whats.map((what) => {
    const own = rows.filter((row) => row.what === what);
    const columns = [
      ['', (row) => row.setup],
      ['a second', (row) => row.perSecond.toFixed(0)],
      ['/ folder', (row) => ratio(row.perSecond, own[0].perSecond)],
      ['p50 ms', (row) => row.p50.toFixed(2)],
      ['p99 ms', (row) => row.p99.toFixed(2)],
      ['mocks µs', (row) => row.ofMocks.toFixed(0)],
      ['PostgreSQL µs', (row) => row.ofEngine.toFixed(0)],
      ['proxy µs', (row) => row.ofProxy.toFixed(0)],
      ['a second of mocks', (row) => (1e6 / row.ofMocks).toFixed(0)],
      ['and PostgreSQL', (row) => (1e6 / (row.ofMocks + row.ofEngine)).toFixed(0)],
    ];
    return `### ${what}\n\n${markdownTable(columns, own)}`;
  });
  const startColumns = [
    ['commits', ({ commits }) => commits.toLocaleString('en')],
    ['first answer', ({ wall }) => ms(wall)],
    ['of processor time', ({ cpu }) => ms(cpu)],
  ];
  const start = `### Start of a replica\n\n${markdownTable(startColumns, starts)}`;
  return ['## Replicas', replicasNote, priceOfRead(rows), ...tables, start].join('\n\n');
}

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

function argsWithoutParts(args) {
  return args.filter((arg, index) => arg.split('=')[0] !== '--parts' && args[index - 1] !== '--parts');
}

function machine() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return `${availableParallelism()} cores of ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}; load of the machine at the end ${load}`;
}

/** @param columns the head of each, and what it shows of a row; numbers from the second on */
function markdownTable(columns, rows) {
  const lines = [columns.map(([head]) => head), columns.map((_, index) => (index === 0 ? '---' : '---:'))];
  const cells = rows.map((row) => columns.map(([, cellOf]) => cellOf(row)));
  return [...lines, ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
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

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Mock, createMock } from '../../app.ts';
import { basePrefix, operationPlaces, withoutSlash } from '../../deployment/addresses.ts';
import type { Addresses } from '../../deployment/configuration/settings.ts';
import { requireWritable } from '../../files/read-text-file.ts';
import { requireScenarioFolder } from '../../seed/targets/write-scenario.ts';
import { createMasker } from '../../text/masker.ts';
import { createProxy } from '../../traffic/proxy.ts';
import { type Judged, notOfApi } from '../../traffic/traffic-judge.ts';
import { type CommandContext, type CommandOptions, UsageError, commandOf, explainedAs } from '../command.ts';
import { openHarFile, recordOf } from './har-file.ts';
import { openJudging } from './judge.ts';
import { recordScenario } from './record.ts';

/** `voice-agent-mock proxy`: on a signal 0, or what `judge` ends with if `--fail-on violation` asks for it. */
export const proxyCommand = commandOf('proxy', async (options, context) => {
  const addresses = addressesGiven(options.target);
  for (const target of Object.values(addresses) as string[]) await refuseItself(target, options.port);
  const harFile = await harFileOf(options);
  // Its console and its journal show what passes by; nothing of its state does.
  const mock = await createMock({ dataDir: null, scenario: 'empty' });
  const judging = await openJudging(
    { ...options, baseline: null, strict: false, reporter: null, output: null, writeBaseline: null },
    { isComplete: true, onJudged: (judged) => show(judged, mock, context) },
    context,
  );
  const har = harFile === null ? null : openHarFile(harFile, mock.worlds.default);
  const server = createProxy({
    addresses,
    places: operationPlaces(judging.document),
    timeout: options.timeout ?? 60_000,
    onExchange: (exchange, begun) => {
      har?.add(exchange);
      judging.judge.take(exchange);
      judging.judge.settle(begun);
    },
    servePages: (request, response) => servePages(mock, request, response),
  });
  const { port, host } = options;
  // A connection that cannot be taken ends no other.
  server.on('error', () => undefined);
  try {
    try {
      const whyNot = explainedAs((reason) => `${host}:${port} cannot be listened on: ${reason}`);
      await once(server.listen(port, host), 'listening').catch(whyNot);
      const own = `http://${host}:${(server.address() as AddressInfo).port}`;
      context.print(
        `Forwarding to ${addresses.base_url}`,
        `  give your application ${own}${basePrefix} as its base address, ${own} as the others`,
        `  what passes by, and what is wrong with it: ${own}/`,
      );
      await new Promise<void>((resolve) => context.onEndSignal(resolve));
    } finally {
      server.close();
      server.closeAllConnections();
      await mock.close();
      har?.close();
    }
    const code = await judging.conclude(addresses.base_url);
    if (options.record !== null) await recordScenario(harFile ?? '', options.record, judging.document, context);
    return options.failOn === null ? 0 : code;
  } finally {
    await judging.close();
  }
});

/** What passes by is written beside a scenario that is made of it. */
async function harFileOf({ har, record }: CommandOptions<'proxy'>): Promise<string | null> {
  if (record !== null) await requireScenarioFolder(record);
  const file = har ?? (record === null ? null : `${withoutSlash(record)}.har`);
  if (file !== null) requireWritable(har === null ? '--record' : '--har', file);
  return file;
}

/** One address, or the base, API and alternative address with commas between them. */
function addressesGiven(given: string | null): Addresses {
  if (given === null) throw new UsageError(`Name what to forward to: --target https://staging.example${basePrefix}.`);
  const [base = '', api, alt] = given.split(',').map((each) => withoutSlash(each.trim()));
  const faulty = [base, api, alt].find((each) => each !== undefined && !(URL.canParse(each) && /^https?:/.test(each)));
  if (faulty !== undefined) throw new UsageError(`--target ${faulty} is not an http or https address.`);
  const root = base.endsWith(basePrefix) ? base.slice(0, -basePrefix.length) : base;
  return { base_url: root + basePrefix, api_url: api ?? root, alt_url: alt ?? api ?? root };
}

/** @throws UsageError if a target is this proxy, by whatever name */
async function refuseItself(target: string, port: number): Promise<void> {
  const { hostname, protocol, port: given } = new URL(target);
  if (Number(given === '' ? { 'http:': 80, 'https:': 443 }[protocol] : given) !== port) return;
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map((each) => each.address));
  const isOwn = found.some(({ address }) => own.includes(address) || /^127\.|^::1$|^0\.0\.0\.0$|^::$/.test(address));
  if (isOwn) {
    throw new UsageError(`--target ${target} is this proxy itself: name the deployment, or give another --port.`);
  }
}

/** The console and what it asks, but for worlds: what stands behind a world's prefix is for the target. */
function servePages(mock: Mock, request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const isOwn = path === '/' || (path.startsWith('/__mock') && !path.startsWith('/__mock/worlds/'));
  if (isOwn) mock.app(request, response);
  return isOwn;
}

/** Tells what is wrong, and keeps the exchange for the console. */
function show({ exchange, answer, findings, unjudged }: Judged, { worlds }: Mock, { print }: CommandContext): void {
  const { method, url, response } = exchange;
  const [wrong] = findings.map(({ clauses: [rule = ''], expected, came }) => {
    return { rule, told: `${rule}: expected ${expected}, came ${came}` };
  });
  if (wrong) print(`${method} ${new URL(url).pathname} ${response?.status ?? ''} ${wrong.told}`);
  const why = [null, notOfApi].includes(unjudged) ? '' : `not judged: ${unjudged}`;
  const warning = (wrong?.told ?? why).replaceAll(/[^ -~]+/g, ' ').slice(0, 1000);
  const record = recordOf(exchange, worlds.default, createMasker());
  worlds.default.record({
    ...record,
    operation: answer?.request.operation ?? null,
    rule: wrong?.rule ?? null,
    answerHeaders: { ...record.answerHeaders, ...(warning !== '' && { 'x-contract-warning': warning }) },
  });
}

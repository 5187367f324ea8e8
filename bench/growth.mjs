/** How cost grows with the number of records. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../.ci/packed-package.mjs';
import { median, requestBytes, runLoad, takeTurns } from './load-client.mjs';
import { getAgent, globalPath, mockServer, operations, token } from './operations.mjs';
import { inTemporaryFolder, runQuietly, startServer } from './server-process.mjs';

const createAgent = operations.find(({ name }) => name === 'create-agent');

/** Queries of a page of an audience of so many leads. */
const pages = {
  'page without filter': () => '',
  'page by status': () => '&status=0&status=3',
  'the middle page': (size) => `&page=${Math.ceil(size / 20)}`,
  'the middle page by status': (size) => `&status=0&status=3&page=${Math.ceil(size / 40)}`,
  'mobile_no substring': () => '&mobile_no=5559',
  'last_status and attempt': () => '&last_status=completed&attempt=2',
};

/** @returns rows `{ what, …figures }` */
export function measureGrowth({ isQuick }) {
  return inTemporaryFolder(async (base) => [
    ...(await measureAudience(base, isQuick)),
    ...(await measureAgents(base, isQuick)),
    ...(await measureAll(base, isQuick)),
  ]);
}

async function measureAudience(base, isQuick) {
  const servers = new Map();
  for (const size of isQuick ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000]) {
    const scenario = join(base, `leads-${size}`);
    const [campaign] = (await seedScenario(scenario, { campaigns: 1, leads: size, agents: 1 })).campaigns;
    const server = await startServer(mockServer('--data-dir', `${scenario}-data`, '--scenario', scenario));
    const loading = await timed(server, audienceList(campaign));
    console.log(`${size} records: loaded within ${loading.toFixed(0)} ms, ${server.rss().toFixed(0)} MB`);
    servers.set(size, { server, campaign });
  }
  const rows = [];
  for (const [what, filterOf] of Object.entries(pages)) {
    const samples = await takeTurns([...servers.keys()], 40, (size) => {
      const { server, campaign } = servers.get(size);
      return timed(server, audienceList(campaign, filterOf(size)));
    });
    rows.push({ what: `${what}, ms`, ...figures(samples) });
  }
  const completion = { what: 'force completion, ms' };
  const stall = { what: 'longest wait of another request meanwhile, ms' };
  for (const [size, { server, campaign }] of servers) {
    const found = await forceCompletion(server, campaign);
    completion[size] = found.took.toFixed(1);
    stall[size] = found.longestWait.toFixed(1);
    await server.stop();
  }
  return [...rows, completion, stall];
}

/** Completes a campaign, lists it by the new status and meanwhile asks for an agent again and again. */
async function forceCompletion(server, campaign) {
  const waits = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) waits.push(await timed(server, getAgent));
  })();
  await pause(300);
  waits.length = 0;
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${globalPath}/campaign-force-completed`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ campaign_id: campaign, campaign_status: 'force_completed' }),
  });
  await response.text();
  const took = performance.now() - started;
  await timed(server, audienceList(campaign, '&status=2'));
  await pause(50);
  isOver = true;
  await asking;
  if (response.status !== 200) throw new Error(`Force completion answers ${response.status}.`);
  return { took, longestWait: Math.max(...waits) };
}

async function measureAgents(base, isQuick) {
  const scenarioOf = (size) => join(base, `agents-${size}`);
  const sizes = [100, 10_000];
  for (const size of sizes) await seedScenario(scenarioOf(size), { agents: size });
  const samples = await takeTurns(sizes, isQuick ? 2 : 7, async (size, round) => {
    const flags = ['--data-dir', join(base, `agents-data-${size}-${round}`), '--scenario', scenarioOf(size)];
    const server = await startServer(mockServer(...flags));
    const plan = { port: server.port, connections: 8, request: createAgent.request };
    await runLoad({ ...plan, seconds: 0.5 });
    const before = server.cpuSeconds();
    const { requests } = await runLoad({ ...plan, seconds: 1.5 });
    // The folding of the log into the files comes after; it is a part of the cost.
    await pause(1500);
    const spent = server.cpuSeconds() - before;
    await server.stop();
    return (spent * 1e6) / requests;
  });
  return [{ what: 'create-agent at so many agents, µs of processor time', ...figures(samples) }];
}

async function measureAll(base, isQuick) {
  const leads = isQuick ? 10_000 : 100_000;
  const scenario = join(base, 'all');
  const seeding = await seedScenario(scenario, { campaigns: 10, leads, agents: 10_000 });
  const flags = ['--data-dir', join(base, 'all-data'), '--scenario', scenario];
  await (await startServer(mockServer(...flags))).stop();
  const starts = [];
  let server;
  for (let round = 0; round < 5; round += 1) {
    await server?.stop();
    server = await startServer(mockServer(...flags));
    starts.push(server.firstAnswer);
  }
  const idle = server.rss();
  const loads = [];
  for (const campaign of seeding.campaigns) loads.push(await timed(server, audienceList(campaign)));
  const all = 10 * leads;
  const rows = [
    { what: 'seed with 10 campaigns and 10,000 agents, ms', [all]: seeding.took.toFixed(0) },
    { what: 'peak memory of seed, MB', [all]: seeding.peakRss.toFixed(0) },
    { what: 'first answer with 10,000 agents and all leads, ms', [all]: median(starts).toFixed(0) },
    { what: 'first page of a campaign not asked for before, ms', [all]: median(loads).toFixed(0) },
    { what: 'memory at start, MB', [all]: idle.toFixed(0) },
    { what: 'memory with all loaded, MB', [all]: server.rss().toFixed(0) },
    { what: 'peak memory, MB', [all]: server.peakRss().toFixed(0) },
  ];
  await server.stop();
  return rows;
}

/**
 * Writes a scenario by the command `seed`: the default one, with agents and with campaigns of so many leads each.
 * @returns the ids of the campaigns, how many milliseconds it took and its peak memory in MB
 */
async function seedScenario(dir, { campaigns = 0, leads = 0, agents }) {
  const share = (percent) => (leads * percent) / 100;
  const audience = { fresh: share(40), completed: share(40), halted: share(5), inqueue: share(15) };
  const plan = {
    base: 'default',
    agents: [{ count: agents, status: 'published' }],
    campaigns: [{ count: campaigns, audience }],
  };
  const file = `${dir}.plan.json`;
  await writeFile(file, JSON.stringify(plan));
  const started = performance.now();
  const { peakRss } = await runQuietly([join(root, 'dist', 'cli.js'), 'seed', file, '--out', dir]);
  const took = performance.now() - started;
  const ids = JSON.parse(await readFile(join(dir, 'campaigns.json'), 'utf8')).map(({ id }) => id);
  return { campaigns: ids.slice(-campaigns), took, peakRss };
}

function audienceList(campaign, filter = '') {
  return `${globalPath}/audience-list?campaign_id=${campaign}${filter}`;
}

async function timed(server, path) {
  const request = requestBytes('GET', path, { token });
  let isSent = false;
  const { latencies, failures, firstFailure } = await runLoad({
    port: server.port,
    connections: 1,
    seconds: Infinity,
    request: () => request,
    isEnough: () => isSent || !(isSent = true),
  });
  if (failures > 0) throw new Error(`${path}: ${firstFailure}`);
  return latencies[0];
}

/** Medians by size, and what the last is to the second, or to the first of two. */
function figures(samples) {
  const medians = [...samples].map(([size, found]) => [size, median(found)]);
  const base = medians.at(medians.length > 2 ? 1 : 0);
  const last = medians.at(-1);
  return {
    ...Object.fromEntries(medians.map(([size, value]) => [size, value.toFixed(2)])),
    ratio: (last[1] / base[1]).toFixed(2),
  };
}

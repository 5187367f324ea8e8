/** Scenarios of any size, made of the default one. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './server-process.mjs';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const defaultScenario = fileURLToPath(new URL('../fixtures/default', import.meta.url));
const day = 24 * 3600 * 1000;
const firstCall = Date.UTC(2026, 7, 1, 9);
const outcomes = [
  { call_status: 'completed', disposition: 'Interested', duration: 95 },
  { call_status: 'no-answer', disposition: 'No answer', duration: 0 },
  { call_status: 'busy', disposition: 'Line busy', duration: 0 },
  { call_status: 'voicemail', disposition: 'Voicemail left', duration: 28 },
];

/**
 * Writes the default scenario with campaigns of agent 1004 added, 6001 and on, and copies of agent 1004, 100001 and on.
 * @param {{ leads?: readonly number[], agents?: number }} size leads of each campaign, agents in all
 */
export async function writeGrownScenario(dir, { leads = [], agents = 0 }) {
  await cp(defaultScenario, dir, { recursive: true });
  await editRecords(dir, 'campaigns', (campaigns) => [
    ...campaigns,
    ...leads.map((_, index) => ({ ...campaigns[0], id: 6001 + index, name: `Campaign ${index}` })),
  ]);
  await editRecords(dir, 'audiences', (audiences) => [
    ...audiences,
    ...leads.map((_, index) => ({ ...audiences[0], id: 6001 + index })),
  ]);
  await editRecords(dir, 'agents', (all) => {
    const model = all.find(({ id }) => id === 1004);
    const copies = Array.from({ length: Math.max(0, agents - all.length) }, (_, index) =>
      copyOf(model, 100_001 + index),
    );
    return [...all, ...copies];
  });
  let nextId = 1_000_001;
  for (const [index, count] of leads.entries()) {
    await writeLeads(join(dir, 'leads', `${6001 + index}.json`), nextId, count);
    nextId += count;
  }
}

/**
 * Adds agents and campaigns with so many leads each to the default scenario, by the command `seed`.
 * @returns the ids of the campaigns, how many milliseconds it took and its peak memory in MB
 */
export async function seedScenario(dir, { campaigns, leads, agents }) {
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
  const { peakRss } = await runQuietly(process.execPath, [cli, 'seed', file, '--out', dir]);
  const took = performance.now() - started;
  const ids = JSON.parse(await readFile(join(dir, 'campaigns.json'), 'utf8')).map(({ id }) => id);
  return { campaigns: ids.slice(-campaigns), took, peakRss };
}

function copyOf(agent, id) {
  return { ...agent, id, uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`, agent_name: `Agent ${id}` };
}

async function editRecords(dir, name, next) {
  const file = join(dir, `${name}.json`);
  await writeFile(file, JSON.stringify(next(JSON.parse(await readFile(file, 'utf8'))), null, 2));
}

async function writeLeads(file, firstId, count) {
  const stream = createWriteStream(file);
  for (let index = 0; index < count; index += 1) {
    const line = `${index === 0 ? '[' : ','}\n${JSON.stringify(leadOf(firstId + index, index))}`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end(count === 0 ? '[]\n' : '\n]\n');
  await once(stream, 'finish');
}

function leadOf(id, index) {
  const status = (index * 7) % 4;
  const attempts = status === 0 ? 0 : 1 + (index % 3);
  return {
    id,
    mobile_no: `+1555${2_000_000 + ((4_072_618 + index * 3_141_593) % 8_000_000)}`,
    input_data: { name: `Customer ${index}`, city: index % 2 === 0 ? 'Lisboa' : 'Malmö', plan: 'Family' },
    status,
    calls: Array.from({ length: attempts }, (_, attempt) => ({
      started_on: new Date(firstCall + ((index % 50) + attempt) * day).toISOString(),
      ...outcomes[(index + attempt) % outcomes.length],
    })),
    updated_by: 'Maren Vogt',
  };
}

import { writeSync } from 'node:fs';
import { openDataFolder } from '../../store/disk/data-folder.ts';
import { sampleAgent, sampleCampaign, sampleLead, sampleNumber } from './sample-scenario.ts';
import type { RecordStore } from '../../store/state/record-store.ts';

/** How many write at the same time, each its own records. */
export const writerCount = 8;

/** The ids of the records that one writer keeps at the same count: a commit changes all of them. */
export function recordsOfWriter(writer: number): { agent: number; number: string; campaign: number; lead: number } {
  return { agent: 3000 + writer, number: `+1555777000${writer}`, campaign: 6000 + writer, lead: 10_000 + writer };
}

/** The count that each of a writer's records shows, 0 if it is not there. */
export function countsOfWriter(store: RecordStore, writer: number): readonly number[] {
  const ids = recordsOfWriter(writer);
  const view = store.view();
  const lead = view.leads(ids.campaign).get(ids.lead);
  return [
    Number(view.get('agents', ids.agent)?.agent_name ?? 0),
    view.get('phone_numbers', ids.number)?.position ?? 0,
    Number(view.get('campaigns', ids.campaign)?.name ?? 0),
    Number(lead?.updated_by ?? 0),
  ];
}

/** Writes until the process is killed, and tells of each commit once it is answered: `WRITER COUNT`. */
export async function writeForEver(dir: string, scenarioDir: string): Promise<void> {
  const store = await openDataFolder({ dir, scenarioDir });
  const writers = Array.from({ length: writerCount }, (_, writer) => countUp(store, writer));
  await Promise.all(writers);
}

async function countUp(store: RecordStore, writer: number): Promise<void> {
  const ids = recordsOfWriter(writer);
  let [count = 0] = countsOfWriter(store, writer);
  for (;;) {
    count++;
    const name = String(count);
    const agent = sampleAgent(ids.agent, { agent_name: name, agent_prompt: 'x'.repeat((count % 30) ** 3) });
    const view = store.view();
    await store.commit([
      view.put('agents', agent),
      view.put('phone_numbers', sampleNumber(ids.number, { agent_id: ids.agent, position: count })),
      view.put('campaigns', sampleCampaign(ids.campaign, { agent_id: ids.agent, name })),
      ...view.putLeads(ids.campaign, [{ ...sampleLead(ids.lead), updated_by: name }]),
    ]);
    writeSync(1, `${writer} ${count}\n`);
  }
}

import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../app.ts';
import { tokens } from '../../testing/well-known.ts';

const mock = await createMock();
afterAll(() => mock.close());

async function send(method: string, path: string, body?: unknown) {
  const headers = { token: tokens.acme, 'content-type': 'application/json' };
  const answer = await mock.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: answer.status, text: await answer.text() };
}

await send('POST', '/__mock/snapshots', { name: 'whole' });
const kept = (await send('GET', '/__mock/snapshots/whole')).text;

interface IdsFile {
  readonly ids: Record<string, number>;
  readonly records: Readonly<Record<string, readonly { id: number }[]>>;
  readonly leads: Readonly<Record<string, readonly { id: number }[]>>;
}

const counted = ['workspaces', 'users', 'agents', 'campaigns'];
const idPlaces = [...counted.flatMap((kind) => [`records.${kind}`, `ids.${kind}`]), 'leads.', 'ids.leads'];

/** Gives the last record of a kind an id, or notes that it was given. */
function giveId(place: string, { ids, records, leads }: IdsFile, id: number): void {
  const [part, kind = ''] = place.split('.');
  const list = part === 'leads' ? Object.values(leads).find(({ length }) => length > 0) : records[kind];
  if (part === 'ids') ids[kind] = id;
  else Object.assign(list?.at(-1) ?? {}, { id });
}

test.each(idPlaces)(
  'an id above the bound at %s is refused, and after the highest one creation goes on',
  async (place) => {
    for (const id of [900_000_000_000, 999_999_999_999_999, 2 ** 53, 1e308]) {
      const file = JSON.parse(kept) as IdsFile;
      giveId(place, file, id);
      const refused = await send('PUT', '/__mock/snapshots/ids', file);
      expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/[89]99999999999|integer/)]);
      expect(refused.text).toContain(place);
    }
    const file = JSON.parse(kept) as IdsFile;
    giveId(place, file, 899_999_999_999);
    const { status } = await send('PUT', '/__mock/snapshots/ids', file);
    // A record that others name cannot get another id.
    if (place.startsWith('ids.')) expect(status).toBe(200);
    if (status !== 200) return;
    await send('POST', '/__mock/snapshots/ids/restore');
    for (const count of [1, 2, 3]) {
      const answers = [
        await send('POST', '/api/v1/global/create-agent', { agent_name: `A${count}` }),
        await send('POST', '/__mock/workspaces', { name: `W${count}` }),
        await send('POST', '/__mock/users', {
          workspace_id: 101,
          first_name: 'A',
          last_name: 'B',
          email: `a${count}@acme.example`,
        }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([200, 201, 201]);
    }
  },
);

import type { LeadRecord } from '../../domain/records.ts';
import type { StoredAudience } from '../../store/audience-in.ts';
import { headersOf, type MockPlace } from '../mock-place.ts';
import { problemIn, type HttpAnswer, type SendRequest } from '../polite-http.ts';
import { type AudiencePlace, AudiencePlaceError } from './audience-place.ts';

const PAGE = 1000;

/** The audiences of a running mock, or of one world of it. */
export function mockAudiences(place: MockPlace, send: SendRequest): AudiencePlace {
  const get = (path: string): Promise<HttpAnswer> =>
    send({ method: 'GET', url: `${place.url}/__mock${path}`, headers: headersOf(place), isRepeatable: true });
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await send({
      method: 'POST',
      url: `${place.url}/__mock${path}`,
      headers: { ...headersOf(place), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      isRepeatable: true,
    });
    return bodyOf(answer);
  };
  const page = async (campaignId: number, after: number): Promise<readonly LeadRecord[]> => {
    const path = `/import/audiences/${campaignId}?after=${after}&limit=${PAGE}`;
    return (bodyOf(await get(path)) as { readonly records: readonly LeadRecord[] }).records;
  };

  return {
    async read(campaignId) {
      const answer = await get(`/import/audiences/${campaignId}?limit=1`);
      return answer.status === 404 ? undefined : (bodyOf(answer) as StoredAudience);
    },
    async *leads(campaignId): AsyncGenerator<LeadRecord> {
      for (let after = 0; ;) {
        const records = await page(campaignId, after);
        yield* records;
        const last = records.at(-1);
        if (last === undefined || records.length < PAGE) return;
        after = last.id;
      }
    },
    async reserve(leads) {
      const none = { workspaces: 0, users: 0, agents: 0, campaigns: 0, phone_numbers: 0 };
      return ((await post('/import/ids', { ...none, leads })) as { readonly leads: number }).leads;
    },
    async put(campaignId, audience, records) {
      await post('/import', {
        put: audience === null ? [] : [{ collection: 'audiences', record: audience }],
        leads: records.length === 0 ? [] : [{ campaign_id: campaignId, records }],
      });
    },
    close: () => Promise.resolve(),
  };
}

function bodyOf(answer: HttpAnswer): unknown {
  if (answer.status === 200) return answer.body;
  throw new AudiencePlaceError(`the mock answers ${problemIn(answer)}`);
}

import type { LeadRecord } from '../../domain/records.ts';
import type { StoredAudience } from '../../store/state/audience-in.ts';
import { jsonOf, problemIn, type ApiResponse, type Transport } from '../../deployment/transport.ts';
import { controlRequest, type RunningMock } from '../targets/mock-place.ts';
import { type AudiencePlace, AudiencePlaceError } from './audience-place.ts';

const pageSize = 1000;

/** The audiences of a running mock, or of one world of it. */
export function mockAudiences(place: RunningMock, send: Transport): AudiencePlace {
  const get = (path: string, query: Readonly<Record<string, number>>): Promise<ApiResponse> =>
    send(controlRequest(place, 'GET', path, { query }));
  const post = async (path: string, json: object): Promise<unknown> =>
    bodyOf(await send(controlRequest(place, 'POST', path, { json })));
  const page = async (campaignId: number, after: number): Promise<readonly LeadRecord[]> => {
    const answer = await get(`/import/audiences/${campaignId}`, { after, limit: pageSize });
    return (bodyOf(answer) as { readonly records: readonly LeadRecord[] }).records;
  };

  return {
    async read(campaignId) {
      const answer = await get(`/import/audiences/${campaignId}`, { limit: 1 });
      return answer.status === 404 ? undefined : (bodyOf(answer) as StoredAudience);
    },
    async *leads(campaignId): AsyncGenerator<LeadRecord> {
      for (let after = 0; ;) {
        const records = await page(campaignId, after);
        yield* records;
        const last = records.at(-1);
        if (last === undefined || records.length < pageSize) return;
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

function bodyOf(answer: ApiResponse): unknown {
  if (answer.status === 200) return jsonOf(answer);
  throw new AudiencePlaceError(`the mock answers ${problemIn(answer)}`);
}

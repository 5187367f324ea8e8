import type { ApiRequest } from '../../src/deployment/transport.ts';
import { rewriteField } from './breaks.ts';
import { uuidShown, type Body, type Call } from './call.ts';
import type { Break } from './fault.ts';

/** Gives new agents ids that are far apart, and takes those alone. */
export const ownIds: Break = { before: (call) => withOwnIds(call), after: (_, body) => showIds(body) };

/** Ids of new agents in the mock and as this provider shows them. */
const lastGiven = 1010;
const shownId = (id: number): number => (id > lastGiven ? id * 1000 + 7 : id);
function ownId(id: string): string {
  const number = Number(id);
  if (!(number > lastGiven)) return id;
  const isShown = number > lastGiven * 1000 && number % 1000 === 7;
  return isShown ? String((number - 7) / 1000) : String(number + 1_000_000_000);
}

function withOwnIds({ request }: Call): ApiRequest {
  const own = (id: unknown): unknown => {
    if (typeof id === 'number') return Number(ownId(String(id)));
    if (typeof id !== 'string') return id;
    const isUuid = request.operation === 'updateAgent';
    return isUuid ? id.replace(/\d{12}$/, (digits) => uuidShown(ownId(digits)).slice(-12)) : ownId(id);
  };
  return rewriteField(rewriteField(request, 'agent_id', own), '?agent_id', own);
}

function showIds({ data }: Body): void {
  for (const holder of [data, data?.knowledge_base, data?.configuration, data?.guardrails, data?.basic_details]) {
    const name = holder === data?.basic_details ? 'id' : 'agent_id';
    if (typeof holder?.[name] === 'number') holder[name] = shownId(holder[name]);
  }
}

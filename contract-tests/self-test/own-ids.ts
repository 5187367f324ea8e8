import type { ApiRequest } from '../../src/deployment/transport.ts';
import { withJson, withQuery } from './breaks.ts';
import { inUrl, sentIn, uuidShown, type Body, type Call } from './call.ts';
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
  const { body, operation } = request;
  const named = inUrl(request, 'agent_id');
  const asked = named === undefined ? request : withQuery(request, 'agent_id', ownId(named));
  if (body.kind === 'form') {
    const parts = body.parts.map((part) =>
      part.name === 'agent_id' ? { ...part, value: ownId(String(part.value)) } : part,
    );
    return { ...asked, body: { kind: 'form', parts } };
  }
  return withJson(asked, (value) => {
    const { agent_id: id } = sentIn(request);
    if (operation === 'updateAgent' && typeof id === 'string') {
      value.agent_id = id.replace(/\d{12}$/, (digits) => uuidShown(ownId(digits)).slice(-12));
    } else if (typeof id === 'number') value.agent_id = Number(ownId(String(id)));
  });
}

function showIds({ data }: Body): void {
  for (const holder of [data, data?.knowledge_base, data?.configuration, data?.guardrails, data?.basic_details]) {
    const name = holder === data?.basic_details ? 'id' : 'agent_id';
    if (typeof holder?.[name] === 'number') holder[name] = shownId(holder[name]);
  }
}

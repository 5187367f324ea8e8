import type { Answer } from './api.ts';
import type { ApiRequest } from './exchange.ts';
import type { Ledger, WorkspaceName } from './ledger.ts';

export interface CreatedAgent {
  readonly key: string;
  readonly name: string;
  readonly workspace: WorkspaceName;
  readonly id: number;
}

/** Knows which requests may create an agent, and writes to the ledger before they are sent. */
export interface Creations {
  begin(request: ApiRequest, workspace: WorkspaceName): { end(answer: Answer): void };
  /** Those made and not yet taken; taking them hands over the duty to clean. */
  take(): CreatedAgent[];
  /** How many agents were made so far. */
  count(): number;
}

/** @param run the run's id, which begins the keys of its entries */
export function createCreations(ledger: Ledger, run: string): Creations {
  const made: CreatedAgent[] = [];
  let number = 0;
  let count = 0;
  return {
    begin(request, workspace) {
      if (!mayCreate(request)) return { end: () => undefined };
      const key = `${run}-${(number += 1)}`;
      const name = nameIn(request);
      ledger.write({ event: 'creating', key, name, workspace });
      return {
        end(answer) {
          const id = createdId(answer);
          if (id === null) {
            ledger.write({ event: 'refused', key });
            return;
          }
          ledger.write({ event: 'created', key, id });
          made.push({ key, name, workspace, id });
          count += 1;
        },
      };
    },
    take: () => made.splice(0),
    count: () => count,
  };
}

function mayCreate({ operation, query, body }: ApiRequest): boolean {
  if (operation !== 'createAgent' && operation !== 'createAgentOrUpdate') return false;
  // createagentorupdate shows no way to name an agent to update: one that is named may be created all the same.
  return operation === 'createAgentOrUpdate' || !(query.some(([name]) => name === 'agent_id') || hasAgentId(body));
}

function hasAgentId(body: ApiRequest['body']): boolean {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return false;
  // An agent_id that is neither may be read as none.
  return 'agent_id' in body.value && ['number', 'string'].includes(typeof body.value.agent_id);
}

function nameIn({ body }: ApiRequest): string {
  if (body.kind === 'form') {
    const part = body.parts.find(({ name }) => name === 'basic_details[agent_name]');
    return typeof part?.value === 'string' ? part.value : '';
  }
  const value = body.kind === 'json' ? (body.value as { agent_name?: unknown } | null) : null;
  return typeof value?.agent_name === 'string' ? value.agent_name : '';
}

function createdId({ status, body, request }: Answer): number | null {
  const id = (body as { data?: { agent_id?: unknown } } | undefined)?.data?.agent_id;
  if (status < 200 || status > 299 || typeof id !== 'number') return null;
  // An update names the agent itself, and an agent that it names was made by another request.
  const named = request.body.kind === 'form' && request.body.parts.find(({ name }) => name === 'agent_id')?.value;
  const queried = request.query.find(([name]) => name === 'agent_id')?.[1];
  return [named, queried].includes(String(id)) ? null : id;
}

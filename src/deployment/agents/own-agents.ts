import { isMade, type Creation, type CreationLedger, type OwnAgent } from './creation-ledger.ts';
import type { Transport } from '../transport.ts';
import { type AgentReading, type Objection, objectionToNew, objectionToOwn, readAgent } from './ownership.ts';
import type { ConfiguredWorkspace } from '../configuration/settings.ts';
import type { KnownAgents } from './write-gate.ts';

export interface OwnAgentsOptions {
  readonly transport: Transport;
  readonly ledger: CreationLedger;
  /** Ids of the configuration: no creation can answer one of them. */
  readonly configured: readonly number[];
  readonly tokenOf: (workspace: ConfiguredWorkspace) => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** The agents of a run. An id counts as ours only once its agent was read and proven to be what the run asked for. */
export interface OwnAgents extends KnownAgents {
  readonly of: (id: number) => OwnAgent | undefined;
  /** Reads the agent that a creation was answered with. Enters in the ledger what it is. */
  readonly prove: (creation: Creation, id: number) => Promise<Proof>;
  /** Notes that an agent was read that no creation of ours had been answered with. */
  readonly saw: (id: number) => void;
}

export type Proof =
  | { readonly kind: 'own' }
  /** Another agent, or one that cannot be distinguished from another. */
  | { readonly kind: 'foreign'; readonly objection: Objection }
  | { readonly kind: 'absent' | 'unclear'; readonly reason: string };

/** A deployment may need a moment until what was created can be read. */
const pauses = [100, 400];

export function createOwnAgents(options: OwnAgentsOptions): OwnAgents {
  const { transport, ledger, tokenOf, sleep, now } = options;
  const own = new Map<number, OwnAgent>();
  const foreign = new Set<number>(options.configured);
  /** Of an earlier run of the ledger: to be read before anything is written to them. */
  const unread = new Map(
    ledger
      .all()
      .filter(isMade)
      .map((agent) => [agent.id, agent]),
  );

  const readPatiently = async (id: number, token: string): Promise<AgentReading> => {
    let reading = await readAgent(transport, id, token);
    for (const pause of pauses) {
      if (reading.kind === 'here') break;
      await sleep(pause);
      reading = await readAgent(transport, id, token);
    }
    return reading;
  };

  return {
    of: (id) => own.get(id) ?? unread.get(id),
    saw: (id) => {
      if (!own.has(id) && !unread.has(id)) foreign.add(id);
    },
    prove: async (creation, id) => {
      const { key, workspace } = creation;
      const already = own.get(id) ?? unread.get(id);
      if (foreign.has(id) || already !== undefined) {
        const came = `agent ${id}: answers with an agent that was there before`;
        return { kind: 'foreign', objection: { expected: 'a new agent', came, path: '/data/agent_id' } };
      }
      const reading = await readPatiently(id, tokenOf(workspace));
      if (reading.kind === 'absent') return { kind: 'absent', reason: `agent ${id}, as answered, cannot be read` };
      if (reading.kind === 'unclear') return reading;
      const objection = objectionToNew(reading, id, creation, now());
      if (objection !== null) {
        foreign.add(id);
        return { kind: 'foreign', objection };
      }
      ledger.write({ event: 'proven', key, id, created_on: String(reading.created_on) });
      const made = ledger.of(key);
      if (made !== undefined && isMade(made)) own.set(id, made);
      return { kind: 'own' };
    },
    isOwn: async (id, isAnew) => {
      const known = own.get(id) ?? unread.get(id);
      if (known === undefined) return false;
      if (own.has(id) && !isAnew) return true;
      const agent = ledger.of(known.key) ?? known;
      const reading = await readAgent(transport, id, tokenOf(agent.workspace));
      // One that is gone was deleted by this run: whatever is done to it again is done to ours.
      const isOwn = reading.kind === 'absent' || (reading.kind === 'here' && objectionToOwn(reading, agent) === null);
      if (isOwn) own.set(id, known);
      return isOwn;
    },
  };
}

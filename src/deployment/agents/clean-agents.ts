import { rmSync } from 'node:fs';
import { type Creation, type CreationLedger, type OwnAgent, isMade, openCreationLedger } from './creation-ledger.ts';
import { type LedgerFile, requireOwner, signedBy } from './ledger.ts';
import { type AgentsAt, isFound, isReadable, objectionToOwn, readAgent } from './ownership.ts';
import { type Settings, configuredAgents, tokensOf } from '../configuration/settings.ts';
import { NotSentError, type Transport } from '../transport.ts';
import { reasonOf } from '../../files/file-system.ts';

export interface CleaningReport {
  readonly cleaned: number;
  /** Agents that are still there or may be, and why. */
  readonly left: readonly LeftAgent[];
}

export interface LeftAgent {
  /** Null: unknown. */
  readonly id: number | null;
  readonly name: string;
  readonly reason: string;
}

/**
 * Deletes agents softly: each is read before, and deleted only if it is still the one that was made; it counts as
 * cleaned when it was seen to be gone. Creations with an unknown result are reported as left.
 */
export async function cleanAgents(creations: readonly Creation[], options: AgentsAt): Promise<CleaningReport> {
  const left: LeftAgent[] = [];
  let cleaned = 0;
  let silence = 0;
  for (const creation of creations) {
    const { key, id, names, state } = creation;
    const leave = (reason: string): number => left.push({ id, name: names.at(-1) ?? '', reason });
    if (!isMade(creation)) {
      silence = 0;
      if (state === 'may exist') leave(`it may exist: ${creation.reason}`);
      continue;
    }
    const failure = silence < mostSilent ? await failureToClean(creation, options) : notTried;
    silence = failure?.isSilent === true ? silence + 1 : 0;
    if (failure === null) {
      options.ledger.write({ event: 'cleaned', key });
      cleaned += 1;
    } else {
      leave(failure.reason);
      options.ledger.write({ event: 'left', key, reason: failure.reason });
    }
  }
  return { cleaned, left };
}

/** After this many agents in a row without an answer, each retried several times, cleaning gives up. */
const mostSilent = 3;

interface Failure {
  readonly reason: string;
  readonly isSilent: boolean;
}

const notTried: Failure = { reason: 'it was not tried: the deployment does not answer', isSilent: true };

async function failureToClean(agent: OwnAgent, { transport, settings }: AgentsAt): Promise<Failure | null> {
  const token = tokensOf(settings)[agent.workspace];
  const spoken = (reason: string): Failure => ({ reason, isSilent: false });
  try {
    const before = await readAgent(transport, agent.id, token);
    if (before.kind === 'unclear') return before;
    if (before.kind === 'absent') {
      const isThere = await isReadable(transport, token);
      return isThere ? null : spoken('whether it is gone cannot be told: get-by-id is not there');
    }
    const objection = objectionToOwn(before, agent);
    if (objection !== null) {
      const { expected, came } = objection;
      return spoken(`it is not the agent that this run made: expected ${expected}, came ${came}`);
    }
    const body = { kind: 'json', value: { agent_id: agent.id, status: 2 } } as const;
    const request = { operation: 'createAgent', query: [], headers: { token }, body, isRepeatable: true } as const;
    const deleted = await transport(request);
    const after = await readAgent(transport, agent.id, token);
    if (after.kind === 'absent') return null;
    const then = after.kind === 'here' ? 'it is still there' : after.reason;
    return spoken(`the deletion was answered with ${deleted.status}, and ${then}`);
  } catch (error) {
    if (error instanceof NotSentError) return spoken(`it was not deleted: ${error.message}`);
    return { reason: reasonOf(error), isSilent: true };
  }
}

/** What a ledger says was made or may have been, and was not seen to be gone. */
export function leftIn(file: LedgerFile): readonly Creation[] {
  return openCreationLedger(file).all().filter(isLeft);
}

/**
 * Cleans what a ledger says is left, looks for what may exist, and removes the ledger when nothing may be left.
 * @throws NotSentError when the time is used up, LedgerError if the ledger is not of this deployment and token
 */
export async function sweep(file: LedgerFile, transport: Transport, settings: Settings): Promise<CleaningReport> {
  requireOwner(file, settings);
  const report = await cleanLedger(openCreationLedger(signedBy(settings, file)), transport, settings);
  if (report.left.length === 0) rmSync(file.name, { force: true });
  return report;
}

/** Looks for what may exist, and cleans what a ledger says is left, the last first. @throws NotSentError */
export async function cleanLedger(
  ledger: CreationLedger,
  transport: Transport,
  settings: Settings,
): Promise<CleaningReport> {
  await findLost(ledger, transport, settings);
  return cleanAgents(ledger.all().filter(isLeft).reverse(), { transport, ledger, settings });
}

function isLeft({ state }: Creation): boolean {
  return state === 'made' || state === 'may exist';
}

/** So many ids in a row without an agent end a search. */
const longestGap = 120;
const mostReads = 3000;
/** So many reads in a row that tell nothing end it too. */
const mostUnclear = 3;

/**
 * Looks for agents of which only the name is known, and enters in the ledger those that it finds. The API has no list:
 * ids are taken to count up, and those around the known ones are read one by one. What is not found may exist all the
 * same.
 * @throws NotSentError
 */
export async function findLost(ledger: CreationLedger, transport: Transport, settings: Settings): Promise<void> {
  const proven = ledger.all().flatMap(({ id }) => id ?? []);
  // Agents that the settings name are there, to begin at if the ledger has none.
  const anchors = [...new Set([...proven, ...configuredAgents(settings), ...ledger.ids()])];
  for (const workspace of ['own', 'second'] as const) {
    const wanted = new Set(
      ledger.all().filter((each) => each.state === 'may exist' && each.workspace === workspace && each.mark !== ''),
    );
    const own = new Set(proven);
    const visited = new Set<number>();
    let silence = 0;
    /** Whether an agent is there. */
    const visit = async (id: number): Promise<boolean> => {
      if (own.has(id)) return true;
      const reading = await readAgent(transport, id, tokensOf(settings)[workspace]);
      silence = reading.kind === 'unclear' ? silence + 1 : 0;
      if (reading.kind !== 'here') return false;
      const found = [...wanted].find((creation) => isFound(reading, id, creation, Date.now()));
      if (found === undefined) return true;
      ledger.write({ event: 'proven', key: found.key, id, created_on: String(reading.basic['created_on']) });
      wanted.delete(found);
      return true;
    };
    const walk = async (from: number, step: 1 | -1, most: number): Promise<void> => {
      let gap = 0;
      for (let id = from; id > 0 && gap < most && visited.size < mostReads && wanted.size > 0; id += step) {
        if (visited.has(id) || silence >= mostUnclear) return;
        visited.add(id);
        gap = (await visit(id)) ? 0 : gap + 1;
      }
    };
    for (const anchor of anchors) await walk(anchor, 1, longestGap);
    for (const anchor of anchors) await walk(anchor - 1, -1, longestGap / 2);
  }
}

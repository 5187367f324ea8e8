import { LedgerError, type LedgerFile, type LedgerLine } from './ledger.ts';
import type { ConfiguredWorkspace } from '../configuration/settings.ts';

/** What the ledger has of each creation: an entry before the request is sent, and its result. No token is written. */
export type CreationLine = LedgerLine & { readonly key: string } & (
    | {
        readonly event: 'creating';
        readonly names: readonly string[];
        /** A text in its name or description that only this run writes; empty: it has none. */
        readonly mark: string;
        readonly workspace: ConfiguredWorkspace;
        /** Milliseconds since 1970, by this machine's clock. */
        readonly at: number;
      }
    /** The answer gave this id. */
    | { readonly event: 'created'; readonly id: number }
    /** The agent of this id was read, and it is the one that was asked for. */
    | { readonly event: 'proven'; readonly id: number; readonly created_on: string }
    /** Nothing was created. */
    | { readonly event: 'not-made' }
    /** It may have been created, and nothing tells as which agent, or proves that it is the answered one of this id. */
    | { readonly event: 'unclear'; readonly reason: string; readonly id?: number }
    /** It is about to be given another name. */
    | { readonly event: 'renaming'; readonly names: readonly string[] }
    /** It was deleted, and seen to be gone. */
    | { readonly event: 'cleaned' }
    /** It is ours, and was not seen to be gone. */
    | { readonly event: 'left'; readonly reason: string }
  );

/** A creation as far as it is known. */
export interface Creation {
  readonly key: string;
  /** Every name that it may have. */
  readonly names: readonly string[];
  readonly mark: string;
  readonly workspace: ConfiguredWorkspace;
  readonly at: number;
  /** Null: unknown, or not proven to be of this creation. */
  readonly id: number | null;
  /** As the deployment told it when the agent was proven. */
  readonly created_on: string;
  /** `may exist`: whether it was created is unknown, or which agent it is. */
  readonly state: 'made' | 'may exist' | 'not made' | 'cleaned';
  readonly reason: string;
}

/** An agent that was read and is the one that a creation of ours made. */
export type OwnAgent = Creation & { readonly id: number; readonly state: 'made' };

/** The creations in a ledger; more can be entered. */
export interface CreationLedger {
  readonly write: (line: CreationLine) => void;
  readonly all: () => readonly Creation[];
  readonly of: (key: string) => Creation | undefined;
  readonly ids: () => readonly number[];
  /** How many creations of the run ended in doubt or could not be cleaned, those of other threads included. */
  readonly doubts: () => number;
}

/**
 * The creations of a ledger; null: of a target that is thrown away, so that nothing is kept.
 * @throws LedgerError for a line that lacks what its event says
 */
export function openCreationLedger(file: LedgerFile | null): CreationLedger {
  const creations = new Map<string, Creation>();
  const ids = new Set<number>();
  const note = (line: CreationLine): void => {
    if ('id' in line) ids.add(line.id);
    creations.set(line.key, after(creations.get(line.key) ?? unknown(line.key), line));
  };
  for (const line of file?.lines ?? []) if (isCreationLine(line, file?.name)) note(line);
  return {
    write: (line) => {
      file?.append(line);
      note(line);
    },
    all: () => [...creations.values()],
    of: (key) => creations.get(key),
    ids: () => [...ids],
    doubts: () => {
      const own = [...creations.values()].filter(({ reason }) => reason !== '' && reason !== unanswered).length;
      return Math.max(own, file?.count('unclear', 'left') ?? 0);
    },
  };
}

export function isMade(creation: Creation): creation is OwnAgent {
  return creation.state === 'made' && creation.id !== null;
}

/** What the lines of each event have besides. */
const fields: Readonly<Record<CreationLine['event'], readonly string[]>> = {
  creating: ['names', 'mark', 'workspace', 'at'],
  created: ['id'],
  proven: ['id', 'created_on'],
  'not-made': [],
  unclear: ['reason'],
  renaming: ['names'],
  cleaned: [],
  left: ['reason'],
};

/** In characters. */
const shortestMark = 12;

function isOfKind(name: string, value: unknown): boolean {
  if (name === 'names') return Array.isArray(value) && value.every((each) => typeof each === 'string');
  // A shorter mark stands in names of others too; one without any proves nothing, and nothing is deleted by it.
  if (name === 'mark') return typeof value === 'string' && (value === '' || value.length >= shortestMark);
  if (name === 'workspace') return value === 'own' || value === 'second';
  return name === 'id' || name === 'at' ? Number.isSafeInteger(value) : typeof value === 'string';
}

const unanswered = 'the run ended before the answer came';

function isCreationLine(line: LedgerLine, file = ''): line is CreationLine {
  if (!Object.hasOwn(fields, line.event)) return false;
  const values = new Map<string, unknown>(Object.entries(line));
  const needed = ['key', ...fields[line.event as CreationLine['event']], ...(values.has('id') ? ['id'] : [])];
  if (needed.every((name) => isOfKind(name, values.get(name)))) return true;
  throw new LedgerError(`${file} has a line ${line.event} that is not whole: name another ledger with --ledger.`);
}

function unknown(key: string): Creation {
  const asked = { key, names: [], mark: '', workspace: 'own', at: 0 } as const;
  return { ...asked, id: null, created_on: '', state: 'may exist', reason: unanswered };
}

function after(before: Creation, line: CreationLine): Creation {
  switch (line.event) {
    case 'creating': {
      const { names, mark, workspace, at } = line;
      return { ...unknown(line.key), names, mark, workspace, at };
    }
    case 'created':
      return { ...before, reason: `agent ${line.id} was answered, and not proven to be it` };
    case 'proven':
      return { ...before, id: line.id, created_on: line.created_on, state: 'made', reason: '' };
    case 'not-made':
      return { ...before, state: 'not made', reason: '' };
    case 'unclear':
      return { ...before, id: line.id ?? null, state: 'may exist', reason: line.reason };
    case 'renaming':
      return { ...before, names: [...new Set([...before.names, ...line.names])] };
    case 'cleaned':
      return { ...before, state: 'cleaned', reason: '' };
    case 'left':
      return { ...before, reason: line.reason };
  }
}

import type { RecordChange } from '../store/store.ts';
import type { Snapshot } from '../store/world-store.ts';
import type { FiredFault } from './faults.ts';

/** A body as the journal keeps it. */
export interface KeptBody {
  /** In bytes, of the whole. */
  readonly size: number;
  /**
   * The first bytes, in pieces; all of them unless the body was too large to be kept whole. The content of files is
   * overwritten.
   */
  readonly chunks: readonly Buffer[];
  /** Undefined for what was not read as a form. */
  readonly form?: KeptForm;
}

/** A form as the journal keeps it. */
export interface KeptForm {
  readonly fields: unknown;
  /** Whether some of its texts were too long to be kept whole. */
  readonly isCut: boolean;
  readonly files: readonly KeptFile[];
}

/** What is kept of a file that came in a form: never its content. */
export interface KeptFile {
  readonly field: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The part's Content-Type. */
  readonly type: string;
  /** In lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** How far the answer got: to its end, cut by a fault (before it began, in the middle), or the client had left. */
export type Delivery = 'sent' | 'cut-before' | 'cut-during' | 'cut-after' | 'client-left';

/** One request and its answer, as they were: with all tokens. Code that shows it masks them. */
export interface JournalRecord {
  /** The world's time, in milliseconds since 1970. */
  readonly at: number;
  /** In milliseconds, of the machine's time. */
  readonly duration: number;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Names and values in turn, as they came. */
  readonly requestHeaders: readonly string[];
  /** Undefined if none came, or none was read. */
  readonly requestBody: KeptBody | undefined;
  /** Whether the operation saw a body, or took none for an empty one. */
  readonly isParsed: boolean;
  /** The status decided; null where the connection was cut before there was one. */
  readonly status: number | null;
  /** Those that not every answer has. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** In UTF-8; its beginning if it is long. */
  readonly answerBody: Buffer;
  /** Of the whole body, in bytes. */
  readonly answerSize: number;
  readonly delivery: Delivery;
  /** Null where the request reached none. */
  readonly operation: string | null;
  /** Null where the caller is unknown. */
  readonly workspace: number | null;
  /** The clause that decided; null if none did. */
  readonly rule: string | null;
  readonly faults: readonly FiredFault[];
  /** What its commit changed. */
  readonly changes: readonly RecordChange[];
  /** The state that it found, and the one that its own commit left. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Whether the mock's own console asked: that is not the traffic of the application under development. */
  readonly isOfConsole: boolean;
  /** When it was decided, in milliseconds of a clock that never goes back: answers may overtake each other. */
  readonly decided: number;
}

export interface JournalEntry extends JournalRecord {
  /** From 1, one more with every request of the world. */
  readonly id: number;
  /**
   * What the operation saw of the body: JSON, or the fields of a form. JSON is parsed again when it is asked for: its
   * text takes less memory.
   */
  readonly parsedBody: unknown;
}

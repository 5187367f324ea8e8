import type { DocumentedOperation } from '../document/operation.ts';
import type { World } from '../worlds/world.ts';
import type {
  Answer,
  Exchange,
  HandlerAnswer,
  Located,
  LocatedResponse,
  RequestParts,
  Sent,
  StreamedAnswer,
} from './exchange.ts';
import type { MemoryBudget } from '../worlds/memory-budget.ts';

/** What is particular to one document that is served; the way of a request is the same for all (`serve-document.ts`). */
export interface ServedDocument<O extends DocumentedOperation> {
  /** By operationId. */
  readonly operations: ReadonlyMap<string, O>;
  /**
   * The world that a request is for, if its caller may have one.
   * @param operation undefined where the address is refused
   * @throws what refuses a caller before anything is looked at
   */
  worldOf(request: Located, response: LocatedResponse, operation: O | undefined): World | Promise<World>;
  /** The operation as the world's profile has it. */
  operationIn(world: World, operation: O): O;
  /** What requests under way are counted in. */
  readonly memory: Pick<MemoryBudget, 'begin'>;
  /** How many objects and lists may stand in one another; one that is deeper is refused. */
  readonly bodyDepth?: number;
  /** Headers of every answer that has a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** A body's text as the bytes that are sent. */
  encode(text: string, exchange: Exchange<O>): Buffer;
  /**
   * The answer that faults or the caller's own preference decide, for any caller; undefined for no answer at all. Faults and
   * preferences may look at the body: `read` waits until it is read, or found unreadable; an unreadable one is refused later.
   */
  steer(exchange: Exchange<O>, operation: O, read: () => Promise<unknown>): Promise<Answer | undefined | 'not steered'>;
  /** Whether a body that cannot be read is refused before authentication. */
  isReadFirst?(exchange: Exchange<O>): boolean;
  /** Finds the caller. @throws what refuses a caller */
  authenticate(exchange: Exchange<O>, operation: O): void;
  /** Looks at the parts that were read. @throws what refuses them before the operation sees them */
  validate(exchange: Exchange<O>, operation: O, parts: RequestParts): void;
  /** Runs the operation's handler once. @throws what refuses, or a conflict of its commit */
  handle(exchange: Exchange<O>, operation: O, parts: RequestParts): Promise<HandlerAnswer> | HandlerAnswer;
  /** The answer to be sent for what the handler gave. */
  answer(exchange: Exchange<O>, operation: O, given: Exclude<HandlerAnswer, StreamedAnswer>): Answer | Promise<Answer>;
  /** Refuses an address that the document does not know. */
  refuseAddress(exchange: Exchange<O>): Error;
  /** Refuses an address that takes other methods. */
  refuseMethod(exchange: Exchange<O>, allow: readonly string[]): Error;
  /** The answer to what was thrown on the way. */
  answerError(error: unknown, exchange: Exchange<O>): Answer;
  /** Told of every answer once it is sent, or cut off; undefined where the connection was cut before. */
  record(exchange: Exchange<O>, answer: Answer | undefined, sent: Sent, failure: unknown): void;
}

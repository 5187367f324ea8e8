import type { DocumentedResponse, Operation } from '../document/operation.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { OperationId } from '../document/names.gen.ts';
import type { Handler, OperationAnswer, OperationWorld } from '../operations/handler.ts';
import { type Change, ConflictError } from '../store/state/store.ts';
import type { Deciding } from '../store/state/persistence.ts';
import type { View } from '../store/state/root.ts';
import { authenticate, savedOfAgent, withReferences } from '../operations/caller.ts';
import type { Answer, Exchange, HandlerAnswer, RequestParts, ServedDocument } from './exchange.ts';
import { fieldOf, isObject, memberOf, type Json } from '../json/json-value.ts';
import { whatIsAsked, bodyShown, withWords, type Words } from '../document/shown-values.ts';
import { MethodNotAllowed, errorAnswer, unknownAddress } from './answer/error-answer.ts';
import { type Samples, faultAnswer, fireFaults, preferredAnswer, readPreferences } from './steer/steered-answer.ts';
import { cutOf, recordExchange, type RequestTally } from './answer/send-answer.ts';
import { mockAddress, worldOfRequest } from './locate.ts';
import { documentOfWorld, rulesOf } from '../worlds/world.ts';
import { type Worlds, defaultWorldName } from '../worlds/worlds.ts';
import { requireHandlers } from './express-app.ts';
import { Refusal } from '../domain/refusal.ts';

export interface ApiOptions {
  readonly document: ContractDocument;
  readonly handlers: { readonly [Id in OperationId]: Handler<Id> };
  readonly worlds: Worlds;
  /** Pages of these origins may make worlds without a token. */
  readonly origins: readonly string[];
  /** Turns every contract warning into the operation's validation error. */
  readonly isStrict: boolean;
  /** Where the mock is reached, without a slash at the end; by each request's Host if absent. */
  readonly publicUrl?: string | undefined;
  /** Makes the documented responses that requests prefer. */
  readonly samples: Samples;
  readonly tally: RequestTally;
  /** Is told of every answer once it is sent, or cut off; the answer is undefined where the connection was cut before. */
  readonly log?: ((exchange: Exchange, answer: Answer | undefined, error: unknown) => void) | undefined;
}

const noHeaders = {};

/** The platform's API, to be served (`express-app.ts`). @throws Error if handlers and operations are not the same */
export function createApi(options: ApiOptions): ServedDocument<Operation> {
  const { document, handlers, worlds, origins, isStrict, samples, tally, log } = options;
  requireHandlers(document, handlers);
  return {
    addresses: document.addresses,
    worldOf(request, { locals }) {
      const name = locals.worldName ?? defaultWorldName;
      const find = () => worldOfRequest(request, name, worlds, origins);
      return worlds.shared?.current(name, request.method !== 'GET').then(find) ?? find();
    },
    operationIn: (world, id) => documentOfWorld(world, document).operation[id as OperationId],
    memory: worlds.memory,
    headers: noHeaders,
    async steer(exchange, operation, read) {
      const { prefer } = exchange.request.headers;
      if (prefer !== undefined) exchange.read.preferences = readPreferences(prefer);
      if (exchange.read.preferences === undefined && exchange.world.faults.standing.size === 0) return 'not steered';
      await read();
      return steeredAnswer(exchange, operation, samples);
    },
    authenticate(exchange, operation) {
      const { request, world, moment } = exchange;
      exchange.caller = authenticate(operation, request.headers, world.store.view(), moment, rulesOf(world));
    },
    validate({ read: { undocumented } }, operation, parts) {
      if (isStrict) refuseUndocumented(undocumented, operation);
      else if (undocumented.length > 0) refuseByProfile(undocumented, operation, parts);
    },
    handle: (exchange, operation, parts) => handle(options, exchange, operation, parts),
    async answer(exchange, operation, { status, body, clause }) {
      const late =
        exchange.world.faults.standing.size === 0 ? undefined : await fireFaults(exchange, operation, 'after');
      const { undocumented } = exchange.read;
      const { madeUp = '' } = operation.responses.get(status) ?? {};
      const headers = {
        ...(undocumented.length > 0 && { 'x-contract-warning': warningLine(undocumented) }),
        ...(madeUp !== '' && { 'x-mock-made-up': madeUp }),
      };
      const answer = { status, headers, body, clause };
      return late === undefined ? answer : faultAnswer(operation, late.effect, answer);
    },
    refuse: ({ request: { method }, path }, allow) =>
      allow === undefined
        ? unknownAddress(method, path, document.addresses)
        : new MethodNotAllowed(method, path, allow),
    isReadFirst: ({ world }) => rulesOf(world)['errors.order'] === 'body-first',
    answerError: (error, exchange) => {
      const { operation, world } = exchange;
      const fieldNamed = fieldsToRepeat(exchange);
      return errorAnswer(error, { document: documentOfWorld(world, document), operation, fieldNamed });
    },
    record(exchange, answer, sent, failure) {
      recordExchange(exchange, answer, sent);
      tally.note(exchange, answer);
      log?.(exchange, answer, failure);
    },
  };
}

async function handle(
  { handlers, publicUrl }: ApiOptions,
  exchange: Exchange,
  operation: Operation,
  parts: RequestParts,
): Promise<HandlerAnswer> {
  const { caller } = exchange;
  if (caller === undefined) throw new Error('The request has come past what finds its caller.');
  // The document has checked the parts by the time `valid()` gives them out, so the handler's own types hold.
  const handler: Handler<OperationId> = handlerOf(handlers, operation.id);
  const address = mockAddress(exchange.request, exchange.response.locals, publicUrl);
  const store = exchange.request.method === 'GET' ? exchange.world.store : exchange.world.store.deciding();
  const request = {
    caller,
    messages: operation.successMessages,
    mockAddress: address,
    ...parts,
    body: withReferences(parts.body, operation, store.view(), caller),
    takesUnknown: (field: string) => operation.reading.values[field]?.['unknown'] === 'taken',
  };
  // What was decided by commits that are not durable yet is answered once they are.
  const settle = async () => {
    if (exchange.decided.commits === 0 && 'settled' in store) await store.settled();
  };
  let answer: OperationAnswer<OperationId>;
  try {
    answer = await handler(request, operationWorld(exchange, store));
  } catch (error) {
    if (!(error instanceof ConflictError)) await settle();
    throw error;
  }
  await settle();
  const { example, body, clause } = answer;
  const like = example === undefined ? undefined : operation.successExamples.get(example);
  const status = like?.status ?? operation.successStatus;
  const fieldNamed = fieldsToRepeat(exchange, body, parts.files);
  return {
    status,
    body: bodySent(operation.responses.get(status), withOwnWords(body, fieldNamed), fieldNamed),
    clause,
  };
}

/** The message of a success with what was sent in it, where the document has placeholders. */
function withOwnWords(body: object, fieldNamed: Words['fieldNamed']): object {
  const message = fieldOf(body, 'message');
  if (typeof message !== 'string' || !message.includes('{')) return body;
  return { ...body, message: withWords(message, { fieldNamed }) };
}

/** A field that was sent, in the body or in the query, one of an answer's data, or one of the agent that it is about. */
function fieldsToRepeat(
  { read, query, world, moment }: Exchange,
  answer?: object,
  files: RequestParts['files'] = {},
): Words['fieldNamed'] {
  return (name, item) => {
    const [kind, ...path] = name.split('.');
    if (name === 'now') return moment.toISOString();
    if (name === 'item.owner') return ownerOf(item, world.store.view());
    if (kind === 'saved') return fieldOfAgent(world.store.view(), answer, path.join('.'));
    if (kind === 'item') return memberOf(item, path.join('.'));
    if (name === 'asked') return whatIsAsked(new URLSearchParams(query), read.body);
    if (kind !== 'sent') return fieldOrLength(answer, name);
    const sent = path.join('.');
    if (sent === 'files.length') return Object.values(files).flat().length;
    if (sent === 'names') {
      return Object.keys(isObject(read.body) ? read.body : {}).filter((each) => each !== 'agent_id');
    }
    return memberOf(read.body, sent) ?? new URLSearchParams(query).get(sent) ?? undefined;
  };
}

/** A field of an answer, or how many items the list before `.length` has. */
function fieldOrLength(answer: object | undefined, name: string): unknown {
  const list = name.endsWith('.length') ? memberOf(answer, name.slice(0, -'.length'.length)) : undefined;
  return Array.isArray(list) ? list.length : memberOf(answer, name);
}

/** Whose a number is: of the workspace, or shared by all. */
function ownerOf(item: Json | undefined, view: View): string | undefined {
  const number = typeof item === 'string' ? view.get('phone_numbers', item) : undefined;
  return number && (number.workspace_id === null ? 'shared' : 'own');
}

/** What is stored of the agent that an answer is about; undefined for nothing: an empty text that is in no object, or an object without fields. */
function fieldOfAgent(view: View, answer: object | undefined, path: string): unknown {
  const saved = memberOf(savedOfAgent(view, answer), path);
  const isEmpty = saved === '' && !path.includes('.');
  return isEmpty || (isObject(saved) && Object.keys(saved).length === 0) ? undefined : saved;
}

/** What a fault or the caller's own preference answers, for any caller; undefined for no answer at all. */
async function steeredAnswer(
  exchange: Exchange,
  operation: Operation,
  samples: Samples,
): Promise<Answer | undefined | 'not steered'> {
  const { world, read, decided } = exchange;
  const fault = await fireFaults(exchange, operation, 'before');
  if (cutOf(decided.faults) === 'before') return undefined;
  if (fault !== undefined) return faultAnswer(operation, fault.effect);
  if (read.preferences === undefined) return 'not steered';
  const answered = [...world.coverage.statuses(operation.id).values()].reduce((sum, count) => sum + count, 0);
  return (await preferredAnswer(operation, read.preferences, samples, `${world.seed} ${answered}`)) ?? 'not steered';
}

/** Refuses what the world's profile lets the operation refuse. */
function refuseByProfile(undocumented: Undocumented, operation: Operation, { query, body }: RequestParts): void {
  const refused = undocumented.filter(({ kind }) => operation.reading.refuses.includes(kind));
  if (refused.length === 0) return;
  // What the document says of the request's own parts goes first.
  query.valid();
  body.valid();
  refuseUndocumented(refused, operation);
}

/** Further changes of one request are not noted. */
const notedChanges = 1000;

/** The exchange's world as its operation sees it: time stands still, and what is committed is noted in the exchange. */
function operationWorld(exchange: Exchange, store: Omit<Deciding, 'settled'>): OperationWorld {
  return {
    store,
    clock: { now: () => exchange.moment },
    rules: rulesOf(exchange.world),
    commit: async (changes) => {
      let made: readonly Change[];
      try {
        made = await store.commit(changes);
      } catch (error) {
        if (error instanceof ConflictError) exchange.decided.conflicts += 1;
        throw error;
      }
      exchange.decided.commits += 1;
      exchange.decided.changes.push(...made.slice(0, notedChanges - exchange.decided.changes.length));
      exchange.decided.after = exchange.world.store.snapshot();
    },
  };
}

/** The part of an answer's body that the document sends. */
function bodySent(response: DocumentedResponse | undefined, body: object, fieldNamed: Words['fieldNamed']): unknown {
  if (response === undefined || response.content.size === 0) return undefined;
  return response.shown.size === 0 ? body : bodyShown(body as Json, response.shown, fieldNamed);
}

function handlerOf<Id extends OperationId>(handlers: ApiOptions['handlers'], id: Id): Handler<Id> {
  return handlers[id];
}

type Undocumented = Exchange['read']['undocumented'];

const maximumBytes = 1024;
const words = {
  'query-parameter': 'The query parameter',
  'body-member': 'The body member',
  'file-field': 'The file field',
  body: 'The body',
};

/** Warns of what the contract does not cover (`warnings.uncovered`): a line of at most 1 kB, names percent-encoded. */
function warningLine(undocumented: Undocumented): string {
  const parts = undocumented.map(({ kind, name }) =>
    name === '' ? `unknown-${kind}` : `unknown-${kind}: ${encode(name)}`,
  );
  let line = '';
  for (const [index, part] of parts.entries()) {
    const rest = `; and ${parts.length - index} more`;
    if (line.length + part.length + 2 + rest.length > maximumBytes) return (line + rest).replace(/^; /, '');
    line += line === '' ? part : `; ${part}`;
  }
  return line;
}

/** In strict mode what would be a warning is the operation's validation error (`warnings.strict`). */
function refuseUndocumented(undocumented: Undocumented, operation: Operation): void {
  const [first] = undocumented;
  if (first === undefined) return;
  const named = first.name === '' ? words[first.kind] : `${words[first.kind]} ${first.name}`;
  throw new Refusal(operation.invalidRefusal, `${named} is not documented.`, {
    name: first.name,
    kind: `unknown-${first.kind}`,
  });
}

/** Percent-encodes what is not visible ASCII, and what would end a part of the line. */
function encode(name: string): string {
  return name
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[^!-~]|[%;:,"\\]/gu, (character) => encodeURIComponent(character));
}

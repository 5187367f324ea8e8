import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest, ApiResponse, FormPart } from '../../src/deployment/transport.ts';
import type { OperationId, RefusalId } from '../../src/document/names.gen.ts';
import { holdersAt } from '../../src/json/json-value.ts';
import { ownToken, type Body, type Call, type Break, type Breaking, type Instead } from './fault.ts';

export type When = (call: Call) => unknown;
const always: When = () => true;

/** Breaks under a condition alone; one that waits is for breaks of requests. */
export function under(when: When, where: Breaking): Breaking {
  if (typeof where === 'function') return () => under(when, where()) as Break;
  const { before, of: isEdited = always, after } = where;
  return {
    ...(before && { before: async (call) => ((await when(call)) ? before(call) : undefined) }),
    ...(after && { of: (call) => Boolean(isEdited(call) && when(call)), after }),
  };
}

/** Shows something else in the successful answers of an operation. */
export function showing(operation: OperationId, edit: (body: Body, call: Call) => unknown): Break {
  return {
    of: (call) => call.is(operation) && call.status === 200,
    after: async (call, body) => {
      await edit(body, call);
    },
  };
}

export function showingAgent(edit: (agent: Body, call: Call) => unknown): Break {
  return showing('getAgent', (body, call) => edit(body.data, call));
}

/** Shows each record of an audience with something else. */
export function showingLeads(edit: (lead: Body, call: Call) => unknown): Break {
  return showing('listAudience', ({ datalist }, call) => {
    for (const lead of datalist) edit(lead, call);
  });
}

export function showingVoices(edit: (data: Body, call: Call) => unknown): Break {
  return showing('listVoices', ({ data }, call) => edit(data, call));
}

/** Shows another value of a field, `data.campaign_count`; undefined leaves the field out. */
export function showingValue(operation: OperationId, path: string, value: unknown): Break {
  return showingField(operation, path, () => value);
}

/** Shows a field, `datalist.[].id`, as what is made of its value; undefined leaves it out. */
export function showingField(operation: OperationId, path: string, change: (value: Body) => unknown): Break {
  return showing(operation, (body) => {
    editAt(body, path.split('.'), (holder, name) => (holder[name] = change(holder[name])));
  });
}

/** Edits what stands at the path, if it is there; `[]` stands for every item of a list. */
export function editAt(body: Body, path: readonly string[], edit: (holder: Body, name: string) => void): void {
  const steps = path.map((step) => (step === '[]' ? '*' : step));
  const name = steps.pop() ?? '';
  for (const holder of holdersAt([body], steps)) if (holder[name] !== undefined) edit(holder, name);
}

/** Reads a request in another way, or answers in its place. */
export function asking(operation: OperationId, change: (call: Call) => Instead): Break {
  return { before: (call) => (call.is(operation) ? change(call) : undefined) };
}

/** Stores something else than what the JSON body says. */
export function storing(operation: OperationId, change: (body: Body, call: Call) => unknown): Break {
  return asking(operation, (call) => withJson(call.request, (body) => body instanceof Object && change(body, call)));
}

/** Stores something else than what a part of the form says, or nothing of it (null). */
export function storingParts(change: (part: FormPart, call: Call) => FormPart | null): Break {
  return {
    before: (call) => {
      const parts = call.parts.flatMap((part) => change(part, call) ?? []);
      return call.request.body.kind === 'form' && { ...call.request, body: { kind: 'form', parts } };
    },
  };
}

/** Reads a text of the request, in its JSON body, form or query, as another one; undefined: as if it was not sent. */
export function takingAs(
  operation: OperationId,
  field: string,
  change: (text: string, call: Call) => string | number | undefined,
): Break {
  return asking(operation, (call) =>
    rewriteField(call.request, field, (value) => (typeof value === 'string' ? change(value, call) : value)),
  );
}

/** Loses a field of a request, under a condition. */
export function losing(operation: OperationId, field: string, when = always): Break {
  return asking(operation, (call) => (when(call) ? withoutField(call.request, field) : undefined));
}

/** The document's refusal by a rule, its success, what came with another status or other fields, or an answer of its own. */
export type Answer = RefusalId | 'success' | number | Readonly<Record<string, unknown>> | ((call: Call) => ApiResponse);

function answerTo(call: Call, answer: Answer): ApiResponse {
  if (typeof answer === 'function') return answer(call);
  if (typeof answer === 'number') return { ...call.answer, status: answer };
  if (typeof answer === 'object') return { ...call.answer, text: JSON.stringify({ ...call.body, ...answer }) };
  return answer === 'success' ? call.success() : call.refusal(answer);
}

const invalid: Answer = (call) => call.refusal();

/** Answers something else, under a condition, and does nothing; by itself the refusal of what is invalid. */
export function instead(operation: OperationId, when: When = always, answer = invalid): Break {
  return asking(operation, (call) => (when(call) ? answerTo(call, answer) : undefined));
}

/** Does what was asked, and answers something else, under a condition. */
export function answering(when: When, answer: Answer): Break {
  return { after: (call) => (when(call) ? answerTo(call, answer) : undefined) };
}

/** Gives an answer again where it is stale by what was answered since, and by its age in milliseconds. */
export function repeating(
  operations: readonly OperationId[],
  isStale: (call: Call, since: readonly Call[], age: number) => unknown,
  isKept = always,
): () => Break {
  return () => {
    const answers = new Map<string, { readonly answer: ApiResponse; readonly at: number; readonly seen: number }>();
    return {
      of: (call) => call.is(...operations),
      after: (call) => {
        const key = JSON.stringify([call.operation, call.request.query]);
        const kept = answers.get(key);
        if (kept && isStale(call, call.past.slice(kept.seen), Date.now() - kept.at)) return kept.answer;
        const { answer, past } = call;
        if (answer.status === 200 && isKept(call)) answers.set(key, { answer, at: Date.now(), seen: past.length });
        return undefined;
      },
    };
  };
}

/** Does another request too that nobody asked for, whatever it answers. */
export function also(other: (call: Call) => ApiRequest | false | undefined): Break {
  return {
    after: async (call) => {
      const request = other(call);
      if (request) await call.correct(request);
    },
  };
}

/** A request that changes an agent of the own workspace. */
export function changing(value: object): ApiRequest {
  return { operation: 'createAgent', query: [], headers: { token: ownToken }, body: { kind: 'json', value } };
}

/** A refused request that changes its agent all the same. */
export function halfDone(when: When, value: object): Break {
  return also(
    (call) =>
      call.status >= 400 &&
      Boolean(when(call)) &&
      Number.isInteger(call.agent) &&
      changing({ agent_id: call.agent, ...value }),
  );
}

/** A refused form whose numbers are taken all the same, under a condition. */
export function takingNumbers(when = always): () => Break {
  return () => {
    const taken = new Set<string>();
    return {
      before: (call) =>
        call.numbers.some((number) => taken.has(number)) && call.refusal('createagentorupdate.phone-numbers.available'),
      after: (call, _, status) => {
        if (status === 422 && when(call)) for (const number of call.numbers) taken.add(number);
      },
    };
  };
}

/** Keeps the numbers of deleted agents attached. */
export const keepingNumbers: Break = instead(
  'createAgentOrUpdate',
  ({ past, numbers }) =>
    past.some((each) => each.lastStatus() === 2 && each.numbers.some((number) => numbers.includes(number))),
  'createagentorupdate.phone-numbers.available',
);

/** So long does a provider take that is open to a race, in milliseconds. */
const raceWindow = 4;

/** Takes its time over a request, and gives what has come meanwhile and is under way. */
export async function meanwhile(call: Call): Promise<readonly Call[]> {
  await sleep(raceWindow);
  return call.beside();
}

/** Takes the tokens of this kind as if they were the own one; `^$` is none at all. */
export function opening(operation: OperationId | null, kind: RegExp, when = always): Break {
  return {
    before: (call) =>
      (operation === null || call.is(operation)) &&
      kind.test(call.token) &&
      Boolean(when(call)) &&
      withToken(call.request, call.is('getToken') ? 'login-acme' : ownToken),
  };
}

/** Gives new agents ids that are far apart, and takes those alone. */
export const ownIds: Break = {
  before: ({ request }) => {
    const own = (id: unknown): unknown => {
      if (typeof id === 'number') return Number(ownId(String(id)));
      return typeof id === 'string' ? id.replace(/(?<!\d)\d+$/, ownId) : id;
    };
    return rewriteField(rewriteField(request, 'agent_id', own), '?agent_id', own);
  },
  after: (_, body) => {
    for (const holder of ['', 'knowledge_base.', 'configuration.', 'guardrails.']) showOwnId(body, `${holder}agent_id`);
    showOwnId(body, 'basic_details.id');
  },
};

/** The id of the latest agent of the default data. */
const lastGiven = 1010;

function showOwnId(body: Body, path: string): void {
  editAt(body, ['data', ...path.split('.')], (holder, name) => {
    if (holder[name] > lastGiven) holder[name] = holder[name] * 1000 + 7;
  });
}

/** The mock's id of an agent that this provider shows so, with zeros before it in a UUID; of another one nobody's. */
function ownId(digits: string): string {
  const number = Number(digits);
  if (!(number > lastGiven)) return digits;
  const isShown = number > lastGiven * 1000 && number % 1000 === 7;
  return String(isShown ? (number - 7) / 1000 : number + 1_000_000_000).padStart(digits.startsWith('0') ? 12 : 0, '0');
}

/** Whether a field was sent, as `status` or with a value, `status=2`; a list by its name alone; see `fieldsIn`. */
export function hasField(request: ApiRequest, field: string): boolean {
  const [name = '', value] = field.split('=');
  return fieldsIn(request).some((each) => isField(each[0], name) && (value ?? String(each[1])) === String(each[1]));
}

/** The fields of a request, with their values; those of the query beside a body as `?name`. */
export function fieldsIn({ body, query }: ApiRequest): readonly (readonly [name: string, value: unknown])[] {
  const values = body.kind === 'json' && body.value instanceof Object ? Object.entries(body.value) : [];
  const parts = body.kind === 'form' ? body.parts.map(({ name, value }) => [name, value] as const) : [];
  return [...values, ...parts, ...query.map(([name, value]) => [inQuery(body, name), value] as const)];
}

export function withoutField(request: ApiRequest, field: string): ApiRequest {
  return rewriteField(request, field, () => undefined);
}

/** The request with another value of a field, wherever it is sent; undefined: without it. */
function rewriteField(request: ApiRequest, field: string, change: (value: Body) => unknown): ApiRequest {
  const { body } = request;
  const changed = (name: string, value: Body): Body => (isField(name, field) ? change(value) : value);
  const query = request.query.flatMap(([name, value]) => {
    const other = changed(inQuery(body, name), value);
    return other === undefined ? [] : [[name, String(other)] as const];
  });
  const left = { ...request, query };
  if (body.kind === 'form') {
    const parts = body.parts.flatMap((part) => {
      const value = changed(part.name, part.value);
      return value === undefined ? [] : [{ ...part, value: typeof value === 'number' ? String(value) : value }];
    });
    return { ...left, body: { kind: 'form', parts } };
  }
  return withJson(left, (value) => {
    if (value?.[field] === undefined) return;
    value[field] = change(value[field]);
  });
}

function inQuery({ kind }: ApiRequest['body'], name: string): string {
  return kind === 'none' ? name : `?${name}`;
}

function isField(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}[`);
}

export function withToken(request: ApiRequest, token: string): ApiRequest {
  return { ...request, headers: { token } };
}

export function withJson(request: ApiRequest, edit: (value: Body) => void): ApiRequest {
  if (request.body.kind !== 'json') return request;
  const value: Body = structuredClone(request.body.value);
  edit(value);
  return { ...request, body: { kind: 'json', value } };
}

export function withQuery(request: ApiRequest, name: string, value: string): ApiRequest {
  return { ...request, query: [...request.query.filter(([each]) => each !== name), [name, value]] };
}

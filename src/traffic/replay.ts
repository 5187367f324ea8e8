import { operationPlaces } from '../deployment/addresses.ts';
import type { Addresses } from '../deployment/configuration/settings.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import { type ApiRequest, type Transport, jsonOf } from '../deployment/transport.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { isObject, memberOf } from '../json/json-value.ts';
import { type Difference, asFindings, isOtherOutcome, mockRule } from '../judge/as-mock/compare.ts';
import { type InProcessTarget, type MockWorlds, startInProcessTarget, worldsOf } from '../judge/as-mock/mock-worlds.ts';
import type { Names } from '../judge/as-mock/normalise.ts';
import { SeenAnswer, type StepAnswers, withAgents } from '../judge/as-mock/twin.ts';
import type { AskedScript } from '../judge/learn/learn-scripts.ts';
import { type Learned, learnFromRecording } from '../judge/learn/learn.ts';
import { Comparison } from '../judge/parity/causes.ts';
import { choicesToTell } from '../judge/parity/explain.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { namedIn } from '../judge/stated/expectation.ts';
import { ofCampaigns } from '../judge/stated/judge-reading.ts';
import { validateAnswer } from '../judge/validate-answer.ts';
import type { Client } from './clients.ts';
import type { Judged } from './traffic-judge.ts';

/** Stands for the tokens that were recorded, which are written nowhere: 64 hexadecimal digits, as API tokens have. */
export const recordedToken = 'c0ffee00'.repeat(8);

/** To a mock that is sent what was recorded. */
export function transportTo(addresses: Addresses, document: ContractDocument): ReturnType<typeof createHttpTransport> {
  return createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 60_000 });
}

/** A recording as a script, and worlds of the mock to which it is sent again. @param given what each of them begins with */
export async function openReplay(
  answers: readonly CheckedAnswer[],
  given: Parameters<typeof startInProcessTarget>[1],
  document: ContractDocument,
): Promise<{ readonly asked: AskedScript; readonly worlds: MockWorlds }> {
  const recorded = answers.map(asSentAgain);
  const worlds = worldsOf(await startInProcessTarget(undefined, given), (addresses, noting) => {
    const http = transportTo(addresses, document);
    const send = async () => {
      const world: ResentWorld = { send: noting(http), ids: new Map() };
      const seen: CheckedAnswer[] = [];
      for (const answer of recorded) seen.push(await resend(answer, world));
      return stepAnswers(seen);
    };
    return { close: () => http.close(), send };
  });
  const script = { title: 'the recording', clauses: ['payload.json'] as const, steps: [] };
  return { asked: { script, answers: stepAnswers(recorded, document), before: [], isRecorded: true }, worlds };
}

/**
 * What a recording shows: how values are shown, and where the mock lists records in another order, or refuses what was
 * carried out or the reverse, behaviours too. The worlds end with it.
 */
export async function learnFromReplay(
  { asked, worlds }: Awaited<ReturnType<typeof openReplay>>,
  learning: Omit<Parameters<typeof learnFromRecording>[1], 'worlds' | 'hasSameData'>,
): Promise<Learned> {
  try {
    const side = await worlds.deciding({ behaviours: {}, actions: [] });
    const found = new Comparison(true);
    if (side !== null) found.add(await side.send([]), asked.answers);
    const choicesOf = (isTelling: (difference: Difference) => boolean) => {
      const telling = [...found.causes.values()].filter((each) => isTelling(each.difference));
      return choicesToTell(telling, learning.document);
    };
    const orders = choicesOf(({ at }) => at.endsWith('/id')).filter((id) => id.endsWith('.order'));
    const script = { ...asked.script, choices: [...choicesOf(isOtherOutcome), ...orders] };
    return await learnFromRecording({ ...asked, script }, { ...learning, worlds, hasSameData: true });
  } finally {
    await worlds.close();
  }
}

/** Each answer as a step, what agents are called by the step that made them. @param document of those that may be wrong */
function stepAnswers(answers: readonly CheckedAnswer[], document?: ContractDocument): StepAnswers {
  const names = answers.reduce<Names>((all, answer, step) => withAgents(all, [answer], [], step), new Map());
  const steps = answers.map((answer) => {
    const read = document && validateAnswer(document, answer.request, answer, answer.body, false);
    return [new SeenAnswer({ answer, isInvalid: (read?.faults.length ?? 0) > 0, roots: [] }, names)];
  });
  return { steps };
}

/**
 * Compares what was judged with what the mock answers: each client has a world of it, which is sent what the client sent, so
 * that agents which it made are alike there. What else may decide an answer was not seen, and is no difference.
 * @param target follows the profile, begins without agents and knows the recorded token
 * @returns `take` gives what was judged with what the mock would have answered otherwise
 */
export function openProfileTwin(
  target: InProcessTarget,
  document: ContractDocument,
): Readonly<{ take: (judged: Judged) => Promise<Judged>; close: () => Promise<void> }> {
  const http = transportTo(target.addresses, document);
  const worlds = new Map<Client, ResentWorld>();
  const worldOf = (client: Client): ResentWorld => {
    const name = { 'x-mock-world': `client-${worlds.size}` };
    const send: Transport = (request) => http({ ...request, headers: { ...request.headers, ...name } });
    const world = worlds.get(client) ?? { send, ids: new Map<string, number>() };
    worlds.set(client, world);
    return world;
  };
  const take = async (judged: Judged): Promise<Judged> => {
    const { answer, by } = judged;
    if (answer === null || by === null || answer.unread !== null) return judged;
    const [world, seen, id] = [worldOf(by), asSentAgain(answer), namedIn(answer)];
    if (id !== null && !world.ids.has(String(id))) return judged;
    const own = isOfAgentAlone(answer.request) ? await resend(seen, world).catch(() => null) : null;
    // It is another agent there from now on.
    if (own === null || own.status < 400 !== answer.status < 400) world.ids.delete(String(id));
    if (own === null || judged.findings.length > 0 || mayBeOfOthers(own, answer)) return judged;
    const named = (of: CheckedAnswer, agent = id) => {
      return new SeenAnswer({ answer: of, roots: [] }, withAgents(new Map(), [of], agent === null ? [] : [agent]));
    };
    const clause = assumedRule(own, document);
    const pair = [named(own, world.ids.get(String(id))), named(seen)] as const;
    const found = asFindings(pair, true, { clauses: [clause] });
    const findings = found.filter(({ path = '' }) => !ofOthers.some((each) => path.startsWith(each)));
    return { ...judged, findings, reached: [...judged.reached, clause] };
  };
  const close = (): Promise<void> => {
    http.close();
    return target.close();
  };
  return { take, close };
}

/** What an agent shows of its workspace, its people, their codes and campaigns, and of the time that has passed. */
const ofOthers = [
  ...['workspace_id', 'company_id', 'category_', 'purpose_', 'agent_type_', 'voice_provider', 'transcriber_provider'],
  ...[...ofCampaigns, '/creator', '/voice_analysis', '/last_modified'],
].map((name) => (name.startsWith('/') ? `/data${name}` : `/data/basic_details/${name}`));

/** Whether a request brings nothing that the workspace must have: numbers, files, tools. */
function isOfAgentAlone({ body }: ApiRequest): boolean {
  return body.kind !== 'form' || body.parts.every(({ name }) => /^(?:agent_id$|basic_details)/.test(name));
}

/** A name may be taken, and what is refused may be refused for what others did. */
function mayBeOfOthers(own: CheckedAnswer, { status, request: { body } }: CheckedAnswer): boolean {
  if (own.status === 404) return true;
  const isNamed = body.kind === 'form' || (body.kind === 'json' && memberOf(body.value, 'agent_name') !== undefined);
  return status >= 400 && (own.status < 400 || isNamed);
}

/** The rule by which the mock decided, if that is assumed; what is stated has been judged. */
function assumedRule(own: CheckedAnswer, { clauses }: ContractDocument): ClauseId {
  const rule = mockRule(own);
  if (rule !== undefined && clauses.get(rule)?.kind === 'assumed') return rule;
  return own.status < 400 ? 'create-agent.read-back' : 'errors.shape.full';
}

interface ResentWorld {
  readonly send: Transport;
  /** The ids that it gave to what was made, by those that were recorded. */
  readonly ids: Map<string, number>;
}

async function resend(answer: CheckedAnswer, { send, ids }: ResentWorld): Promise<CheckedAnswer> {
  const { query, body } = answer.request;
  const request: ApiRequest = { ...answer.request, ...withIds({ query, body }, ids) };
  const response = await send(request);
  const own = { ...response, request, body: jsonOf(response), unread: null };
  const [before, now] = [answer, own].map((each) => memberOf(each.body, 'data.agent_id'));
  if (typeof before === 'number' && typeof now === 'number') ids.set(String(before), now);
  return own;
}

/** With a token that looks like one where a recording has it masked; one that was taken is one that the scenario knows. */
function asSentAgain(answer: CheckedAnswer): CheckedAnswer {
  const text = answer.text.replaceAll(/"\[masked[^"]*"/g, '"eyJhbGciOiJIUzI1NiJ9.e30.masked"');
  const body = text === answer.text ? answer.body : jsonOf({ ...answer, text });
  if (answer.status === 401) return { ...answer, text, body };
  const headers = Object.entries(answer.request.headers).map(([name, value]) => {
    return [name, value.replace(/(?<=^(?:bearer )?)\S.*$/i, recordedToken)];
  });
  const known = Object.fromEntries(headers) as Record<string, string>;
  return { ...answer, text, body, request: { ...answer.request, headers: known } };
}

/** A value with other numbers, as numbers and as texts. */
function withIds<Value>(value: Value, ids: ReadonlyMap<string, number>): Value {
  const renamed = (each: unknown): unknown => {
    if (typeof each === 'number') return ids.get(String(each)) ?? each;
    if (typeof each === 'string') return ids.get(each)?.toString() ?? each;
    if (Array.isArray(each)) return each.map(renamed);
    if (!isObject(each) || each instanceof Uint8Array) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, renamed(inner)]));
  };
  return renamed(value) as Value;
}

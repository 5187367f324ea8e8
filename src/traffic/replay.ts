import { operationPlaces } from '../deployment/addresses.ts';
import { curlTo } from '../deployment/curl.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import { type ApiRequest, type Transport, jsonOf } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { isObject, memberOf } from '../json/json-value.ts';
import { type Difference, isOtherOutcome } from '../judge/as-mock/compare.ts';
import { type InProcessTarget, type MockWorlds, startInProcessTarget, worldsOf } from '../judge/as-mock/mock-worlds.ts';
import type { Names } from '../judge/as-mock/normalise.ts';
import { SeenAnswer, type StepAnswers, withAgents } from '../judge/as-mock/twin.ts';
import type { AskedScript } from '../judge/learn/learn-scripts.ts';
import { type Learned, learnFromRecording } from '../judge/learn/learn.ts';
import { Comparison } from '../judge/parity/causes.ts';
import { choicesToTell } from '../judge/parity/explain.ts';
import { type Showing, showingBy } from '../judge/report/showing.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { validateAnswer } from '../judge/validate-answer.ts';
import { createMasker } from '../text/masker.ts';

/** Stands for the tokens that were recorded, which are written nowhere: 64 hexadecimal digits, as API tokens have. */
export const recordedToken = 'c0ffee00'.repeat(8);

/** How exchanges of a recording may be shown. @param secrets what it holds beside what is masked already */
export function recordedEvidence(document: ContractDocument, secrets: readonly string[] = []): Showing['evidence'] {
  const places = operationPlaces(document);
  return showingBy(createMasker(secrets), (request) => curlTo(request, places, null, new Map())).evidence;
}

export function transportTo(
  { addresses }: Pick<InProcessTarget, 'addresses'>,
  document: ContractDocument,
): ReturnType<typeof createHttpTransport> {
  return createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 60_000 });
}

/**
 * A recording as a script that somebody else sent, and worlds of the mock to which it is sent again.
 * @param given what each of them begins with
 */
export async function openReplay(
  answers: readonly CheckedAnswer[],
  given: Parameters<typeof startInProcessTarget>[1],
  document: ContractDocument,
): Promise<{ readonly asked: AskedScript; readonly worlds: MockWorlds }> {
  const recorded = answers.map(asSentAgain);
  const worlds = worldsOf(await startInProcessTarget(undefined, given), (addresses, noting) => {
    const http = transportTo({ addresses }, document);
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

export interface ResentWorld {
  readonly send: Transport;
  /** The ids that it gave to what was made, by those that were recorded. */
  readonly ids: Map<string, number>;
}

export async function resend(answer: CheckedAnswer, { send, ids }: ResentWorld): Promise<CheckedAnswer> {
  const { query, body } = answer.request;
  const request: ApiRequest = { ...answer.request, ...withIds({ query, body }, ids) };
  const response = await send(request);
  const own = { ...response, request, body: jsonOf(response), unread: null };
  const [before, now] = [answer, own].map((each) => memberOf(each.body, 'data.agent_id'));
  if (typeof before === 'number' && typeof now === 'number') ids.set(String(before), now);
  return own;
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

/** With a token that looks like one where a recording has it masked; one that was taken is one that the scenario knows. */
export function asSentAgain(answer: CheckedAnswer): CheckedAnswer {
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

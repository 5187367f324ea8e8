import { operationPlaces } from '../deployment/addresses.ts';
import { curlTo } from '../deployment/curl.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import { type ApiRequest, type Transport, jsonOf } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { isObject, memberOf } from '../json/json-value.ts';
import { type MockWorlds, startInProcessTarget, worldsOf } from '../judge/as-mock/mock-worlds.ts';
import { SeenAnswer, type StepAnswers, withAgents } from '../judge/as-mock/twin.ts';
import type { AskedScript } from '../judge/learn/learn-scripts.ts';
import { type Learned, learnFromRecording, withLessons } from '../judge/learn/learn.ts';
import { Comparison } from '../judge/parity/causes.ts';
import { choicesToTell } from '../judge/parity/explain.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { validateAnswer } from '../judge/validate-answer.ts';
import { terminalLine } from '../text/escaping.ts';
import { createMasker } from '../text/masker.ts';

/** Stands for the tokens that were recorded, which are written nowhere: 64 hexadecimal digits, as API tokens have. */
export const recordedToken = 'c0ffee00'.repeat(8);

/** How exchanges of a recording may be shown. @param secrets what it holds beside what is masked already */
export function recordedEvidence(
  document: ContractDocument,
  secrets: readonly string[] = [],
): Parameters<typeof learnFromRecording>[1]['evidence'] {
  const [masker, places] = [createMasker(secrets), operationPlaces(document)];
  return ({ request, status, text }) => ({
    request: terminalLine(masker.line(curlTo(request, places, null, new Map()))).slice(0, 600),
    answer: terminalLine(masker.text(`${status} ${masker.body(text.slice(0, 200_000)).slice(0, 300)}`.trim())),
  });
}

interface Replay {
  readonly asked: AskedScript;
  readonly worlds: MockWorlds;
}

/**
 * A recording as a script that somebody else sent, and worlds of the mock to which it is sent again.
 * @param given what each of them begins with
 */
export async function openReplay(
  answers: readonly CheckedAnswer[],
  given: Parameters<typeof startInProcessTarget>[1],
  document: ContractDocument,
): Promise<Replay> {
  const recorded = answers.map((answer) => heldAnswer(asSentAgain(answer), document));
  const places = operationPlaces(document);
  const target = await startInProcessTarget(undefined, given);
  const worlds = worldsOf(target, (addresses) => {
    const http = createHttpTransport({ addresses, places, headers: {}, timeout: 60_000 });
    return { close: () => http.close(), send: () => sendAgain(recorded, http, document) };
  });
  const script = { title: 'the recording', clauses: ['payload.json'] as const, steps: [] };
  return { asked: { script, answers: answersOf(recorded), before: [], isRecorded: true }, worlds };
}

/**
 * What a recording shows: how values are shown, and where that does not explain every answer, behaviours too. The worlds
 * end with it.
 */
export async function learnFromReplay(
  { asked, worlds }: Replay,
  learning: Omit<Parameters<typeof learnFromRecording>[1], 'worlds' | 'hasSameData'>,
): Promise<Learned> {
  const about = { ...learning, worlds, hasSameData: true };
  try {
    const learned = await learnFromRecording(asked, about);
    const side = await worlds.deciding(withLessons({ behaviours: {}, actions: [] }, learned.lessons));
    const left = new Comparison(true);
    if (side !== null) left.add(await side.send([]), asked.answers);
    const choices = choicesToTell(left.causes.values(), learning.document);
    if (choices.length === 0) return learned;
    return await learnFromRecording({ ...asked, script: { ...asked.script, choices } }, about);
  } finally {
    await worlds.close();
  }
}

/** Sends what was recorded, one after another, with the ids that this world gives to what is made. */
async function sendAgain(
  recorded: readonly HeldAnswer[],
  send: Transport,
  document: ContractDocument,
): Promise<StepAnswers> {
  const ids = new Map<string, number>();
  const seen: HeldAnswer[] = [];
  for (const { answer } of recorded) {
    const { query, body } = answer.request;
    const request: ApiRequest = { ...answer.request, ...withIds({ query, body }, ids) };
    const response = await send(request);
    const own = heldAnswer({ ...response, request, body: jsonOf(response), unread: null }, document);
    const [before, now] = [answer, own.answer].map((each) => memberOf(each.body, 'data.agent_id'));
    if (typeof before === 'number' && typeof now === 'number') ids.set(String(before), now);
    seen.push(own);
  }
  return answersOf(seen);
}

type HeldAnswer = Pick<SeenAnswer, 'answer' | 'isInvalid'>;

function answersOf(held: readonly HeldAnswer[]): StepAnswers {
  let names: ReturnType<typeof withAgents> = new Map();
  for (const [step, { answer }] of held.entries()) names = withAgents(names, [answer], [], step);
  return { steps: held.map((each) => [new SeenAnswer({ ...each, roots: [] }, names)]) };
}

function heldAnswer(answer: CheckedAnswer, document: ContractDocument): HeldAnswer {
  const { faults } = validateAnswer(document, answer.request, answer, answer.body, false);
  return { answer, isInvalid: faults.length > 0 };
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

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { NoAnswerError, NotSentError, OutOfTimeError } from '../deployment/transport.ts';
import type { ClauseId } from '../document/names.gen.ts';
import { isContainer, memberOf } from '../json/json-value.ts';
import type { Api } from './api.ts';
import { type CheckedAnswer, NotVerified } from './report/violation.ts';
import { idsNamed } from '../deployment/agents/request-names.ts';
import { writing } from '../deployment/agents/write-gate.ts';
import { audienceLaws, listLaw } from './stated/lists/audience.ts';
import {
  bystanderLaws,
  campaignAgent,
  haltLaw,
  refusedLaw,
  restoreCampaign,
  completedLaw,
  completionLaws,
  isFree,
} from './stated/lists/campaigns.ts';
import { voiceLaws } from './stated/lists/voices.ts';
import { readWhole } from './stated/lists/audience-pages.ts';
import { isAbsent } from './stated/judge-lists.ts';
import { fieldsNeeded } from './stated/expected-saving.ts';
import { stated } from './stated/judge.ts';
import { readSaving } from './stated/read-saving.ts';
import { type Judgement, type Model, factsOf, liveAgents } from './stated/model.ts';
import type { SentRequest, Step } from './steps.ts';
import { printed } from './validate-answer.ts';
import { callOfRequest, filled } from './walk/perform/request-call.ts';
import { type WalkOptions, WalkState } from './walk/perform/walk-state.ts';

/** How steps are run, and who takes what comes of them. */
export interface StepsRun extends WalkOptions {
  /** Whether a step that needs what is not there ends everything, as in a script; absent: it is passed over. */
  readonly isStrict?: boolean;
  /** Asked before each step; once it is so, no more are begun. */
  readonly isOver?: (step: Step) => boolean;
  /** Takes the answers of each step. */
  readonly onStep?: (answers: readonly CheckedAnswer[]) => void;
  /** Whether every agent of the steps is read once more at the end. */
  readonly isReadAgain?: boolean;
}

/**
 * Carries out steps one after another, the next one taken when the one before it is answered, reads again what each may have changed, and sets back at the end what was changed
 * of others. Checks, walks, replays, parity and learning all run here.
 * @throws Violation if `onFinding` throws one
 * @throws NotSentError of strict steps, for one that needs what is not there
 */
export async function runSteps(steps: Iterable<Step>, api: Api, run: StepsRun): Promise<WalkState> {
  const state = new WalkState(api, run, stated.begin(factsOf(api.settings, api.document)));
  try {
    for (const step of steps) {
      if (run.isOver?.(step) === true) return state;
      run.watch?.({ step });
      const start = api.answers.length;
      try {
        await performStep(step, state);
      } catch (error) {
        // What a walk does not have, or may not send: the step is passed over.
        if (run.isStrict === true || !(error instanceof NotSentError) || error instanceof OutOfTimeError) throw error;
      }
      run.onStep?.(api.answers.slice(start));
    }
    if (run.isReadAgain === true) await readOwn(state);
    return state;
  } finally {
    await restoreCampaign(state);
    await restoreDrafts(api);
  }
}

async function performStep(step: Step, state: WalkState): Promise<void> {
  switch (step.do) {
    case 'send':
      await sendAlone(step.request, state);
      if (isWriting(step.request)) await readSome(step, state);
      return;
    case 'race':
      return performRace(step.requests, state);
    case 'voices':
      return voiceLaws(step, state);
    case 'audience':
      return audienceLaws(step, state);
    case 'complete':
      return completionLaws(step.campaign, state);
    case 'look':
      return look(state);
    case 'wait':
      await sleep(Math.min(step.milliseconds, longestWait));
      return look(state);
  }
}

async function performRace(requests: readonly SentRequest[], state: WalkState): Promise<void> {
  const ready = await Promise.all(requests.map((request) => callOfRequest(request, state)));
  for (const { json } of ready) willChange(campaignSent(json), state);
  const answers = await Promise.all(
    requests.map(async ({ operation }, index) => {
      // A write is looked at before it is sent: a read that stands behind one would always overtake it.
      if (requests.slice(0, index).some(isWriting) && !isWriting({ operation })) await nextTurn();
      return state.api.call(operation, ready[index]);
    }),
  );
  for (const [index, answer] of answers.entries()) {
    state.api.together.add(answer);
    hasChanged(campaignSent(ready[index]?.json), answer, state);
  }
  await settleRace(answers, state);
  for (const answer of answers) requireWhole(answer, state);
  for (const answer of answers) await listLaw(answer, state);
}

/** A walk that was kept may ask for anything; in milliseconds. */
const longestWait = 60_000;

async function look(state: WalkState): Promise<void> {
  await readOwn(state);
  await bystanderLaws(state);
}

function isWriting({ operation, at }: Pick<SentRequest, 'operation' | 'at'>): boolean {
  return at === undefined && writing.includes(operation);
}

async function sendAlone(request: SentRequest, state: WalkState): Promise<void> {
  if (request.operation === 'forceCompleteCampaign' && request.at === undefined) return sendCampaign(request, state);
  try {
    const answer = await sendRequestOf(request, state);
    requireWhole(answer, state);
    state.take(answer, request.as);
    await listLaw(answer, state);
  } catch (error) {
    if (!(error instanceof NoAnswerError) || error.isUnreachable || largestIn(request) < largeUpload) throw error;
    // A server may close the connection instead of reading on.
    if (largestIn(request) <= largestFile) throw new NotVerified('no answer to a large upload came in time', 'timeout');
  }
}

/** @throws NotSentError for a creation that lacks what the deployment wants of one and the settings do not give */
function requireWhole(answer: CheckedAnswer, { model }: WalkState): void {
  if (answer.request.operation !== 'createAgent') return;
  const [name] = fieldsNeeded(readSaving(model, answer), answer);
  if (name === undefined) return;
  const said = printed(memberOf(answer.body, 'message') ?? '');
  throw new NotSentError(
    `a new agent needs ${name}: create-agent answers ${answer.status} ${said}`,
    `new_agent.${name}`,
  );
}

/** In bytes: what takes its time, and what no file may exceed by any way of counting (section 8). */
const largeUpload = 5_000_000;
const largestFile = 10 * 2 ** 20;

function largestIn({ form = [] }: SentRequest): number {
  return Math.max(0, ...form.map(({ file }) => file?.size ?? 0));
}

/** A change of a campaign shows in its audience and its agent, and nowhere where it was refused. */
async function sendCampaign(request: SentRequest, state: WalkState): Promise<void> {
  const { changeable, disposable = [] } = state.api.settings.campaigns ?? {};
  const sent = await filled(request.json, state);
  // A lenient reader may take the text of a number: the campaign is set back then, too.
  const campaign = campaignSent(sent);
  const isRead = Number.isInteger(campaign) && !isAbsent(campaign);
  const before = isRead ? await readWhole(campaign, state) : null;
  const known = [changeable, ...disposable].find((each) => each?.id === campaign);
  const agent = await campaignAgent(known?.agent, state);
  willChange(campaign, state);
  const answer = await sendRequestOf({ ...request, json: sent }, state);
  state.take(answer, request.as);
  hasChanged(campaign, answer, state, isFree(agent));
  await haltLaw(answer, before, state);
  if (isRead) await completedLaw(campaign, state);
  if (agent !== null && known === changeable) await refusedLaw(answer, agent, state);
}

/** Whatever comes of it, the campaign is set back. */
function willChange(campaign: number, state: WalkState): void {
  if (campaign === state.api.settings.campaigns?.changeable?.id) state.isCampaignChanged = true;
}

function hasChanged(campaign: number, { status }: CheckedAnswer, { changed }: WalkState, wasFree = false): void {
  if (!Number.isNaN(campaign) && status < 300 && !changed.has(campaign)) changed.set(campaign, wasFree);
}

function campaignSent(sent: unknown): number {
  const given = isContainer(sent) ? sent['campaign_id'] : undefined;
  return typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN;
}

async function sendRequestOf(request: SentRequest, state: WalkState): Promise<CheckedAnswer> {
  return state.api.call(request.operation, await callOfRequest(request, state));
}

/** After a write: the agents that are to be read. */
async function readSome(step: Step, state: WalkState): Promise<void> {
  const latest = state.api.answers.at(-1);
  const { readsChanged = false } = state.options;
  const isRead =
    typeof readsChanged === 'object' ? readsChanged.has(step) : !readsChanged || Number(latest?.status) < 400;
  if (latest === undefined || !isRead) return;
  // Where an answer names another agent than its request, that one was made, and nothing else has changed.
  const made = readsChanged === false ? [] : agentMade(latest);
  const changed = made.length > 0 ? made : agentsAddressed(latest, state);
  for (const id of agentsAfter(changed, state)) state.take(await askForAgent(id, state));
}

/** The agents that writes name, those of which something is open, and one of the others, each in its turn. */
function agentsAfter(named: readonly number[], state: WalkState): readonly number[] {
  const live = liveAgents(state.model);
  const isJudged = (state.options.readsChanged ?? false) === false;
  const isOpen = ({ wants, open, life }: (typeof live)[number]): boolean =>
    wants.size > 0 || open.length > 0 || life === 'unclear';
  const open = live.filter((agent) => agent.seen === null || (isJudged && isOpen(agent)));
  const touched = new Set([...named, ...open.map(({ id }) => id)]);
  const others = isJudged ? live.filter(({ id }) => !touched.has(id)) : [];
  const next = others[state.turn % Math.max(1, others.length)];
  state.turn += 1;
  return next === undefined ? [...touched] : [...touched, next.id];
}

/** Of the walk's agents those that a request names. */
function agentsAddressed({ request }: CheckedAnswer, { model }: WalkState): readonly number[] {
  return idsNamed(request, 'agent_id').numbers.filter((id) => model.agents.has(id));
}

function agentMade({ body, status }: CheckedAnswer): readonly number[] {
  const id = memberOf(body, 'data.agent_id');
  return status < 300 && typeof id === 'number' ? [id] : [];
}

/** Reads every agent that was made, the deleted ones too: what was not addressed has not changed. */
async function readOwn(state: WalkState): Promise<void> {
  // Where nobody judges, nothing is looked for.
  const between = (state.options.readsChanged ?? false) === false ? idsBetween(state.model) : [];
  for (const id of [...state.model.agents.keys(), ...between]) state.take(await askForAgent(id, state));
}

/** Ids between those of the agents that were made: one may be of a creation that was refused. */
function idsBetween({ agents, rejected }: Model): readonly number[] {
  const ids = rejected.length === 0 ? [] : [...agents.keys()].toSorted((one, other) => one - other);
  const between = ids.flatMap((id, at) => {
    const free = Math.max(0, (ids[at + 1] ?? id) - id - 1);
    return Array.from({ length: Math.min(free, mostBetween) }, (_, index) => id + 1 + index);
  });
  return between.slice(-2 * mostBetween);
}

/** Others make agents too. */
const mostBetween = 5;

function askForAgent(id: number, { api }: WalkState): Promise<CheckedAnswer> {
  return api.call('getAgent', { query: { agent_id: id } });
}

/** A draft of the settings that was published all the same becomes a draft again. */
async function restoreDrafts(api: Api): Promise<void> {
  const { draft_with_inactive_number: inactive, draft_with_shared_number: shared } = api.settings.agents ?? {};
  for (const id of [inactive, shared]) {
    const published = { agent_id: id, status: 1 };
    const isPublished = api.answers.some(({ status, request }) => {
      return status < 300 && request.body.kind === 'json' && isDeepStrictEqual(request.body.value, published);
    });
    if (isPublished) await api.call('createAgent', { json: { ...published, status: 3 } });
  }
}

/** Judges requests that were sent at once: their answers and what is read after them must be those of some order. Told is the one that explains most. */
async function settleRace(answers: readonly CheckedAnswer[], state: WalkState): Promise<void> {
  const touched = answers.flatMap((answer) => [...agentsAddressed(answer, state), ...agentMade(answer)]);
  const after: CheckedAnswer[] = [];
  for (const id of agentsAfter(touched, state)) after.push(await askForAgent(id, state));
  const orders = permutations(answers).map((order) => [...order, ...after]);
  const best = judgeInOrder(state.model, orders, (model, answer) => {
    const { findings, ...judged } = stated.take(model, answer);
    state.reached(judged.reached);
    return { ...judged, findings: findings.filter((each) => state.options.isKnown?.(each, answer) !== true) };
  });
  if (best === undefined) return;
  state.model = best.model;
  for (const answer of [...answers, ...after]) state.taken(answer);
  for (const [answer, { findings }] of best.told) {
    for (const finding of findings) {
      const expected = `${finding.expected} (of requests that were sent at once)`;
      // What one of them sent is gone: another one has changed what it left out.
      const lost: readonly ClauseId[] = finding.clauses.includes('create-agent.update')
        ? ['create-agent.update.partial']
        : [];
      state.report([{ ...finding, clauses: [...finding.clauses, ...lost], expected }], answer);
    }
  }
}

type Told = Pick<Judgement, 'findings' | 'reached'>;

/** Judges answers in the order, of several, that explains most: what is found of them, and the model that they leave behind. */
export function judgeInOrder(
  start: Model,
  orders: readonly (readonly CheckedAnswer[])[],
  take: typeof stated.take,
): { readonly model: Model; readonly told: ReadonlyMap<CheckedAnswer, Told> } | undefined {
  const judged = orders.map((order) => {
    let model = start;
    const told = new Map<CheckedAnswer, Told>();
    for (const answer of order) {
      const { state, ...found } = take(model, answer);
      model = state;
      told.set(answer, found);
    }
    return { model, told, count: [...told.values()].flatMap(({ findings }) => findings).length };
  });
  return judged.toSorted((one, other) => one.count - other.count)[0];
}

export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

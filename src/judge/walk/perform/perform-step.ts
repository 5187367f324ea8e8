import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { basePrefix, tokenHeaders } from '../../../deployment/addresses.ts';
import type { CallOptions } from '../../api.ts';
import { NotVerified, type CheckedAnswer } from '../../report/violation.ts';
import {
  NoAnswerError,
  NotSentError,
  OutOfTimeError,
  type FormPart,
  type Place,
} from '../../../deployment/transport.ts';
import { callerOf, unknownToken } from '../../stated/callers.ts';
import { liveAgents } from '../../stated/model.ts';
import type { Caller, FormField, SentRequest, Step } from '../../steps.ts';
import { documents, pdfOfSize, png } from '../../sample-files.ts';
import { audienceLaws, firstPageLaw, strangerLaw } from '../../stated/lists/audience.ts';
import { readWhole } from '../../stated/lists/whole-audience.ts';
import { completedLaw, completionLaws } from '../../stated/lists/completion.ts';
import { bystanderLaws, campaignAgent, haltLaw, refusedLaw } from '../../stated/lists/bystanders.ts';
import { voiceLaws } from '../../stated/lists/voices.ts';
import { filled, isAbsent } from './known.ts';
import { settleRace } from './race.ts';
import type { WalkState } from './walk-state.ts';
import { isContainer } from '../../../json/json-value.ts';

/**
 * Carries out one step, and reads again what it may have changed.
 * @throws Violation
 */
export async function performStep(step: Step, state: WalkState): Promise<void> {
  try {
    await performStrictly(step, state);
  } catch (error) {
    // What the walk does not have, or may not send: the step is passed over.
    if (!(error instanceof NotSentError) || error instanceof OutOfTimeError) throw error;
  }
}

/**
 * The same of a script, which says something only as a whole.
 * @throws Violation
 * @throws NotSentError if the step needs what is not there
 */
export async function performStrictly(step: Step, state: WalkState): Promise<void> {
  switch (step.do) {
    case 'send':
      await sendAlone(step.request, state);
      if (isWriting(step.request)) await readSome(state);
      return;
    case 'race': {
      const ready = await Promise.all(step.requests.map((request) => prepared(request, state)));
      const answers = await Promise.all(
        ready.map(async ([operation, options], index) => {
          // A write is looked at before it is sent: a read that stands behind one would always overtake it.
          if (step.requests.slice(0, index).some(isWriting) && !isWriting({ operation })) await nextTurn();
          return state.api.call(operation, options);
        }),
      );
      for (const answer of answers) state.api.together.add(answer);
      await settleRace(answers, state, () => readings(state, agentsMade(answers)));
      for (const answer of answers) await firstPageLaw(answer, state);
      return;
    }
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

/** A walk that was kept may ask for anything; in milliseconds. */
const longestWait = 60_000;

async function look(state: WalkState): Promise<void> {
  await readOwn(state, true);
  await bystanderLaws(state);
}

function isWriting({ operation, at }: Pick<SentRequest, 'operation' | 'at'>): boolean {
  return (
    at === undefined &&
    ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign'].includes(operation)
  );
}

async function sendAlone(request: SentRequest, state: WalkState): Promise<void> {
  if (request.operation === 'forceCompleteCampaign' && request.at === undefined) return sendCampaign(request, state);
  try {
    const answer = await sendRequestOf(request, state);
    state.take(answer, request.as);
    if (request.operation === 'listAudience') strangerLaw(answer, state);
  } catch (error) {
    if (!(error instanceof NoAnswerError) || error.isUnreachable || largestIn(request) < largeUpload) throw error;
    // A server may close the connection instead of reading on.
    if (largestIn(request) <= largestFile) throw new NotVerified('no answer to a large upload came in time', 'timeout');
  }
}

/** In bytes: what takes its time, and what no file may exceed by any way of counting (section 8). */
const largeUpload = 5_000_000;
const largestFile = 10 * 2 ** 20;

function largestIn({ form = [] }: SentRequest): number {
  return Math.max(0, ...form.map(({ file }) => file?.size ?? 0));
}

/** A change of a campaign shows in its audience and its agent, and nowhere where it was refused. */
async function sendCampaign(request: SentRequest, state: WalkState): Promise<void> {
  const { changeable } = state.api.settings.campaigns ?? {};
  const sent = await filled(request.json, state);
  // A lenient reader may take the text of a number: the campaign is set back then, too.
  const campaign = campaignOf(sent);
  const isRead = Number.isInteger(campaign) && !isAbsent(campaign);
  const before = isRead ? await readWhole(campaign, state) : null;
  const isChangeable = campaign === changeable?.id;
  const agent = isChangeable ? await campaignAgent(changeable.agent, state) : null;
  const earlier = state.campaignStatus;
  // Whatever comes of it, the campaign is set back.
  if (isChangeable) state.campaignStatus ??= 'given';
  const answer = await sendRequestOf({ ...request, json: sent }, state);
  state.take(answer, request.as);
  if (answer.status < 300) state.changed.add(campaign);
  if (isChangeable) noteCampaign(answer, sent, earlier, state);
  await haltLaw(answer, before, state);
  if (isRead) await completedLaw(campaign, state);
  if (agent !== null) await refusedLaw(answer, agent, state);
}

function campaignOf(sent: unknown): number {
  const given = isContainer(sent) ? sent['campaign_id'] : undefined;
  return typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN;
}

function noteCampaign(answer: CheckedAnswer, sent: unknown, earlier: string | null, state: WalkState): void {
  const status = String(isContainer(sent) ? sent['campaign_status'] : undefined);
  const isOwn = callerOf(answer.request, state.facts) === 'own';
  const action = !isOwn ? 'refused caller' : answer.status === 200 ? status : 'refused';
  state.watch({ campaign: [earlier ?? 'given', action] });
  if (action === status) state.campaignStatus = status;
}

async function sendRequestOf(request: SentRequest, state: WalkState): Promise<CheckedAnswer> {
  const [operation, options] = await prepared(request, state);
  return state.api.call(operation, options);
}

/** After a write: the agents that it addresses, and of the others as many as cost little, each in its turn. */
async function readSome(state: WalkState): Promise<void> {
  const addressed = liveAgents(state.model).filter(
    ({ wants, open, life, seen }) => seen === null || wants.size > 0 || open.length > 0 || life === 'unclear',
  );
  const latest = state.lastAddressed();
  const others = liveAgents(state.model).filter((agent) => !addressed.includes(agent) && agent.id !== latest);
  const some =
    others.length <= othersRead
      ? others
      : Array.from({ length: othersRead }, (_, index) => others[(state.turn + index) % others.length]);
  state.turn += othersRead;
  const ids = [
    ...(latest === null ? [] : [latest]),
    ...addressed.map(({ id }) => id),
    ...some.map((agent) => agent?.id),
  ];
  for (const id of new Set(ids)) if (id !== undefined) state.take(await askForAgent(id, state));
}

const othersRead = 1;

/** Reads every agent that the walk has made, those it has deleted `withDeleted`: what was not addressed has not changed. */
export async function readOwn(state: WalkState, withDeleted = false): Promise<void> {
  const agents = withDeleted ? [...state.model.agents.values()] : liveAgents(state.model);
  for (const { id } of agents) state.take(await askForAgent(id, state));
}

function askForAgent(id: number, { api }: WalkState): Promise<CheckedAnswer> {
  return api.call('getAgent', { query: { agent_id: id } });
}

async function readings(state: WalkState, others: readonly number[]): Promise<readonly CheckedAnswer[]> {
  const answers: CheckedAnswer[] = [];
  for (const id of new Set([...state.model.agents.keys(), ...others])) answers.push(await askForAgent(id, state));
  return answers;
}

/** The agents that the answers of a race name. */
function agentsMade(answers: readonly CheckedAnswer[]): number[] {
  return answers.flatMap(({ body, status }) => {
    const id = (body as { data?: { agent_id?: unknown } } | null | undefined)?.data?.agent_id;
    return status < 300 && typeof id === 'number' ? [id] : [];
  });
}

async function prepared(request: SentRequest, state: WalkState): Promise<[SentRequest['operation'], CallOptions]> {
  const query = (await filled(request.query ?? {}, state)) as NonNullable<CallOptions['query']>;
  const options: CallOptions = {
    query,
    auth: callerHeaders(request, state),
    place: request.at && placeNear(request, state),
    ...(request.json !== undefined && { json: await filled(request.json, state) }),
    ...(request.form !== undefined && {
      form: await Promise.all(request.form.map((field) => partToSend(field, state))),
    }),
    ...(request.raw !== undefined && {
      raw: { contentType: request.raw.contentType, text: String(await filled(request.raw.text, state)) },
    }),
  };
  return [request.operation, options];
}

/** @throws NotSentError for an operation's place on a host where it does not lie */
function placeNear({ operation, at = {} }: SentRequest, { api: { places, addresses } }: WalkState): Place {
  const { spelled, ...given } = at;
  const own = places.get(operation);
  if (own === undefined) throw new Error(`The document has no operation ${operation}.`);
  const { prefix, path, method } = own;
  const ways = {
    longer: () => `${path}x`,
    slash: () => `${path}/`,
    capital: () => path.toUpperCase(),
    cut: () => path.slice(0, path.lastIndexOf('/') + 1),
    whole: () => `${prefix === 'base_url' ? basePrefix : ''}${path}`,
  };
  const { base_url: base, api_url: api, alt_url: alternative } = addresses;
  const origins = [base, api, alternative].map((url) => new URL(url).origin);
  if (spelled === 'whole' && new Set(origins).size > 1) {
    throw new NotSentError('the deployment has its addresses on several hosts or ports', 'api_url');
  }
  return { prefix, method, path: spelled === undefined ? path : ways[spelled](), ...given };
}

async function partToSend({ name, value, file }: FormField, state: WalkState): Promise<FormPart> {
  const text = String(await filled(value, state));
  if (file !== undefined) return { name, ...contentOf(file) };
  return { name, value: text };
}

/** A file of the kind that its name says; padded where a size is given. */
function contentOf({ name, size, content: kindOf }: NonNullable<FormField['file']>): Pick<FormPart, 'value' | 'file'> {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const { type, content } = documentOf(kind);
  const value = kindOf === undefined ? content : documentOf(kindOf).content;
  return { value: size === undefined ? value : pdfOfSize(size), file: { name, type } };
}

const fileKinds = new Map<string, { readonly type: string; readonly content: Uint8Array }>(Object.entries(documents));

function documentOf(kind: string): { readonly type: string; readonly content: Uint8Array } {
  const known = kind === 'png' ? { type: 'image/png', content: png } : fileKinds.get(kind);
  return known ?? { type: 'application/octet-stream', content: Buffer.from('MZ no document') };
}

function callerHeaders({ operation, as }: SentRequest, { api, facts }: WalkState): Record<string, string> {
  const { tokens } = facts;
  const right = operation === 'getToken' ? tokens.login : tokens.own;
  const expired = operation === 'getToken' ? tokens.expiredLogin : tokens.expired;
  const usual = (token: string): Record<string, string> => tokenHeaders(api.places, operation, token);
  const ways: Readonly<Record<Caller, () => Record<string, string>>> = {
    own: () => usual(tokens.own),
    access: () => ({ api_access_token: right }),
    both: () => ({ token: right, api_access_token: right }),
    capital: () => ({ TOKEN: right }),
    second: () => usual(tokens.second),
    none: () => ({}),
    empty: () => usual(''),
    expired: () => usual(expired),
    unknown: () => usual(unknownToken),
    login: () => usual(tokens.login),
    tokenless: () => usual(tokens.tokenless),
    longer: () => usual(`${right}.0`),
    prefixed: () => usual(`0.${right}`),
    shorter: () => usual(right.slice(0, -1)),
    half: () => usual(right.slice(0, Math.ceil(right.length / 2))),
    header: () => ({ token: right }),
    bearer: () => ({ authorization: `Bearer ${right}` }),
    bare: () => ({ authorization: right }),
    unknownAccess: () => ({ api_access_token: unknownToken }),
    expiredAccess: () => ({ api_access_token: expired }),
    rightFirst: () => ({ token: right, api_access_token: unknownToken }),
    wrongFirst: () => ({ token: unknownToken, api_access_token: right }),
    expiredFirst: () => ({ token: expired, api_access_token: right }),
    emptyFirst: () => ({ token: '', api_access_token: right }),
    rightBeside: () => ({ token: right, authorization: `Bearer ${unknownToken}` }),
    wrongBeside: () => ({ token: unknownToken, authorization: `Bearer ${right}` }),
    older: () => usual(tokens.older),
  };
  return ways[as]();
}

import type { Answer, CallOptions } from '../../api.ts';
import { NotSentError, OutOfTimeError, type FormPart } from '../../../deployment/exchange.ts';
import { UNKNOWN_TOKEN } from '../model/callers.ts';
import { liveAgents } from '../model/model.ts';
import type { Caller, FormField, SentRequest, Step } from '../steps.ts';
import { documents, pdfOfSize } from '../../sample-files.ts';
import { audienceLaws } from '../laws/audience.ts';
import { completionLaws } from '../laws/completion.ts';
import { bystanderLaws, holdLaw } from '../laws/bystanders.ts';
import { voiceLaws } from '../laws/voices.ts';
import { filled } from './known.ts';
import { settleRace } from './race.ts';
import type { WalkState } from './walk-state.ts';

/** Carries out one step, and reads again what it may have changed. Throws a `Violation`. */
export async function performStep(step: Step, state: WalkState): Promise<void> {
  try {
    await perform(step, state);
  } catch (error) {
    // What the walk does not have, or may not send: the step is passed over.
    if (!(error instanceof NotSentError) || error instanceof OutOfTimeError) throw error;
  }
}

async function perform(step: Step, state: WalkState): Promise<void> {
  switch (step.do) {
    case 'send':
      await sendAlone(step.request, state);
      if (canWrite(step.request)) await readOwn(state);
      return;
    case 'race': {
      const ready = await Promise.all(step.requests.map((request) => prepared(request, state)));
      const answers = await Promise.all(ready.map(([operation, options]) => state.api.call(operation, options)));
      await settleRace(answers, state, () => readings(state, made(answers)));
      return;
    }
    case 'voices':
      return voiceLaws(step, state);
    case 'audience':
      return audienceLaws(step, state);
    case 'complete':
      return completionLaws(step.campaign, state);
    case 'look':
      await readOwn(state, true);
      await bystanderLaws(state);
  }
}

function canWrite({ operation }: SentRequest): boolean {
  return ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign'].includes(operation);
}

async function sendAlone(request: SentRequest, state: WalkState): Promise<void> {
  if (request.operation === 'forceCompleteCampaign') state.changedCampaign = true;
  const answer = await send(request, state);
  state.take(answer);
  if (request.operation === 'forceCompleteCampaign') await holdLaw(answer, state);
}

async function send(request: SentRequest, state: WalkState): Promise<Answer> {
  const [operation, options] = await prepared(request, state);
  return state.api.call(operation, options);
}

/** Reads every agent that the walk has made, those it has deleted `withDeleted`: what was not addressed has not changed. */
export async function readOwn(state: WalkState, withDeleted = false): Promise<void> {
  const agents = withDeleted ? [...state.model.agents.values()] : liveAgents(state.model);
  for (const { id } of agents) state.take(await readAgent(id, state));
}

function readAgent(id: number, { api }: WalkState): Promise<Answer> {
  return api.call('getAgent', { query: { agent_id: id } });
}

async function readings(state: WalkState, others: readonly number[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const id of new Set([...state.model.agents.keys(), ...others])) answers.push(await readAgent(id, state));
  return answers;
}

/** The agents that the answers of a race name. */
function made(answers: readonly Answer[]): number[] {
  return answers.flatMap(({ body, status }) => {
    const id = (body as { data?: { agent_id?: unknown } } | null | undefined)?.data?.agent_id;
    return status < 300 && typeof id === 'number' ? [id] : [];
  });
}

async function prepared(request: SentRequest, state: WalkState): Promise<[SentRequest['operation'], CallOptions]> {
  const query = (await filled(request.query ?? {}, state)) as NonNullable<CallOptions['query']>;
  const options: CallOptions = {
    query,
    auth: headersOf(request, state),
    ...(request.json !== undefined && { json: await filled(request.json, state) }),
    ...(request.form !== undefined && { form: await Promise.all(request.form.map((field) => partOf(field, state))) }),
  };
  return [request.operation, options];
}

async function partOf({ name, value, file }: FormField, state: WalkState): Promise<FormPart> {
  const text = String(await filled(value, state));
  if (file !== undefined) return { name, ...contentOf(file) };
  return { name, value: text };
}

/** A file of the kind that its name says; padded where a size is given. */
function contentOf({ name, size }: NonNullable<FormField['file']>): Pick<FormPart, 'value' | 'file'> {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const { type, content } = documents[kind] ?? {
    type: 'application/octet-stream',
    content: Buffer.from('MZ no document'),
  };
  return { value: size === undefined ? content : pdfOfSize(size), file: { name, type } };
}

function headersOf({ operation, as }: SentRequest, { knowledge: { facts } }: WalkState): Record<string, string> {
  const { tokens } = facts;
  const login = operation === 'getToken';
  const values: Readonly<Record<Caller, string | null>> = {
    own: tokens.own,
    access: tokens.own,
    second: tokens.second,
    none: null,
    empty: '',
    expired: tokens.expired,
    unknown: UNKNOWN_TOKEN,
    login: tokens.login,
  };
  const token = values[as];
  if (token === null) return {};
  if (as === 'access' && !login) return { api_access_token: token };
  return operation === 'updateAgent' ? { authorization: `Bearer ${token}` } : { token };
}

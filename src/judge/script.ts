import { isDeepStrictEqual } from 'node:util';
import type { ChoiceId } from '../clauses/choices.gen.ts';
import type { ClauseId, OperationId } from '../document/names.gen.ts';
import type { Need } from '../deployment/configuration/settings.ts';
import { compareWithTwin } from './as-mock/compare-with-twin.ts';
import type { Api } from './api.ts';
import type { Check, Effect } from './check.ts';
import { type CheckedAnswer, NotVerified, Violation, whyUnread } from './report/violation.ts';
import { restoreCampaign } from './stated/lists/bystanders.ts';
import type { Finding } from './stated/model.ts';
import type { Caller, SentRequest, Step } from './steps.ts';
import { performStrictly, readOwn } from './walk/perform/perform-step.ts';
import { WalkState } from './walk/perform/walk-state.ts';
import { documentedClauses, factsOf, isDocumentedIn } from './walk/walk-runs.ts';

/**
 * What to send, and the rules that it is sent for. What must come of it the judge says: of stated rules what the
 * specification states, of assumed ones what the mock answers.
 */
export interface Script {
  /** What it is about, where that is not the whole of its first rule. */
  readonly title?: string;
  /** All stated or all assumed. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly steps: readonly Step[];
  /** The choices whose alternatives it tells apart beside those of its rules. */
  readonly choices?: readonly ChoiceId[];
  /** Of an assumed rule: JSON pointers in the answers of success, or headers, that tell of it; absent: everything but messages. */
  readonly shows?: readonly string[];
}

/** A script as a check of the suite; what it needs and does follows from its steps. */
export function checkOf(script: Script, run: Check['run'] = (api) => runScript(script, api)): Check {
  const { title, clauses, steps } = script;
  return { ...(title !== undefined && { title }), clauses, needs: needsOf(steps), effect: effectOf(steps), run };
}

async function runScript(script: Script, api: Api): Promise<void> {
  const isAssumed = api.document.clauses.get(script.clauses[0])?.kind === 'assumed';
  await (isAssumed ? compareWithTwin(script, api) : judgeStated(script, api));
}

/**
 * Judges every answer of a script by what the specification states.
 * @throws Violation for the first finding of one of its rules
 * @throws NotVerified if no answer was compared with one of them
 */
async function judgeStated({ clauses, steps }: Script, api: Api): Promise<void> {
  const reached = new Set<ClauseId>();
  const isOwn = (each: ClauseId): boolean => clauses.includes(each);
  const shown = documentedClauses(api.document);
  const state = new WalkState(api, {
    facts: factsOf(api.settings, api.document),
    isDocumented: isDocumentedIn(api.document),
    shelf: new Map(),
    settled: new Set(),
    onAnswer: (answer) => shown(answer).forEach((clause) => reached.add(clause)),
    onReached: (each) => each.forEach((clause) => reached.add(clause)),
    onTransition: () => undefined,
    isKnown: () => false,
    onFinding: (finding: Finding, answer: CheckedAnswer) => {
      if (answer.unread !== null) throw new NotVerified(whyUnread(answer));
      if (finding.clauses.some(isOwn)) throw new Violation({ ...finding, answer });
      api.note({ ...finding, answer });
    },
  });
  try {
    for (const step of steps) await performStrictly(step, state);
    await readOwn(state, true);
  } finally {
    await restoreCampaign(state);
    await restoreDrafts(api);
  }
  const missed = clauses.filter((clause) => !reached.has(clause));
  if (missed.length > 0) throw new NotVerified(`no answer was compared with ${missed.join(', ')}`);
}

/** A draft of the settings that was published all the same becomes a draft again. */
async function restoreDrafts(api: Api): Promise<void> {
  const { draft_with_inactive_number: inactive, draft_with_shared_number: shared } = api.settings.agents ?? {};
  for (const id of [inactive, shared]) {
    const published = { agent_id: id, status: 1 };
    const isPublished = api.answers.some(({ answer: { status, request } }) => {
      return status < 300 && request.body.kind === 'json' && isDeepStrictEqual(request.body.value, published);
    });
    if (isPublished) await api.call('createAgent', { json: { ...published, status: 3 } });
  }
}

const callerNeeds: Partial<Record<Caller, Need>> = {
  second: 'second_workspace.token',
  expired: 'expired_token',
  login: 'login.token',
  tokenless: 'login.token_without_api_token',
  older: 'login.older_api_token',
};

const campaignNeeds: Readonly<Record<string, Need>> = {
  read: 'campaigns.read',
  foreign: 'campaigns.foreign',
  changeable: 'campaigns.changeable',
  'changeable text': 'campaigns.changeable',
  disposable: 'campaigns.disposable',
  paused: 'campaigns.disposable_paused',
  draft: 'campaigns.disposable_draft',
  deleted: 'campaigns.disposable_deleted',
};

/** The keys of the configuration without which a step cannot be sent. */
function needsOf(steps: readonly Step[]): readonly Need[] {
  return [
    ...new Set([
      ...steps.flatMap(stepNeeds),
      ...steps.flatMap(requestsOf).flatMap(callerNeed),
      ...placeholdersIn(steps).flatMap(([name, value]) => placeholderNeed(name, value)),
    ]),
  ];
}

function stepNeeds(step: Step): readonly Need[] {
  if (step.do === 'audience') return ['campaigns.read'];
  if (step.do !== 'complete') return [];
  return [step.campaign === 'paused' ? 'campaigns.disposable_paused' : 'campaigns.disposable'];
}

function callerNeed({ operation, as }: SentRequest): readonly Need[] {
  const isLogin = operation === 'getToken';
  if (isLogin && as === 'expired') return ['login.expired_token'];
  const need = callerNeeds[as];
  return need === undefined ? [] : [need];
}

function placeholderNeed(name: string, value: unknown): readonly Need[] {
  switch (name) {
    case '$number':
      return Array.isArray(value) ? [`numbers.${String(value[0])}` as Need] : [];
    case '$campaign':
      return [campaignNeeds[String(value)] ?? 'campaigns.read'];
    case '$uuid':
    case '$uuidIn':
    case '$absentUuid':
      return ['agents.uuid'];
    case '$setting':
      return [value as Need];
    default:
      return [];
  }
}

/** A campaign that is completed or deleted stays so; every other write is of the run's own, or is set back. */
function effectOf(steps: readonly Step[]): Effect {
  const requests = steps.flatMap(requestsOf);
  if (steps.some((step) => step.do === 'complete') || requests.some(isFinal)) return 'irreversible';
  return requests.some(hasEffect) ? 'reversible' : 'none';
}

const writing: readonly OperationId[] = ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign'];

function hasEffect({ operation, at }: SentRequest): boolean {
  return at === undefined ? writing.includes(operation) : at.method !== 'GET';
}

function isFinal({ operation, json }: SentRequest): boolean {
  const status = (json as { readonly campaign_status?: unknown } | undefined)?.campaign_status;
  return operation === 'forceCompleteCampaign' && (status === 'force_completed' || status === 'deleted');
}

function requestsOf(step: Step): readonly SentRequest[] {
  if (step.do === 'send') return [step.request];
  return step.do === 'race' ? step.requests : [];
}

/** Every placeholder in a value, with what it is given. */
function placeholdersIn(value: unknown): (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name.startsWith('$') ? [[name, each] as const] : []),
    ...placeholdersIn(each),
  ]);
}

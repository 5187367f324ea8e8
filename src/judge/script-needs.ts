import { writing } from '../deployment/agents/write-gate.ts';
import type { Need, Settings } from '../deployment/configuration/settings.ts';
import type { Effect } from './run-plan.ts';
import type { Caller, Placeholders, SentRequest, Step } from './steps.ts';

/** Whose tokens a caller sends: the operation's own if absent. */
const tokensOf: Partial<Record<Caller, readonly ('own' | 'expired' | Need)[]>> = {
  ...{ none: [], empty: [], unknown: [], unknownAccess: [] },
  ...{ expired: ['expired'], expiredAccess: ['expired'], expiredFirst: ['expired', 'own'] },
  ...{ second: ['second_workspace.token'], secondAccess: ['second_workspace.token'] },
  ...{ login: ['login.token'], tokenless: ['login.token_without_api_token'], older: ['login.older_api_token'] },
};

/** Where the settings have a campaign that is named so; `changeable text` is the same one, a number one of those to read. */
export function campaignKey(
  name: Placeholders['$campaign'],
): Exclude<keyof NonNullable<Settings['campaigns']>, 'known_attempt'> {
  if (typeof name === 'number') return 'read';
  if (name === 'paused' || name === 'draft' || name === 'deleted') return `disposable_${name}`;
  return name === 'changeable text' ? 'changeable' : name;
}

/** The keys of the configuration without which a step cannot be sent. */
export function needsOf(steps: readonly Step[]): readonly Need[] {
  return [
    ...new Set([
      ...steps.flatMap(stepNeeds),
      ...steps.flatMap(requestsOf).flatMap(callerNeeds),
      ...placeholdersIn(steps).flatMap(([name, value]) => placeholderNeed(name, value)),
    ]),
  ];
}

function stepNeeds(step: Step): readonly Need[] {
  if (step.do === 'audience') return ['campaigns.read'];
  if (step.do !== 'complete') return [];
  return [step.campaign === 'paused' ? 'campaigns.disposable_paused' : 'campaigns.disposable'];
}

function callerNeeds({ operation, as }: SentRequest): readonly Need[] {
  const [own, expired] = operation === 'getToken' ? loginNeeds : ([null, 'expired_token'] as const);
  return (tokensOf[as] ?? ['own']).flatMap((of) => (of === 'own' ? (own ?? []) : of === 'expired' ? expired : of));
}

const loginNeeds = ['login.token', 'login.expired_token'] as const;

function placeholderNeed(name: string, value: unknown): readonly Need[] {
  switch (name) {
    case '$number':
      return Array.isArray(value) ? [`numbers.${String(value[0])}` as Need] : [];
    case '$campaign':
      return [`campaigns.${campaignKey(value as Placeholders['$campaign'])}`];
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
export function effectOf(steps: readonly Step[]): Effect {
  const requests = steps.flatMap(requestsOf);
  if (steps.some((step) => step.do === 'complete') || requests.some(isFinal)) return 'irreversible';
  return requests.some(hasEffect) ? 'reversible' : 'none';
}

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

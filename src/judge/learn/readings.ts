import type { ContractDocument } from '../../document/read/load.ts';
import type { Alternatives } from '../../clauses/choices.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { isObject, memberOf } from '../../json/json-value.ts';

/** The names of an object's members, in alphabetical order; undefined for anything else. */
export function membersOf(value: unknown): string | undefined {
  return isObject(value) ? Object.keys(value).sort().join(' ') : undefined;
}

export function isTextEmpty({ text }: CheckedAnswer): boolean {
  return text.trim() === '';
}

export function agentTokenForm(token: unknown): Alternatives['agent.token'] | undefined {
  const parts = String(token).split('.');
  if (parts.length !== 3 || parts[0] === '' || parts[1] === '') return undefined;
  return parts[2] === '' ? 'unsigned' : 'signed';
}

/** How an age is said; undefined also for one that is said without a number. */
export function ageWords(age: string): Alternatives['agent.last-modified.words'] | undefined {
  if (/^about \d+ [a-z]{3,}s? ago$/.test(age)) return 'about';
  if (/^\d+ [a-z]{3,}s? ago$/.test(age)) return 'long';
  return /^\d+[a-z] ago$/.test(age) ? 'short' : undefined;
}

export function campaignItemForm(item: unknown): Alternatives['agent.campaigns.items'] | undefined {
  if (typeof item === 'number') return 'id';
  const forms = { 'id status': 'id-and-status', campaign: 'campaign' } as const;
  return forms[membersOf(item) as keyof typeof forms];
}

/** The forms of answers whose body the specification does not show: the members of each, the largest first. */
const renamedForms = { 'message-and-id': ['message', 'data'], message: ['message'], 'empty-object': [] } as const;
const verifiedForms = {
  envelope: ['error', 'code', 'message', 'data'],
  message: ['message'],
  'empty-object': [],
} as const;

export function renamedBody(answer: CheckedAnswer): Alternatives['agent-update.success'] | undefined {
  if (answer.status === 204 && isTextEmpty(answer)) return 'no-content';
  return answer.status === 200 ? formOf(answer.body, renamedForms) : undefined;
}

export function verifiedBody(answer: CheckedAnswer): Alternatives['verify.success.body'] | undefined {
  return isTextEmpty(answer) ? 'empty' : formOf(answer.body, verifiedForms);
}

/** The largest form whose members an object has; what it has beside them is beyond the form. */
function formOf<Name extends string>(
  body: unknown,
  forms: Readonly<Record<Name, readonly string[]>>,
): Name | undefined {
  const names = Object.keys(forms) as Name[];
  return isObject(body) ? names.find((name) => forms[name].every((member) => Object.hasOwn(body, member))) : undefined;
}

/** The members of an answer beyond its form; undefined if the document shows the bodies of its operation. */
export function membersBeyondForm({ request: { operation }, body }: CheckedAnswer): readonly string[] | undefined {
  const forms = operation === 'verifyToken' ? verifiedForms : operation === 'updateAgent' ? renamedForms : undefined;
  if (forms === undefined || !isObject(body)) return undefined;
  const form = Object.values<readonly string[]>(forms).find((members) =>
    members.every((name) => Object.hasOwn(body, name)),
  );
  return Object.keys(body).filter((name) => form?.includes(name) !== true);
}

export function unverifiedBody(
  answer: CheckedAnswer,
  { operations }: Pick<ContractDocument, 'operations'>,
): Alternatives['verify.unauthorized.body'] | undefined {
  if (isTextEmpty(answer)) return 'empty';
  const message = memberOf(answer.body, 'message');
  if (message === 'Unauthorized') return 'short';
  const told = operations.get('getAgent')?.refusals.get('get-by-id.unauthorized')?.body.message;
  return message === told ? 'message' : undefined;
}

const durationForms = {
  clock: /^\d{2,}:[0-5]\d:[0-5]\d$/,
  minutes: /^\d{2,}:[0-5]\d$/,
  seconds: /^\d+$/,
  words: /^\d+m \d+s$/,
} as const;

/** @param durations of records that were called, at least one */
export function durationForm(
  durations: readonly string[],
): Alternatives['audience-list.item.duration.form'] | undefined {
  const names = ['clock', 'minutes', 'seconds', 'words'] as const;
  return names.find((name) => durations.every((each) => durationForms[name].test(each)));
}

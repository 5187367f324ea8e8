import type { Alternatives } from '../../clauses/choices.gen.ts';
import { isObject } from '../../json/json-value.ts';

/** The names of an object's members, in alphabetical order; undefined for anything else. */
export function membersOf(value: unknown): string | undefined {
  return isObject(value) ? Object.keys(value).sort().join(' ') : undefined;
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

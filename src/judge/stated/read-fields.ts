import { isDeepStrictEqual } from 'node:util';
import type { FormPart } from '../../deployment/transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { isContainer, isObject } from '../../json/json-value.ts';
import type { Facts } from './model.ts';
import { type Wanted, attached, equals, files, holds, holdsWords, isNamedAs, switchedAs, unchanged } from './wants.ts';

/** `taken`: right, so that it must be; `wrong`: no reading takes it; `open`: either. */
export type Verdict = 'taken' | 'open' | 'wrong';

/** What the specification says of a value: whether it is taken, and what shows of it then; in place of the field's own. */
export interface Reading {
  readonly verdict: Verdict;
  readonly want?: Wanted | undefined;
  readonly shown?: string | undefined;
  readonly clause?: ClauseId;
  /** Other rules by which it must be taken. */
  readonly also?: readonly ClauseId[];
  readonly touches?: readonly string[];
  /** Of a value that may be written in several ways: this one, and of how many one must be taken. */
  readonly way?: readonly [way: string, of: number];
}

type Known = NonNullable<Facts['values']>;
export type ValueReader = (value: unknown, known: Known) => Verdict | Reading;
type Parts = readonly FormPart[];
export type PartsReader = (parts: Parts, facts: Facts, name: string) => Verdict | Reading;

export const settingsShown = [
  ...['context_awareness', 'temperature', 'call_recording', 'inactivity_handling_time', 'max_call_duration'],
  ...['transcript_status', 'skills', 'nudges', 'trigger'],
].map((name) => `/configuration/${name}`);
export const voiceShown = ['/basic_details/voice_provider', '/configuration/tts_model', '/configuration/voice_config'];
export const transcriberShown = ['/basic_details/transcriber_provider', '/configuration/stt_model'];

/** One of blanks alone may leave the name that there is. */
export function nameOfAgent(value: unknown): Reading {
  const read = text(value);
  if (typeof value === 'string' && value.trim() === '') return { verdict: 'open' };
  const verdict = read.verdict === 'taken' && !plainName.test(String(value)) ? 'open' : read.verdict;
  return { verdict, want: read.want && { ...read.want, isMet: (now) => isNamedAs(value, now) } };
}

/** No limit is shown, and whether a text may be empty is not either: 255 characters are the least that columns hold. */
const mostText = 255;
export const text = textUpTo(mostText);
/** A name, a tone or the like, which a deployment may keep short. */
export const shortText = textUpTo(50);
/** One below a thousand characters would be none for a prompt. */
export const prompt = textUpTo(1000);

function textUpTo(most: number): (value: unknown) => Reading {
  return (value) => {
    // A lenient reader may turn a number into a text.
    if (typeof value !== 'string') return { verdict: isContainer(value) ? 'wrong' : 'open' };
    return { verdict: isPlainText(value, most) ? 'taken' : 'open', want: equals(value) };
  };
}

/** A text of which it is not shown which ones are taken: one that is taken reads back, and an empty one may be none. */
export function openText(value: unknown): Reading {
  return { verdict: 'open', want: isPlainText(String(value)) ? equals(value) : undefined };
}

export function language(value: unknown, { speech_to_text: known }: Known): Verdict {
  return typeof value === 'string' && value === known?.['language'] ? 'taken' : 'open';
}

export function webAddress(value: unknown): Verdict {
  const isPlain = typeof value === 'string' && value.length < 200 && plainAddress.test(value);
  return isPlain ? 'taken' : isContainer(value) ? 'wrong' : 'open';
}

/** Which providers, models and voices there are is not shown, beside one that the settings name: what is taken reads back. */
export function voice(value: unknown, known: Known): Reading {
  if (!isContainer(value)) return { verdict: typeof value === 'string' ? 'wrong' : 'open' };
  const { voice_id: id, settings, provider, model } = value;
  const isWrong =
    [id, provider, model].some(isContainer) ||
    typeof settings === 'string' ||
    (isContainer(settings) && hasText(settings));
  const verdict = isWrong ? 'wrong' : isDeepStrictEqual(value, known.voice) ? 'taken' : 'open';
  if (!('voice_id' in value) && !('provider' in value)) return { verdict, shown: undefined };
  const isRead = typeof id === 'string' && isPlainText(id);
  return { verdict, want: isRead ? { ...equals(id), clause: 'agent.basic-details.voice-id' } : undefined };
}

/** Whether one of the voice's numbers is a text that is no number, or an object. */
function hasText({ stability, voice_style, speed }: Readonly<Record<string, unknown>>): boolean {
  return [stability, voice_style, speed].some(
    (value) => isContainer(value) || (typeof value === 'string' && value !== '' && Number.isNaN(Number(value))),
  );
}

/** Which providers, models and languages there are is not shown. */
export function objectOfTexts(value: unknown): Verdict {
  const isWrong = typeof value === 'string' || (isContainer(value) && Object.values(value).some(isContainer));
  return isWrong ? 'wrong' : 'open';
}

export function configurations(value: unknown): Reading {
  const { confidence_threshold: threshold, do_not_call_detection: detection, ...others } = isObject(value) ? value : {};
  const isRight =
    isObject(value) &&
    (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
    (detection === undefined || typeof detection === 'boolean') &&
    Object.keys(others).length === 0;
  if (isRight) return { verdict: 'taken' };
  const touches = [...settingsShown, ...voiceShown, ...transcriberShown];
  return { verdict: typeof value === 'string' ? 'wrong' : 'open', touches };
}

/** A text that nobody has a reason to refuse: not empty, not long, nothing that cannot be seen. */
export function isPlainText(value: string, most = mostText): boolean {
  return value.trim() !== '' && value.length <= most && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(value.replaceAll('\n', ''));
}

/** What counts as malformed is not shown (createagentorupdate.agent-name.invalid): letters beyond ASCII may. Another agent may have a short name. */
const plainName = /^[\w -]{8,50}$/;
const plainAddress = /^https:\/\/[a-z.]+(?:\/[\w/-]*)?(?:\?[\w=&-]*)?$/;

function partTexts(parts: Parts): string[] {
  return parts.map(({ value }) => String(value));
}

/** A single text, as a value. */
export function single(read: ValueReader): PartsReader {
  return ([first, ...others], { values = {} }, name) => {
    const isOne = first?.name === name && others.length === 0 && typeof first.value === 'string';
    // An empty one may stand for none.
    return isOne && first.value !== '' ? read(first.value, values) : 'open';
  };
}

export function integerOf(known: RegExp): ValueReader {
  return (value) => {
    if (known.test(String(value))) return { verdict: 'taken', want: equals(Number(value)) };
    return /^[a-z]/i.test(String(value)) ? 'wrong' : 'open';
  };
}

/** Which codes there are is not shown: one of the first few, where it is taken, reads back; any other may be left out. */
export function codeOfTable(value: unknown): Reading {
  const sent = equals(Number(value));
  const isFew = /^[1-3]$/.test(String(value));
  const isLeft: Wanted['isMet'] = (...seen) => sent.isMet(...seen) || unchanged.isMet(...seen);
  if (/^\d{1,9}$/.test(String(value))) return { verdict: 'open', want: isFew ? sent : { ...sent, isMet: isLeft } };
  return { verdict: /^[a-z]/i.test(String(value)) ? 'wrong' : 'open' };
}

export function plainTexts(parts: Parts): Verdict {
  return partTexts(parts).every((value) => isPlainText(value)) ? 'taken' : 'open';
}

/** How a form writes a boolean is not shown. */
export function switches(parts: Parts): Reading {
  const isAll = (spelling: RegExp): boolean => partTexts(parts).every((value) => spelling.test(value));
  if (isAll(/^(true|false)$/)) return { verdict: 'open', way: ['true and false', 2] };
  return isAll(/^[01]$/) ? { verdict: 'open', way: ['1 and 0', 2] } : { verdict: 'open' };
}

/** Which names of time zones are taken is not shown. */
export function timeZone(value: unknown): Verdict | Reading {
  if (typeof value !== 'string') return isContainer(value) ? 'wrong' : 'open';
  return usualZones.includes(value) ? { verdict: 'open', way: [value, usualZones.length] } : 'open';
}

export const usualZones = ['America/New_York', 'Asia/Kolkata', 'Europe/London', 'UTC'];

export function anything(): Verdict {
  return 'open';
}

/** A list that holds each of its texts. */
export function heldTexts(isRight: (text: string, facts: Facts) => boolean = (text) => isPlainText(text)): PartsReader {
  return (parts, facts) => {
    const values = partTexts(parts);
    return values.every((value) => isRight(value, facts)) ? { verdict: 'taken', want: holdsWords(values) } : 'open';
  };
}

/** A text, or a file; which kinds of picture there are is not shown. */
export function picture(parts: Parts): Verdict {
  const [first] = parts;
  const isPicture =
    first?.file === undefined ? String(first?.value).startsWith('https:') : /\.png$/i.test(first.file.name);
  return parts.length === 1 && isPicture ? 'taken' : 'open';
}

export function attachedNumbers(parts: Parts, { numbers = {} }: Facts): Reading {
  const { owned = [], shared = [], inactive = [] } = numbers;
  const values = partTexts(parts);
  const active = [...owned, ...shared];
  // A published agent may become a draft by losing its last number of the workspace.
  const touches = values.some((value) => owned.includes(value)) ? [] : ['/basic_details/status'];
  // Unlisted numbers may not be there, and one empty value may stand for none.
  if (!values.every((value) => [...active, ...inactive].includes(value))) return { verdict: 'open', touches };
  // Whether one that is not active is attached is not shown.
  const surely = values.filter((value) => active.includes(value));
  const perhaps = values.filter((value) => !active.includes(value));
  const isRight = new Set(values).size === values.length && perhaps.length === 0;
  return { verdict: isRight ? 'taken' : 'open', want: attached(surely, perhaps), touches };
}

export function switchedTools(parts: Parts, { values = {} }: Facts, name: string): Verdict | Reading {
  const ids = partTexts(parts.filter((part) => part.name.endsWith('[id]')));
  if (ids.some((id) => /^[a-z]/i.test(id))) return 'wrong';
  const known = (name.endsWith('[tools]') ? values.tools : values.sub_agents) ?? [];
  const isKnown = ids.length > 0 && ids.every((id) => known.includes(Number(id))) && new Set(ids).size === ids.length;
  if (!isKnown) return 'open';
  const switched = parts.filter((part) => part.name.endsWith('[isEnabled]'));
  // A tool that is not enabled may be left out; whether one is without isEnabled is not shown.
  const switchedTo = (spelled: string): number[] =>
    ids
      .filter((_, at) => switched.some(({ name: of, value }) => of.includes(`[${at}]`) && value === spelled))
      .map(Number);
  // A deployment that takes true may take 1 for anything else.
  const want = switchedAs(switchedTo('true'), switchedTo('false'));
  // Whether one may be sent without isEnabled is not shown.
  return { ...(switched.length < ids.length ? { verdict: 'open' } : switches(switched)), want };
}

export function knowledgeTexts(parts: Parts): Verdict {
  const isWhole = parts.length % 2 === 0 && parts.every((part) => /\[(?:name|content)\]$/.test(part.name));
  return isWhole && partTexts(parts).every((text) => isPlainText(text)) ? 'taken' : 'open';
}

export function metadataInput(parts: Parts): Reading {
  const values = partTexts(parts.filter((part) => part.name.endsWith('[key]')));
  const isWhole = values.length > 0 && parts.length === values.length * 3 && new Set(values).size === values.length;
  const isRight = isWhole && values.every((text) => isPlainText(text));
  return isRight ? { verdict: 'taken', want: holds(values) } : { verdict: 'open', touches: ['/metadata_config'] };
}

/** 10 MB by the larger reading and by the smaller one (section 8). */
const largest = { surely: 10_000_000, ever: 10 * 2 ** 20 };

export function knowledgeFiles(parts: Parts): Reading {
  const sizes = parts.map(({ value }) => value.length);
  const names = parts.map(({ file }) => file?.name ?? '');
  const isLarge = (most: number): boolean => sizes.some((size) => size > most);
  const broken: readonly (readonly [isBroken: boolean, clause: ClauseId])[] = [
    [!names.every((each) => /\.(pdf|doc|docx|xlsx|csv)$/i.test(each)), 'createagentorupdate.files.types'],
    [parts.length > 3, 'createagentorupdate.files.count'],
    [isLarge(largest.ever), 'createagentorupdate.files.size'],
  ];
  const [wrong] = broken.filter(([isBroken]) => isBroken);
  if (wrong !== undefined) return { verdict: 'wrong', clause: wrong[1] };
  const isRight = names.every((each) => /^[\w .()-]+$/.test(each)) && !sizes.includes(0) && !isLarge(largest.surely);
  const also: ClauseId[] = ['createagentorupdate.files.types'];
  if (parts.length > 2) also.push('createagentorupdate.files.count');
  if (isLarge(largest.surely / 10)) also.push('createagentorupdate.files.size');
  return { verdict: isRight ? 'taken' : 'open', want: files(parts.length), also };
}

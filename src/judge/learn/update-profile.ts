import { isDeepStrictEqual } from 'node:util';
import { amendDocument } from '../../clauses/amend-document.ts';
import {
  type Choices,
  type Profile,
  behavioursTarget,
  checkProfile,
  profileJson,
  whatOf,
} from '../../clauses/profile.ts';
import { ProfileError, type Overlay, type OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { YamlError, loadYaml, parseYaml } from '../../files/yaml.ts';
import { type Json, isJsonList, isJsonObject, grouped } from '../../json/json-value.ts';
import type { Learned, Lesson } from './learn.ts';
import { decidingActions } from './value-classes.ts';
import { asciiEscapes, isUnsafe } from '../../text/escaping.ts';

/** What a run has to say of something beside what a profile said before. */
export interface Change {
  /** The behaviour or value, or the operation with its refusal or answer. */
  readonly what: string;
  /**
   * `new`: the profile did not have it. `changed`: the deployment does something else than was learned before.
   * `contradicted`: it does something else than was written by hand, which stays.
   */
  readonly kind: 'new' | 'changed' | 'contradicted';
  /** What the profile says; undefined if it says nothing. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * A profile with what was learned. What was written by hand stays, after what was learned; what was learned before stays
 * too if it still holds, with its evidence, or could not be seen this time.
 */
export function updateProfile(
  before: Profile | null,
  learned: Learned,
  name: string,
  choices: Choices,
): { readonly profile: Profile; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  const all = before?.overlay.actions ?? [];
  const byHand = all.filter((action) => whatOf(action) === undefined);
  const old = grouped(
    all.filter((action) => whatOf(action) !== undefined),
    (action) => whatOf(action) ?? '',
  );
  const listed = before?.overlay['x-as-documented'];
  const documented = new Set<Json>(isJsonList(listed) ? listed : []);
  const asDocumented = new Set<Json>(documented);
  const ids = new Set([...old.keys(), ...learned.lessons.keys()]);
  const actions = [...ids].flatMap((what): readonly OverlayAction[] => {
    const [was, lesson] = [old.get(what) ?? [], learned.lessons.get(what)];
    if (!isSeen(lesson)) return was;
    const hand = handOf(what, byHand);
    const next = lessonActions(what, lesson, choices);
    const to = saidOf(lesson);
    if (hand !== undefined) {
      const isContradicted = lesson.kind === 'decided' && hand !== lesson.alternative;
      if (isContradicted) changes.push({ what, kind: 'contradicted', from: hand, to });
      return [];
    }
    asDocumented.delete(what);
    if (lesson.kind === 'decided' && next.length === 0) asDocumented.add(what);
    if (isDeepStrictEqual(was.map(withoutEvidence), next.map(withoutEvidence))) return was;
    const from = was.length === 0 ? undefined : saidBy(was);
    const kind = kindOfChange(from, documented.has(what));
    if (from !== undefined || lesson.kind === 'decided') changes.push({ what, kind, from, to });
    return next;
  });
  const notObserved = [...learned.lessons].flatMap(([what, lesson]) => {
    return lesson.kind === 'decided' ? [] : [[what, reasonLeft(lesson)] as const];
  });
  const open = before?.overlay['x-not-observed'];
  const stillOpen = Object.entries(isJsonObject(open) ? open : {}).filter(([what]) => !learned.lessons.has(what));
  const overlay: Overlay = {
    overlay: '1.1.0',
    info: before?.overlay.info ?? { title: name, version: '1' },
    actions: [...actions, ...byHand],
    'x-as-documented': [...asDocumented],
    'x-not-observed': Object.fromEntries<Json>([...stillOpen, ...notObserved]),
  };
  return { profile: checkProfile(JSON.parse(JSON.stringify(overlay)), choices), changes };
}

function isSeen(lesson: Lesson | undefined): lesson is Extract<Lesson, { kind: 'decided' | 'unfit' }> {
  return lesson?.kind === 'decided' || lesson?.kind === 'unfit';
}

/** The alternative of a behaviour that was written by hand. */
function handOf(what: string, byHand: readonly OverlayAction[]): string | undefined {
  const named = byHand.flatMap(({ target, update }) => {
    return target === behavioursTarget && isJsonObject(update) && typeof update[what] === 'string'
      ? [update[what]]
      : [];
  });
  return named.at(-1);
}

function lessonActions(what: string, lesson: Lesson, choices: Choices): readonly OverlayAction[] {
  if (lesson.kind !== 'decided') return [];
  const { alternative, actions, said, learned } = lesson;
  const evidence: Json = { what, ...learned };
  const choice = choices.get(what as never);
  const [first] = choice?.alternatives.keys() ?? [];
  const own = alternative === undefined || alternative === first ? [] : decidingActions(what, alternative);
  const description = choice === undefined ? `${what}: ${said}` : choice.question;
  return [...own, ...actions].map((action) => ({
    ...action,
    description: description.slice(0, 300),
    'x-learned': evidence,
  }));
}

function withoutEvidence({ 'x-learned': _, description: __, ...action }: OverlayAction): object {
  return action;
}

function saidBy(actions: readonly OverlayAction[]): string {
  return JSON.stringify(actions.flatMap(({ update }) => (update === undefined ? [] : [update]))).slice(0, 200);
}

function saidOf(lesson: Lesson): string {
  return lesson.kind === 'decided' ? lesson.said : reasonLeft(lesson);
}

/** Why something is not decided, and what would help. */
export function reasonLeft(lesson: Exclude<Lesson, { kind: 'decided' }>): string {
  if (lesson.kind === 'unfit') return `cannot be told: ${lesson.came}; ${lesson.evidence.answer}`;
  if (lesson.kind === 'hidden') return `nothing depends on it: ${lesson.reason}`;
  const { reason, setting = '' } = lesson;
  return setting === '' || reason.includes(setting) ? reason : `${reason} (${setting})`;
}

/**
 * A profile as YAML that every command takes.
 * @throws ProfileError if none would: a deployment may put anything into what it answers
 */
export function readableText(profile: Profile, document: ContractDocument): string {
  const text = profileText(profile);
  try {
    amendDocument(document, checkProfile(parseYaml(text), document.choices));
    return text;
  } catch (error) {
    if (!(error instanceof YamlError || error instanceof ProfileError)) throw error;
    const reason = error.message.replaceAll('\n', '; ').replace(/\.$/, '');
    throw new ProfileError(`The profile could not be read again: ${reason}. Nothing was written.`);
  }
}

/** A profile as YAML to be read and reviewed. */
export function profileText(profile: Profile): string {
  const { Document, visit } = loadYaml();
  const document = new Document(profileJson(profile), { aliasDuplicateObjects: false });
  document.commentBefore =
    ' How a deployment does what the specification leaves open: an OpenAPI Overlay of openapi.yaml.\n Follow it with: voice-agent-mock serve --profile FILE\n Actions without x-learned were written by hand: learning again keeps them.';
  // In double quotes alone an escape stands for a character.
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && isUnsafe(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return asciiEscapes(document.toString({ lineWidth: 0 }));
}

function kindOfChange(from: string | undefined, wasDocumented: boolean): Change['kind'] {
  return from !== undefined || wasDocumented ? 'changed' : 'new';
}

import { readTextFile } from '../files/read-text-file.ts';
import { YamlError, parseYaml } from '../files/yaml.ts';
import {
  applyActions,
  ProfileError,
  readOverlay,
  selects,
  type Overlay,
  type OverlayAction,
} from '../document/overlay.ts';
import { isJsonObject, valueAt, type JsonObject } from '../json/json-value.ts';
import { nearest } from '../text/nearest.ts';
import type { ChoiceId } from './choices.gen.ts';
import type { Choices } from './clauses.ts';

export type { Choices };

/** What a deployment does where the specification is silent: changes of the document, and the behaviours that it has. */
export interface Profile {
  /** The overlay's title, as far as a name may be that. */
  readonly name: string;
  /** As it is written. */
  readonly overlay: Overlay;
  /** The alternatives that it names, by their choices. */
  readonly behaviours: ReadonlyMap<ChoiceId, string>;
}

/** Where the document names the behaviours that it cannot say. */
export const behavioursTarget = "$['x-behaviours']";

/**
 * The profile that a value stands for: an OpenAPI Overlay of the document.
 * @throws ProfileError with every fault: what is not known is named, and what was most likely meant
 */
export function checkProfile(value: unknown, choices: Choices): Profile {
  const overlay = readOverlay(value);
  const name = overlay.info.title
    .trim()
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 60);
  return { name, overlay, behaviours: readBehaviours(overlay, choices) };
}

/** The lesson that an action was learned by; undefined if it was written by hand. */
export function whatOf({ 'x-learned': learned }: OverlayAction): string | undefined {
  return isJsonObject(learned) && typeof learned['what'] === 'string' ? learned['what'] : undefined;
}

/** The same as plain JSON, to be read again. */
export function profileJson({ overlay }: Profile): JsonObject {
  return overlay as unknown as JsonObject;
}

/**
 * The profile in a file of YAML or JSON.
 * @throws ProfileError with every fault, UnusableFileError if the file cannot be read
 */
export function readProfile(file: string, choices: Choices): Profile {
  return namingFile(file, () => {
    try {
      return checkProfile(parseYaml(readTextFile(file)), choices);
    } catch (error) {
      throw error instanceof YamlError ? new ProfileError([`${error.message}.`], { cause: error }) : error;
    }
  });
}

/** What is thrown of a profile names the file that it is from. */
export function namingFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new ProfileError(
      error.lines.map((fault) => `${file}: ${fault}`),
      { cause: error },
    );
  }
}

function readBehaviours({ actions }: Overlay, choices: Choices): ReadonlyMap<ChoiceId, string> {
  const nothing = { 'x-behaviours': {} };
  const naming = actions.filter(({ target }) => target !== '$' && selects(nothing, target));
  const { 'x-behaviours': named } = applyActions(nothing, naming);
  const faults: string[] = [];
  const behaviours = Object.entries(isJsonObject(named) ? named : {}).flatMap(([id, name]) => {
    const choice = choices.get(id as ChoiceId);
    const names = [...(choice?.alternatives.keys() ?? [])];
    if (choice === undefined) {
      faults.push(`x-behaviours: ${id} is not a choice.${nearestMeant(id, [...choices.keys()])}`);
    } else if (typeof name !== 'string' || !names.includes(name)) {
      const near = nearestMeant(typeof name === 'string' ? name : '', names);
      faults.push(`x-behaviours: ${id} is not ${JSON.stringify(name)}, but one of ${names.join(', ')}.${near}`);
    }
    return choice === undefined || typeof name !== 'string' ? [] : [[choice.id, name] as const];
  });
  if (faults.length > 0) throw new ProfileError(faults);
  return new Map(behaviours);
}

function nearestMeant(sent: string, names: readonly string[]): string {
  const near = nearest(sent, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** What new agents have, or those that a form makes. */
export function settingsIn(openapi: JsonObject, name: 'new-agent' | 'new-agent-by-form'): JsonObject {
  return Object(valueAt(openapi, ['x-values', name])) as JsonObject;
}

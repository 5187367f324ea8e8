import { createRequire } from 'node:module';
import type * as JsonPath from 'jsonpath-rfc9535';
import { ExplainedError, reasonOf } from '../files/file-system.ts';
import { fieldOf, isJsonList, isJsonObject, valueAt, type Json, type JsonObject } from '../json/json-value.ts';

/** One change of a document, as OpenAPI Overlay 1.1 writes it. */
export interface OverlayAction {
  /** JSONPath (RFC 9535) of what is changed. */
  readonly target: string;
  readonly description?: string;
  /** Merged into what the target selects: objects by field, lists appended to, everything else replaced. */
  readonly update?: Json;
  /** JSONPath of the one value that is merged in place of `update`. */
  readonly copy?: string;
  readonly remove?: boolean;
  /** Extensions, such as the evidence of what was learned. */
  readonly [extension: `x-${string}`]: Json;
}

/** An OpenAPI Overlay: changes of a document, in their order. */
export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly OverlayAction[];
  readonly [extension: `x-${string}`]: Json;
}

/** An overlay cannot be read, or a profile cannot be followed: a line for each place. */
export class ProfileError extends ExplainedError {
  override readonly name = 'ProfileError';
}

/** More actions, or more values selected by one, are no overlay that somebody needs. */
const mostActions = 5000;
const mostSelected = 2000;
const longestTarget = 1000;
/** In characters of JSON: the document, with all that actions write into it. */
const largestDocument = 8_000_000;

/** The overlay that a value stands for. @throws ProfileError with every fault */
export function readOverlay(value: unknown): Overlay {
  const faults: string[] = [];
  const { overlay, info, extends: _, actions, ...others } = isJsonObject(value) ? value : {};
  if (overlay !== '1.1.0' && overlay !== '1.0.0') {
    faults.push('overlay: is not 1.1.0, the version of OpenAPI Overlay that is read here.');
  }
  const { title, version } = isJsonObject(info) ? info : {};
  if (typeof title !== 'string' || title.trim() === '') faults.push('info.title: must be the name of the overlay.');
  if (typeof version !== 'string') faults.push('info.version: must be a text.');
  faults.push(...strangers(others, ''));
  const listed = Array.isArray(actions) ? actions : [];
  if (!Array.isArray(actions)) faults.push('actions: must be a list.');
  if (listed.length > mostActions) throw new ProfileError([`actions: has more than ${mostActions} actions.`]);
  listed.forEach((action: Json, index) => faults.push(...faultsOfAction(action, `actions[${index}]`)));
  if (faults.length > 0) throw new ProfileError(faults);
  return value as Overlay;
}

function faultsOfAction(action: Json, place: string): readonly string[] {
  if (!isJsonObject(action)) return [`${place}: must be an object with target, and update, copy or remove.`];
  const { target, description, update, copy, remove, ...others } = action;
  if (typeof target !== 'string') return [`${place}.target: must be a JSONPath such as $.info.`];
  const at = `${place} (${shownTarget(target)})`;
  const faults = [...strangers(others, `${at}.`), ...faultsOfTarget(target, at)];
  if (description !== undefined && typeof description !== 'string') faults.push(`${at}.description: must be a text.`);
  if (copy !== undefined && typeof copy !== 'string') faults.push(`${at}.copy: must be a JSONPath.`);
  if (remove !== undefined && typeof remove !== 'boolean') faults.push(`${at}.remove: must be true or false.`);
  if (remove !== true && (update === undefined) === (copy === undefined)) {
    faults.push(`${at}: must have update, copy or remove: true.`);
  }
  return faults;
}

function faultsOfTarget(target: string, at: string): readonly string[] {
  if (target.length > longestTarget) return [`${at}: the target has more than ${longestTarget} characters.`];
  const problem = whyNoJsonPath(target);
  const faults = problem === null ? [] : [`${at}: is not a JSONPath: ${problem}`];
  // Patterns and repeated descents of others take longer than a document is worth.
  if (/\b(?:match|search)\s*\(/.test(target) || (target.match(/\.\./g) ?? []).length > 1) {
    faults.push(`${at}: the target may have one .. at most, and neither match nor search.`);
  }
  return faults;
}

function whyNoJsonPath(target: string): string | null {
  if (namesAlone(target) !== undefined) return null;
  try {
    jsonPath().exec(null, target, () => undefined);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function strangers(others: JsonObject, place: string): readonly string[] {
  const unknown = Object.keys(others).filter((name) => !name.startsWith('x-'));
  return unknown.map((name) => `${place}${name}: is not known here.`);
}

/**
 * A copy of a document with the changes made.
 * @throws ProfileError for a target that is no JSONPath, that selects nothing, or that cannot take the change, and
 *   before the document grows beyond 8,000,000 characters of JSON
 */
export function applyActions(document: JsonObject, actions: readonly OverlayAction[]): JsonObject {
  // A copy by way of text: what anchors share in YAML is then apart.
  const text = JSON.stringify(document);
  const root = { $: JSON.parse(text) as Json };
  let size = text.length;
  actions.forEach((action, index) => {
    try {
      size = applyAction(root, action, size);
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      throw new ProfileError([`actions[${index}] (${shownTarget(action.target)}): ${error.message}`]);
    }
  });
  return root.$ as JsonObject;
}

/** Whether an action changes something of this document. */
export function selects(document: JsonObject, target: string): boolean {
  return selected(document, target).length > 0;
}

type Holder = Record<string, Json>;
type Steps = readonly string[];

/** Gives the size with what it writes: what is replaced or removed counts on. */
function applyAction(root: { $: Json }, action: OverlayAction, size: number): number {
  const places = selected(root.$, action.target);
  if (places.length === 0) throw new ProfileError(['selects nothing of the document.']);
  if (action.remove === true) {
    // From the last to the first: what is removed of a list moves what follows.
    for (const steps of places.toReversed()) removeAt(root, steps);
    return size;
  }
  const update = action.copy === undefined ? action.update : valueToCopy(root.$, action.copy);
  const text = JSON.stringify(update);
  const grown = size + text.length * places.length;
  if (grown > largestDocument) {
    throw new ProfileError([`makes a document of more than ${largestDocument} characters of JSON.`]);
  }
  for (const steps of places) {
    const holder = containerOf(root, steps);
    const name = steps.at(-1) ?? '$';
    holder[name] = mergedValue(holder[name] ?? null, JSON.parse(text) as Json);
  }
  return grown;
}

function selected(document: Json, target: string): readonly Steps[] {
  const names = namesAlone(target);
  if (names !== undefined) return names.reduce(fieldOf, document) === undefined ? [] : [names];
  const places: Steps[] = [];
  jsonPath().exec(document as JsonPath.JsonValue, target, (_, path) => {
    places.push(path.map((step) => rawKey(String(step))));
    if (places.length > mostSelected) throw new ProfileError([`selects more than ${mostSelected} values.`]);
  });
  return places;
}

/** The names of a path of names alone, as most are: they need no library. Undefined of any other path. */
function namesAlone(target: string): readonly string[] | undefined {
  if (!/^\$(?:\.[a-z_]\w*|\['[^'\\\p{Cc}]*'\])*$/iu.test(target)) return undefined;
  return [...target.matchAll(/\.(\w+)|\['([^']*)'\]/g)].map(([, bare, quoted = '']) => bare ?? quoted);
}

/** Loaded when it is needed: most mocks follow no profile. */
function jsonPath(): typeof JsonPath {
  return createRequire(import.meta.url)('jsonpath-rfc9535') as typeof JsonPath;
}

/** A name as it is; the library gives it as normalised paths write it. */
function rawKey(key: string): string {
  return key.includes('\\')
    ? (JSON.parse(`"${key.replaceAll(String.raw`\'`, "'").replaceAll('"', String.raw`\"`)}"`) as string)
    : key;
}

function valueToCopy(document: Json, source: string): Json {
  const places = selected(document, source);
  const [steps] = places;
  if (steps === undefined || places.length > 1) throw new ProfileError([`copy ${source} must select one value.`]);
  return valueAt(document, steps) as Json;
}

function containerOf(root: { $: Json }, steps: Steps): Holder {
  return valueAt(root, ['$', ...steps].slice(0, -1)) as Holder;
}

function removeAt(root: { $: Json }, steps: Steps): void {
  const [holder, name] = [containerOf(root, steps), steps.at(-1)];
  if (name === undefined) throw new ProfileError(['the document itself cannot be removed.']);
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}

function mergedValue(value: Json, update: Json): Json {
  if (isJsonList(value)) return [...value, ...(isJsonList(update) ? update : [update])];
  if (!isJsonObject(value)) return update;
  if (!isJsonObject(update)) throw new ProfileError(['an object can be updated with an object alone.']);
  const fields = Object.entries(update).map(([name, each]): readonly [string, Json] => {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    const isSameKind = isJsonObject(own) ? isJsonObject(each) : Array.isArray(own) && Array.isArray(each);
    return [name, own !== undefined && isSameKind ? mergedValue(own, each) : each];
  });
  return { ...value, ...Object.fromEntries<Json>(fields) };
}

function shownTarget(target: string): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}

import { keyOfField } from '../../document/validate/check-form.ts';
import {
  fieldOf,
  isJsonList,
  isJsonObject,
  isObject,
  isSameJson,
  memberOf,
  stepsOf,
  type Json,
  type JsonObject,
  valueAt,
} from '../../json/json-value.ts';
import { numberOwner } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';

/** What an answer may repeat, by the names of placeholders: `sent.status`, `saved.greeting`, `data.agent_id`. */
export type Sources = ReadonlyMap<string, Json>;

/** The names of what any of several answers may repeat, of those that are meant. */
export function sourceNames(seen: readonly { sources: Sources }[], isMeant: (name: string) => boolean): Set<string> {
  return new Set(seen.flatMap(({ sources }) => [...sources.keys()].filter(isMeant)));
}

/** What is sent beside a field that is tried by itself. */
export const beside = /^(?:agent_id|name|agent_name|basic_details\[agent_(?:name|type)\])$/;

/** Follows which operation has just made an agent of nothing but its name, its description, and what every new agent needs. */
export class Makers {
  readonly #needed: object;
  #made: { readonly id: unknown; readonly by: string | null } | undefined;

  constructor(needed: object = {}) {
    this.#needed = needed;
  }

  /** The operation that made the agent that an answer shows, if it made it of no more. */
  after({ request, body }: CheckedAnswer): string | undefined {
    if (request.operation !== 'getAgent') {
      this.#made = isOfNothing(request, this.#needed)
        ? { id: memberOf(body, 'data.agent_id'), by: request.operation }
        : undefined;
    }
    const id = memberOf(body, 'data.basic_details.id');
    return id !== undefined && this.#made?.id === id ? (this.#made.by ?? undefined) : undefined;
  }
}

/** Whether a request makes an agent and says no more than its name, its description and what is needed. */
function isOfNothing(request: CheckedAnswer['request'], needed: object): boolean {
  return [...sentBy(request)].every(
    ([name, value]) =>
      /^(?:basic_details\.)?(?:agent_name|agent_type|description)$/.test(name) ||
      (name === 'files.length' && value === 0) ||
      isSameJson(memberOf(needed, name), value),
  );
}

/** Fields by their paths, with the objects that they are in. */
function withObjects(fields: Sources): Sources {
  const objects = new Map<string, Record<string, Json>>();
  for (const [path, value] of fields) {
    const steps = path.split('.');
    for (let inner: Json = value, at = steps.length - 1; at > 0; at -= 1) {
      const outer = steps.slice(0, at).join('.');
      const holder = objects.get(outer) ?? {};
      holder[steps[at] ?? ''] = inner;
      objects.set(outer, holder);
      inner = holder;
    }
  }
  return new Map<string, Json>([...fields, ...objects]);
}

/** What the mock has saved of an agent, objects and what is in them; nothing that is empty stands for itself. */
function savedIn(value: JsonObject, path = ''): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (path === '' && ofNoRequest.has(name)) return [];
    if (each === null || (each === '' && path === '')) return [];
    const own = path + name;
    if (!isJsonObject(each)) return [[own, each] as const];
    const inner = savedIn(each, `${own}.`);
    return inner.length === 0 ? [] : [...inner, [own, each] as const];
  });
}

/** What no request saves. */
const ofNoRequest = new Set(
  'id uuid workspace_id creator_user_id created_on updated_on has_been_updated was_published unread'.split(' '),
);

/** @param body the answer's own, as the mock has it before it is shown otherwise */
export function sourcesFor({ request, body: shown }: CheckedAnswer, body: Json, saved: JsonObject): Sources {
  const named = (kind: string, fields: Iterable<readonly [string, Json]>) =>
    [...fields].flatMap(([name, value]): [string, Json][] => (isPlainPath(name) ? [[`${kind}.${name}`, value]] : []));
  const data = isJsonObject(body) ? plainFields(body['data'] ?? null) : [];
  const sent = sentBy(request);
  const outermost = [...sentBy({ ...request, query: [] }).keys()].map((path) => path.split('.', 1).join(''));
  const names = [...new Set(outermost)].filter((name) => name !== 'agent_id' && name !== 'files');
  // What the answer shows itself is told by that.
  const beside = savedIn(saved).filter(([path]) => !data.some(([name]) => name.endsWith(`.${path}`)));
  const all = [...named('sent', [...withObjects(sent), ['names', names]]), ...named('saved', beside)];
  const lengths = [...all, ...named('data', data)].flatMap(([name, value]): [string, Json][] => {
    if (!isJsonList(value)) return [[name, value]];
    // What the deployment has otherwise it counts for itself.
    const own = name.startsWith('data.') ? (valueAt(shown, name.split('.')) as Json) : value;
    const length: [string, Json] = [`${name}.length`, isJsonList(own) ? own.length : value.length];
    const [first] = value;
    if (!name.startsWith('data.')) return [[name, value], length];
    // Of what a deployment has called otherwise.
    return typeof first === 'string' && /^\+?[０-９]|^<fact /.test(first) ? [length, [`${name}.0`, first]] : [length];
  });
  return new Map(lengths.slice(0, mostSources));
}

/** The sources of a place that answers show, with those of its item; the likeliest first: of its own name, then beside it. */
export function sourcesNear(pointer: string, sources: Sources, item: Sources = new Map()): Sources {
  const steps = stepsOf(pointer);
  const own = steps.join('.');
  const beside = `${steps.slice(0, -1).join('.')}.`;
  const distance = (name: string): number => {
    if (name.endsWith(`.${steps.at(-1) ?? ''}`)) return 0;
    return name.startsWith(beside) ? 1 : 2;
  };
  const others = [...sources].filter(([name]) => name !== own && !name.startsWith('saved.counted'));
  const near = [0, 1, 2].flatMap((each) => others.filter(([name]) => distance(name) === each));
  return new Map([...item, ...near]);
}

/** What an item of a list may be shown by: its place, its id, and of a number whose it is. */
export function sourcesOfItem(item: Json | undefined, index: number): Sources {
  const [owner, id] = [numberOwner(item), fieldOf(item, 'id')];
  const named = typeof id === 'string' || typeof id === 'number' ? [['item.id', id] as const] : [];
  return new Map<string, Json>([
    ['item.place', index + 1],
    ...(owner ? [['item.owner', owner] as const] : []),
    ...named,
  ]);
}

/** A field of a request as the mock finds it: in the body, or else in the query. */
export function valueSent({ query, body }: CheckedAnswer['request'], name: string): unknown {
  const part = body.kind === 'form' ? body.parts.find((each) => keyOfField(each.name) === keyOfField(name)) : undefined;
  // No text repeats the bytes of a file.
  const text = typeof part?.value === 'string' ? part.value : undefined;
  const own = body.kind === 'json' ? valueAt(body.value, name.split('.')) : text;
  return own === undefined ? query.find(([each]) => each === name)?.[1] : own;
}

/** The fields of a request that a text may repeat, by the names of placeholders. */
export function fieldsSent(request: CheckedAnswer['request']): readonly string[] {
  return [...sentBy(request)].flatMap(([name, value]) =>
    typeof value === 'object' || !/^\w{1,60}$/.test(name) ? [] : [`sent.${name}`],
  );
}

const mostSources = 200;
const isPlainPath = (name: string): boolean => /^\w{1,60}(?:\.\w{1,60}){0,3}$/.test(name);

/** What a request sends, by the path of each value. */
function sentBy({ query, body }: CheckedAnswer['request']): ReadonlyMap<string, Json> {
  const parts = body.kind === 'form' ? body.parts : [];
  const form = parts.flatMap(({ name, value, file }): [string, Json][] =>
    typeof value === 'string' && file === undefined ? [[pathOfField(name), value]] : [],
  );
  const json = body.kind === 'json' && isObject(body.value) ? plainFields(body.value as Json) : [];
  const files = parts.filter(({ file }) => file !== undefined).length;
  return new Map<string, Json>([
    ...query,
    ...form,
    ...json,
    ...(body.kind === 'form' ? [['files.length', files] as const] : []),
  ]);
}

/** The path of a field of a form. */
function pathOfField(name: string): string {
  return keyOfField(name).replaceAll(/\[(\w+)\]/g, '.$1');
}

/** The plain values and lists of an object by their paths. */
export function plainFields(value: Json, path = ''): readonly (readonly [string, Json])[] {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (!isJsonObject(value)) return path === '' ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, each]) => plainFields(each, below(name)));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePrefix, tokenHeaders } from '../../../deployment/addresses.ts';
import { uuidOf } from '../../../deployment/configuration/settings.ts';
import { type FormPart, NotSentError, type Place } from '../../../deployment/transport.ts';
import type { ContractDocument } from '../../../document/read/load.ts';
import { isObject, listIn, memberOf, valueAt } from '../../../json/json-value.ts';
import { packageRoot } from '../../../package-root.ts';
import type { CallOptions } from '../../api.ts';
import {
  campaignKey,
  type AgentState,
  type Caller,
  type FormField,
  type Placeholders,
  type SentRequest,
} from '../../steps.ts';
import { unknownToken } from '../../stated/callers.ts';
import { firstAbsent } from '../../stated/judge-lists.ts';
import { liveAgents, stateOf } from '../../stated/model.ts';
import { numbersIn } from '../../stated/wants.ts';
import type { WalkState } from './walk-state.ts';

/** A request of a step with its placeholders filled. @throws NotSentError if the run does not know what belongs there */
export async function callOfRequest(request: SentRequest, state: WalkState): Promise<CallOptions> {
  const { json, form, raw, at } = request;
  return {
    query: (await filled(request.query ?? {}, state)) as NonNullable<CallOptions['query']>,
    auth: callerHeaders(request, state),
    place: at && placeNear(request, state),
    json: withNeeded(request, await filled(json, state), state),
    form: form && (await Promise.all(form.map((field) => partToSend(field, state)))),
    raw: raw && { ...raw, text: String(await filled(raw.text, state)) },
  };
}

/** A new agent with what the settings say that it needs. */
function withNeeded({ operation, query }: SentRequest, json: unknown, { facts }: WalkState): unknown {
  const isCreation = operation === 'createAgent' && isObject(json) && 'agent_name' in json && !('agent_id' in json);
  return isCreation && query?.['agent_id'] === undefined ? { ...facts.new_agent, ...json } : json;
}

/** @throws NotSentError for an operation's place on a host where it does not lie */
function placeNear({ operation, at = {} }: SentRequest, { api: { places, addresses } }: WalkState): Place {
  const { spelled, ...given } = at;
  const own = places.get(operation);
  if (own === undefined) throw new Error(`The document has no operation ${operation}.`);
  const { prefix, path, method } = own;
  const ways = {
    longer: () => `${path}x`,
    slash: () => `${path}/`,
    capital: () => path.toUpperCase(),
    cut: () => path.slice(0, path.lastIndexOf('/') + 1),
    whole: () => `${prefix === 'base_url' ? basePrefix : ''}${path}`,
  };
  const { base_url: base, api_url: api, alt_url: alternative } = addresses;
  const origins = [base, api, alternative].map((url) => new URL(url).origin);
  if (spelled === 'whole' && new Set(origins).size > 1) {
    throw new NotSentError('the deployment has its addresses on several hosts or ports', 'api_url');
  }
  return { prefix, method, path: spelled === undefined ? path : ways[spelled](), ...given };
}

/** A field, or a file of the kind that its name says; padded where a size is given. */
async function partToSend({ name, value, file }: FormField, state: WalkState): Promise<FormPart> {
  if (file === undefined) return { name, value: String(await filled(value, state)) };
  const kind = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const content = file.size === undefined ? sampleFile(file.content ?? kind).content : pdfOfSize(file.size, state);
  return { name, value: content, file: { name: file.name, type: sampleFile(kind).type } };
}

function callerHeaders({ operation, as }: SentRequest, { api, facts }: WalkState): Record<string, string> {
  const { tokens } = facts;
  const right = operation === 'getToken' ? tokens.login : tokens.own;
  const expired = operation === 'getToken' ? tokens.expiredLogin : tokens.expired;
  const usual = (token: string): Record<string, string> => tokenHeaders(api.places, operation, token);
  const ways: Readonly<Record<Caller, () => Record<string, string>>> = {
    own: () => usual(tokens.own),
    access: () => ({ api_access_token: right }),
    both: () => ({ token: right, api_access_token: right }),
    capital: () => ({ TOKEN: right }),
    second: () => usual(tokens.second),
    none: () => ({}),
    empty: () => usual(''),
    expired: () => usual(expired),
    unknown: () => usual(unknownToken),
    login: () => usual(tokens.login),
    tokenless: () => usual(tokens.tokenless),
    longer: () => usual(`${right}.0`),
    prefixed: () => usual(`0.${right}`),
    shorter: () => usual(right.slice(0, -1)),
    half: () => usual(right.slice(0, Math.ceil(right.length / 2))),
    header: () => ({ token: right }),
    bearer: () => ({ authorization: `Bearer ${right}` }),
    bare: () => ({ authorization: right }),
    unknownAccess: () => ({ api_access_token: unknownToken }),
    expiredAccess: () => ({ api_access_token: expired }),
    secondAccess: () => ({ api_access_token: tokens.second }),
    rightFirst: () => ({ token: right, api_access_token: unknownToken }),
    wrongFirst: () => ({ token: unknownToken, api_access_token: right }),
    expiredFirst: () => ({ token: expired, api_access_token: right }),
    emptyFirst: () => ({ token: '', api_access_token: right }),
    rightBeside: () => ({ token: right, authorization: `Bearer ${unknownToken}` }),
    wrongBeside: () => ({ token: unknownToken, authorization: `Bearer ${right}` }),
    older: () => usual(tokens.older),
  };
  return ways[as]();
}

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  png: 'image/png',
} as const;

/** The smallest file of a kind that its program opens, by its extension; of any other kind one that is no document. */
export function sampleFile(kind: string): { readonly type: string; readonly content: Uint8Array } {
  if (!Object.hasOwn(types, kind)) return { type: 'application/octet-stream', content: Buffer.from('MZ no document') };
  const content = readFileSync(join(packageRoot(), 'contract-tests', 'sample-files', `sample.${kind}`));
  return { type: types[kind as keyof typeof types], content };
}

/** By their sizes: those of 10 MB are sent often, and nobody changes one. */
const pdfs = new WeakMap<ContractDocument, Map<number, Uint8Array>>();

/** A PDF of this many bytes; of too few for one, nothing but zeros. */
function pdfOfSize(bytes: number, { api: { document } }: WalkState): Uint8Array {
  const known = pdfs.get(document) ?? new Map<number, Uint8Array>();
  const { content } = sampleFile('pdf');
  const isPdf = bytes >= content.length;
  const pdf = known.get(bytes) ?? (isPdf ? Buffer.alloc(bytes, 0x20) : new Uint8Array(bytes));
  if (isPdf) pdf.set(content);
  pdfs.set(document, known.set(bytes, pdf));
  return pdf;
}

/** Puts what a run knows in the place of the placeholders of a value. */
export async function filled(value: unknown, state: WalkState): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => filled(each, state)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only, ...others] = entries;
  if (only !== undefined && others.length === 0 && Object.hasOwn(meanings, only[0])) {
    return meaningOf(only[0] as keyof Placeholders, only[1], state);
  }
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, each]) => [name, await filled(each, state)] as const)),
  );
}

type Meanings = {
  readonly [Name in keyof Placeholders]: (value: Placeholders[Name], state: WalkState) => unknown;
};

const meanings: Meanings = {
  $agent: (index, state) => liveAgent(state, index),
  $in: (wanted, state) => agentIn(state, wanted),
  $foreign: (index, { model }) => needed([...(model.second?.agents.keys() ?? [])].at(-1 - index)),
  $uuid: (index, state) => shownUuid(state, liveAgent(state, index)),
  $uuidIn: (wanted, state) => shownUuid(state, agentIn(state, wanted)),
  $absent: (index) => firstAbsent + index,
  $absentUuid: (index, { api }) => needed(uuidOf(api.settings, firstAbsent + index)),
  $name: (ending, state) => state.newName(ending),
  $longName: (length, state) => {
    const name = state.newName('');
    return `${name} ${'x'.repeat(length)}`.slice(0, Math.max(length, name.length));
  },
  $nameOf: (index, state) => state.nameOf(liveAgent(state, index)),
  // What follows the run's own mark is in capitals.
  $upperNameOf: (index, state) =>
    state.nameOf(liveAgent(state, index)).replace(/walk(?!.*walk).*/s, (own) => own.toUpperCase()),
  $nameOfDeleted: (index, state) => {
    const deleted = [...state.model.agents.values()].filter(({ life }) => life === 'deleted');
    return state.nameOf(needed(deleted[index % Math.max(1, deleted.length)]).id);
  },
  $formerName: (index, { names }) => needed(names[index % Math.max(1, names.length)]),
  $number: ([kind, index], state) => numberOf(state, kind, index),
  $times: ([text, length]) => {
    const points = Array.from(text);
    const whole = Math.floor(length / Math.max(1, points.length));
    return text.repeat(whole) + points.slice(0, length - whole * points.length).join('');
  },
  $campaign: (which, { api }) => {
    const given = [api.settings.campaigns?.[campaignKey(which)]].flat()[typeof which === 'number' ? which : 0];
    const id = typeof given === 'object' ? given.id : given;
    return which === 'changeable text' ? String(needed(id)) : needed(id);
  },
  $near: (how, { api }) => {
    const id = needed(api.settings.campaigns?.read?.[0]);
    const shorter = Number(String(id).slice(0, -1));
    return { next: id + 1, previous: id - 1, longer: id * 10, shorter, 'other sign': -id }[how];
  },
  $voice: (which, state) => voiceOf(state, which),
  $shown: ([index, pointer], state) => needed(valueAt(state.model.agents.get(liveAgent(state, index))?.seen, pointer)),
  $setting: (key, { api }) => {
    // `login.token`, `agents.read.0.id`.
    const value = valueAt(api.settings, `/${key.replaceAll('.', '/')}`);
    if (value === undefined) throw new NotSentError('it is not given', key);
    return value;
  },
  $written: async ([how, value], state) => {
    const id = Number(await filled(value, state));
    const hex = `0x${id.toString(16)}`;
    return { text: String(id), padded: ` ${id}`, hex, negative: -id, fraction: id + 0.5 }[how];
  },
  $jsonOf: async (value, state) => JSON.stringify(await filled(value, state)),
};

function meaningOf<Name extends keyof Placeholders>(name: Name, value: unknown, state: WalkState): unknown {
  return meanings[name](value as Placeholders[Name], state);
}

/** Of the agents that are there: about one that is deleted little is stated, so that it has a state of its own. */
function liveAgent({ model }: WalkState, index: number): number {
  const live = liveAgents(model);
  return needed(live[index % Math.max(1, live.length)]).id;
}

/** If none is in the state, an agent that may come into it. */
function agentIn(state: WalkState, wanted: AgentState): number {
  const found = [...state.model.agents.values()].findLast((agent) => stateOf(agent, state.facts) === wanted);
  return found === undefined && wanted === 'active' ? agentIn(state, 'ready') : needed(found?.id);
}

/** One that no agent of the walk has, if there is one. */
function numberOf({ api, model }: WalkState, kind: Placeholders['$number'][0], index: number): string {
  const known = api.settings.numbers?.[kind] ?? [];
  const attached = liveAgents(model).flatMap(({ seen }) => numbersIn(seen?.['phone_numbers']));
  const free = known.filter((number) => !attached.includes(number));
  const some = free.length > 0 ? free : known;
  return needed(some[index % Math.max(1, some.length)]);
}

/** @throws NotSentError where get-by-id is to show it, and has not */
function shownUuid({ api: { settings }, model }: WalkState, id: number): string {
  const { uuid } = settings.agents ?? {};
  if (typeof uuid === 'object') needed(valueAt({ data: model.agents.get(id)?.seen }, uuid.at));
  return needed(uuidOf(settings, id));
}

async function voiceOf(state: WalkState, [provider, index]: readonly [number, number]): Promise<string> {
  const listed = state.api.settings.providers?.listed ?? [];
  const provider_id = needed(listed[provider % Math.max(1, listed.length)]);
  const ids = await state.once(`voice ids of ${provider_id}`, async () => {
    const { body } = await state.ask('listVoices', { query: { provider_id } });
    const shown = listIn(memberOf(body, 'data.voices')).map((voice) => memberOf(voice, 'id'));
    return shown.filter((each) => typeof each === 'string');
  });
  const id = needed(ids[index % Math.max(1, ids.length)]);
  if (!state.voices.has(id)) state.voices.set(id, `<voice ${provider} ${index}>`);
  return id;
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new NotSentError('the walk has nothing of the kind');
  return value;
}

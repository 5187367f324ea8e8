import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import { jsonFields, noTexts, type ValueParts } from '../../stated/fields.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import {
  agent,
  agentIndex,
  besides,
  caller,
  drawnFrom,
  freshFrom,
  intruders,
  own,
  picked,
  plainOf,
  requestTo,
  someFields,
  oddValues,
  plainValues,
  type Choose,
  type Fields,
  type Members,
  type Requests,
} from './drawing.ts';
import { invalidStatuses, languages } from './values.ts';

/** What is drawn of requests to create-agent. */
export interface Savings {
  /** Creations and updates that are right, as far as the specification says. */
  readonly right: Requests;
  /** Publishing, unpublishing, deleting, and statuses that there are not. */
  readonly lifecycle: Requests;
  /** Requests that must be refused: for what they send, or for who sends them. */
  readonly wrong: Requests;
  /** Small changes and creations, to be sent at once with others. */
  readonly raced: Requests;
}

const active = fc.constant<object>({ $in: 'active' });
const ready = fc.constant<object>({ $in: 'ready' });
/** Not the first agents: they are to see a history. */
const later = fc.record({ $agent: fc.integer({ min: 1, max: 8 }) });

/** @param names those of the fields that the document gives, but for agent_id and status */
export function savingRequests(names: readonly string[], settings: Settings, wanted: Histogram): Savings {
  const [oddly, plainly] = [oddValues(wanted), plainValues(wanted)];
  const plain = drawnMembers(names, settings, plainly);
  const some = someFields(drawnMembers(names, settings, oddly), plain, wanted.pairs('members'));
  const plainName = fc.record({ agent_name: plainly.name });
  const named = fc.record({ agent_name: oddly.name });
  const formerName = fc.record({ agent_name: fc.record({ $formerName: fc.nat(3) }) });
  const invalid = fc.record({ status: freshFrom(wanted, 'status', invalidStatuses) });
  const wrongBeside = fc
    .tuple(some, wrongMembers, fc.boolean())
    .map(([rest, wrong, isFirst]) => ({ ...(isFirst && wrong), ...rest, ...wrong }));
  const hasSecond = (settings.second_workspace?.token ?? '') !== '';
  return {
    right: [
      [3, creating(plainName)],
      [5, creating(besides(plainName, some))],
      [1, creating(besides(plainOf(plain), named))],
      [1, creating(named)],
      [14, updating(some)],
      // Names that change, and change back.
      [2, updating(drawnFrom<object>([1, plainName], [1, formerName]))],
      [3, updateByQuery(some, caller)],
      // Nothing but the agent: nothing changes.
      [1, updating(fc.constant({}))],
    ],
    lifecycle: [
      [6, updating(statusIn(1))],
      [5, updating(statusIn(1), ready)],
      [2, updating(statusIn(3))],
      [9, updating(statusIn(3, 3, 1, 2), active)],
      [4, updating(drawnFrom<object>([1, wrongMembers], [1, invalid]), active)],
      [1, updating(some, active, intruders)],
      [4, updating(some, drawnFrom([2, active], [1, ready]))],
      [3, updating(statusIn(2), later)],
      [2, updating(besides(some, statusIn(1, 3)))],
      [3, updating(invalid)],
      [1, updating(besides(some, invalid))],
      [1, updateByQuery(statusIn(1, 3))],
      [1, updateByQuery(besides(some, statusIn(1, 3)))],
    ],
    wrong: [
      [4, updating(wrongBeside)],
      [5, updating(besides(wrongMembers, drawnFrom<object>([1, wrongMembers], [1, statusIn(1, 2, 3)])))],
      [3, creating(besides(named, drawnFrom<object>([1, statusIn(1, 2, 3)], [2, wrongMembers])), own)],
      [4, updating(fc.record({ description: oddly.text('description') }), agent, intruders)],
      // A deletion is not for every agent: they are to see a history.
      [2, updating(drawnFrom<object>([1, some], [1, statusIn(1, 3)]), agent, intruders)],
      [1, updateByQuery(some, intruders)],
      // Agents that the other workspace has made: ours may neither read nor change them.
      ...(hasSecond ? foreignRequests(named) : []),
    ],
    raced: racedRequests(plain),
  };
}

function racedRequests(plain: Members): Requests {
  const change = (names: readonly string[]): fc.Arbitrary<SentRequest> =>
    updating(fc.oneof(...names.map((name) => fc.record(picked(plain, [name])))), agent, own);
  const described = fc.record({ description: fc.constantFrom('raced', 'raced too') }, { requiredKeys: [] });
  return [
    [3, change(Object.keys(plain).filter((name) => !['agent_name', 'voice'].includes(name)))],
    [6, change(['description', 'prompt'])],
    [1, updating(fc.record({ agent_name: fc.record({ $name: fc.constantFrom('', 'raced') }) }), agent, own)],
    [4, updating(statusIn(1, 1, 3, 3, 2), agent, own)],
    [5, creating(besides(fc.constant({ agent_name: { $name: '' } }), described), own)],
  ];
}

function foreignRequests(named: Fields): Requests {
  const foreign = fc.constant({ $foreign: 0 });
  return [
    [2, creating(named, fc.constant('second'))],
    [1, updating(drawnFrom<object>([1, fc.constant({ description: 'x' })], [1, statusIn(1, 2, 3)]), foreign, own)],
    [1, requestTo('getAgent', { query: fc.record({ agent_id: foreign }) })],
  ];
}

function creating(json: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = caller): fc.Arbitrary<SentRequest> {
  return requestTo('createAgent', { as, json });
}

function updating(
  fields: fc.Arbitrary<object>,
  id: fc.Arbitrary<unknown> = agent,
  as: fc.Arbitrary<Caller> = caller,
): fc.Arbitrary<SentRequest> {
  return creating(besides(fc.record({ agent_id: id }), fields), as);
}

/** Of the agent that the query names. */
function updateByQuery(json: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> {
  return requestTo('createAgent', { as, query: fc.record({ agent_id: agent }), json });
}

function statusIn(...statuses: readonly number[]): fc.Arbitrary<object> {
  return fc.record({ status: fc.constantFrom(...statuses) });
}

/** Right values, the open ones among them; of a field that is new to the document any text. */
function drawnMembers(names: readonly string[], { values: known = {}, providers }: Settings, choose: Choose): Members {
  const provider = fc.nat(Math.max(0, (providers?.listed ?? []).length - 1));
  const listed = fc.record({ $voice: fc.tuple(provider, fc.nat(50)) });
  const drawn = (path: string, parts: ValueParts): fc.Arbitrary<unknown> => {
    if (!areValues(parts)) return some(parts, (name, each) => drawn(`${path}.${name}`, each));
    return path === 'voice.voice_id' ? fc.oneof(listed, choose.of(path, parts)) : choose.of(path, parts);
  };
  const member = (name: string): fc.Arbitrary<unknown> => {
    const { values, parts, openParts } = jsonFields[name] ?? {};
    if (name === 'agent_name') return choose.name;
    if (parts !== undefined) return drawn(name, { ...parts, ...(!choose.isPlain && openParts) });
    if (openParts === undefined) return values === undefined ? choose.text(name) : choose.of(name, values, 5);
    // What the settings say is taken, or some of it.
    const own = choose.isPlain ? known[name as 'llm' | 'speech_to_text'] : undefined;
    return own === undefined ? drawn(name, openParts) : some(own, (_, value) => fc.constant(value));
  };
  return Object.fromEntries(names.map((name) => [name, member(name)]));
}

function areValues(parts: ValueParts): parts is readonly unknown[] {
  return Array.isArray(parts);
}

/** Some of the parts of an object, each alone more often. */
function some<T>(
  parts: Readonly<Record<string, T>>,
  drawn: (name: string, part: T) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, drawn(name, part)]));
  const alone = Object.keys(members).map((name) => fc.record(picked(members, [name])));
  return fc.oneof(fc.record(members, { requiredKeys: [] }), ...alone);
}

/** Values that no reading takes for the field. */
const wrongMembers: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .constantFrom(...Object.entries(jsonFields))
  .chain(([name, { wrong = noTexts }]) => fc.record({ [name]: fc.constantFrom(...wrong) }));

/** Requests to agent/update, of agents whose UUID the settings tell from their id. */
export function renamingRequests(settings: Settings, wanted: Histogram): Requests {
  if (settings.agents?.uuid === undefined) return [];
  const name = fc.record({ name: oddValues(wanted, 'name').name });
  const language = fc.record({ language: freshFrom(wanted, 'language', languages) });
  const uuid = fc.record({ agent_id: fc.record({ $uuid: agentIndex }) });
  const rename = (fields: fc.Arbitrary<object>, as = own): fc.Arbitrary<SentRequest> =>
    requestTo('updateAgent', { as, json: besides(uuid, fields) });
  return [
    [5, rename(name)],
    [2, rename(language)],
    [2, rename(besides(name, language))],
    [2, rename(name, intruders)],
  ];
}

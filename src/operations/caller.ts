import type { IncomingHttpHeaders } from 'node:http';
import type { RefusalId } from '../document/names.gen.ts';
import type { Operation } from '../document/operation.ts';
import { keyOfField } from '../document/validate/check-form.ts';
import { savedFields } from '../domain/agents/agent-detail.ts';
import { type Rules, isDeleted, isValidToken } from '../domain/choices/rules.ts';
import type { AgentRecord, CampaignRecord, TokenRecord } from '../domain/records.ts';
import { Refusal } from '../domain/refusal.ts';
import { type JsonObject, isObject, memberOf } from '../json/json-value.ts';
import type { Caller, Checked } from './handler.ts';
import type { View } from '../store/state/root.ts';

type TokenSource = Operation['tokenSources'][number];

/**
 * Finds out who calls, by the first header in the document's order that says something (section 5, `auth.precedence`).
 * @throws Refusal by the operation's rule for a token that is missing, or that is unknown, expired or of the wrong kind
 */
export function authenticate(
  operation: Operation,
  headers: IncomingHttpHeaders,
  view: View,
  now: Date,
  rules: Rules,
): Caller {
  const tokens = tokensThatCount(operation, headers, rules['auth.empty-headers']);
  const found = tokens.map((given) => {
    const [apiToken, loginToken] = (['api_tokens', 'login_tokens'] as const).map((collection) =>
      given.token === undefined ? undefined : view.get(collection, given.token),
    );
    const takesLogin = given.kind === 'login-token' || (operation.reading.takesLoginTokens && apiToken === undefined);
    const token = takesLogin ? loginToken : apiToken;
    const isTaken =
      token !== undefined && isValidToken(token, now) && (takesLogin || isCurrent(token, view, now, rules));
    return { given, token, isTaken };
  });
  const [first] = found;
  if (first === undefined) throw new Refusal(operation.tokenMissingRefusal, undefined, { kind: 'missing' });
  const { given, token, isTaken } = found.find((each) => each.isTaken) ?? first;
  if (!isTaken || token === undefined) {
    throw new Refusal(operation.tokenInvalidRefusal, undefined, { kind: kindOfToken(given.token, token) });
  }
  const user = view.get('users', token.user_id);
  const workspace = view.get('workspaces', token.workspace_id);
  if (user === undefined || workspace === undefined) throw new Refusal(operation.tokenInvalidRefusal);
  return { user, workspace };
}

/** Why a token is refused: it is of a form that is not taken, nobody has it, or it is no longer valid. */
function kindOfToken(given: string | undefined, token: object | undefined): 'form' | 'unknown' | 'expired' {
  if (token !== undefined) return 'expired';
  return given === undefined ? 'form' : 'unknown';
}

/** The tokens of which one must be valid: as a rule one. @throws Refusal for tokens that differ, where no header comes first */
function tokensThatCount(operation: Operation, headers: IncomingHttpHeaders, isEmptyGiven: boolean) {
  const { tokenSources, tokensAgree, takesAnyToken, tokenInvalidRefusal } = operation;
  const all = tokensIn(tokenSources, headers, isEmptyGiven);
  if (tokensAgree && new Set(all.map(({ token }) => token)).size > 1) {
    throw new Refusal(tokenInvalidRefusal, undefined, { kind: 'several' });
  }
  return (takesAnyToken ? all : all.slice(0, 1)).filter(({ token }) => token !== '');
}

/** Whether an API token is one of those of its user that are valid (`auth.every-token-valid`). */
function isCurrent(token: TokenRecord, view: View, now: Date, rules: Rules): boolean {
  return rules['auth.valid-tokens'](token, () => view.find('api_tokens', 'user_id', token.user_id), now);
}

/** The tokens that came, the one that counts first, valid or not; '': empty ones count; undefined: of a form not taken. */
export function tokensIn(
  sources: readonly TokenSource[],
  headers: IncomingHttpHeaders,
  isEmptyGiven = false,
): readonly { readonly token: string | undefined; readonly kind: TokenSource['kind'] }[] {
  return sources.flatMap(({ header, forms, kind }) => {
    const token = tokenInHeader(headers[header], forms);
    if (token === '' && !(isEmptyGiven && headers[header] !== undefined)) return [];
    return [{ token, kind }];
  });
}

/** The token in a header's value: '' where it says nothing, undefined where it is of a form that is not taken. */
function tokenInHeader(value: string | string[] | undefined, forms: TokenSource['forms']): string | undefined {
  const text = (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim();
  const bearer = /^bearer(?:\s(.*))?$/i.exec(text);
  if (bearer !== null && forms.includes('bearer')) return bearer[1]?.trim() ?? '';
  return text === '' || forms.includes('plain') ? text : undefined;
}

/**
 * The agent of the caller's workspace with this id; one of another workspace is as good as missing
 * (`workspace.foreign-is-missing`).
 * @param notFound the rule that refuses a missing one
 * @param isMissing whether an agent that is stored counts as missing; by default a deleted one does
 * @param value what was sent for it
 * @throws Refusal
 */
export function agentOfCaller(
  view: View,
  caller: Caller,
  agentId: number,
  notFound: RefusalId,
  isMissing: (agent: AgentRecord) => boolean = isDeleted,
  value: number | string = agentId,
): AgentRecord {
  const agent = view.get('agents', agentId);
  const refuse = (kind: string) => new Refusal(notFound, undefined, { kind, value });
  if (agent === undefined) throw refuse('absent');
  if (agent.workspace_id !== caller.workspace.id) throw refuse('foreign');
  if (isMissing(agent)) throw refuse('deleted');
  return agent;
}

/** What is saved of the agent that an answer is about; a profile may show its id at the end of a text. */
export function savedOfAgent(view: View, answer: unknown): JsonObject | undefined {
  const named = String(memberOf(answer, 'data.basic_details.id') ?? memberOf(answer, 'data.agent_id'));
  const [agent = view.get('agents', Number(/(?<!\d)\d{1,15}$/.exec(named)?.[0]))] = view.find('agents', 'uuid', named);
  return agent && savedFields(agent);
}

/**
 * The campaign of the caller's workspace with this id.
 * @param notFound the rule that refuses a missing one
 * @throws Refusal
 */
export function campaignOfCaller(
  view: View,
  caller: Caller,
  campaignId: number,
  notFound: RefusalId,
  isDeletedMissing: boolean,
): CampaignRecord {
  const campaign = view.get('campaigns', campaignId);
  const refuse = (kind: string) => new Refusal(notFound, undefined, { kind, value: campaignId });
  if (campaign === undefined) throw refuse('absent');
  if (campaign.status === 'deleted' && isDeletedMissing) throw refuse('deleted');
  if (campaign.workspace_id !== caller.workspace.id) throw refuse('foreign');
  return campaign;
}

type Body = Checked<Record<string, unknown>>;

/**
 * The body of a request, whose references to records that nobody has, or another workspace, are refused or count as not
 * sent where the operation's `x-reading` says so; elsewhere the handler decides.
 */
export function withReferences(body: Body, operation: Operation, view: View, caller: Caller): Body {
  const { references, values, known } = operation.reading;
  const decided = Object.entries(references).flatMap(([field, collection]) => {
    const outcomes = values[field];
    return outcomes === undefined ? [] : [{ field, collection, outcomes }];
  });
  const valid: Body['valid'] = (only) => {
    let fault: Refusal | undefined;
    let given: Record<string, unknown> = body.sent;
    try {
      given = body.valid(only);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault = error;
    }
    const read = decided.reduce<unknown>((rest, { field, collection, outcomes }) => {
      const steps = field.split(/[.[\]]/).filter((step) => step !== '');
      if (only?.includes(steps[0] ?? '') === false) return rest;
      // Of several faults the first by the document's order is told.
      if (fault !== undefined && !isBefore(operation, field, fault.case.name ?? '')) return rest;
      return withValueChanged(rest, steps, (value) => {
        const isKnown = known[collection]?.some((id) => String(id) === String(value)) === true;
        const kind = isKnown ? 'known' : kindOfReference(collection, value, view, caller);
        const outcome = outcomes[kind];
        if (outcome !== 'refused') return outcome === 'absent' ? undefined : value;
        const about = { name: field, kind, value };
        throw new Refusal(operation.invalidRefusal, `${field}: there is no ${String(value)}.`, about);
      });
    }, given);
    if (fault !== undefined) throw fault;
    return read as Record<string, unknown>;
  };
  return { ...body, valid };
}

/** Whether a field stands before another one in the document; undocumented ones, and whole sections, stand first. */
function isBefore(operation: Operation, field: string, other: string): boolean {
  const [one, two] = [field, other].map((name) => placeOfField(operation, name)) as [
    readonly number[],
    readonly number[],
  ];
  const at = one.findIndex((place, step) => place !== two[step]);
  return (one[at] ?? 0) < (two[at] ?? 0);
}

/** Where a field stands, by the step: in the document, and in the objects that it is in. */
function placeOfField({ members }: Operation, field: string): readonly number[] {
  // A list is named with its brackets, or without.
  const keyOf = (name: string) => keyOfField(name).replace('[0]', '');
  let fields = Object.fromEntries(members.map(({ name, schema }) => [keyOf(name), schema]));
  const steps = keyOf(field) in fields ? [keyOf(field)] : field.split('.');
  return steps.map((step) => {
    const place = Object.keys(fields).indexOf(step);
    fields = (fields[step]?.['properties'] ?? {}) as typeof fields;
    return place;
  });
}

/** Whether the caller may name a record: nobody has it, or another workspace alone. */
function kindOfReference(collection: string, value: unknown, view: View, caller: Caller) {
  // A blank text names nothing.
  const isNamed = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const owners = isNamed ? ownersOf(collection, value, view) : [null];
  if (owners.length === 0) return 'unknown';
  return owners.some((owner) => owner === null || owner === caller.workspace.id) ? 'known' : 'foreign';
}

/** The workspaces that have the record, null for all of them. Tools and sub-agents are known by the agents that have them. */
function ownersOf(collection: string, value: string | number, view: View): readonly (number | null)[] {
  if (collection === 'voices') return view.get(collection, value) === undefined ? [] : [null];
  if (collection === 'phone_numbers') {
    const record = view.get(collection, value);
    return record === undefined ? [] : [record.workspace_id];
  }
  const agents = [...view.all('agents')].filter(({ knowledge_base: { tools, sub_agents } }) =>
    (collection === 'tools' ? tools : sub_agents).some(({ id }) => String(id) === String(value)),
  );
  return agents.map(({ workspace_id: owner }) => owner);
}

/** Without what becomes undefined: a field, or an item of a list (`0`) with all that it holds. */
function withValueChanged(
  holder: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
  isItem = false,
): unknown {
  if (step === undefined) return change(holder);
  if (Array.isArray(holder)) {
    return holder.map((item) => withValueChanged(item, rest, change, true)).filter((item) => item !== undefined);
  }
  if (!isObject(holder) || holder[step] === undefined) return holder;
  const { [step]: before, ...others } = holder;
  const value = withValueChanged(before, rest, change);
  if (value === undefined) return isItem ? undefined : others;
  return { ...others, [step]: value };
}

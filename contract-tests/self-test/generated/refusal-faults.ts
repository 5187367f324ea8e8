import { writing } from '../../../src/deployment/agents/write-gate.ts';
import type { ClauseId, OperationId, RefusalId } from '../../../src/document/names.gen.ts';
import type { Clause, Operation, RefusalAnswer } from '../../../src/document/operation.ts';
import { also, answering, halfDone, opening, withToken } from '../breaks.ts';
import { otherToken, ownToken, type Call, broken, brokenBy, type Break, type Fault } from '../fault.ts';

/** Stated refusals that are accepted or told otherwise, callers that must be refused and are taken, and error bodies of another shape. */
export function refusalFaults(operation: Operation, stated: readonly ClauseId[]): readonly Fault[] {
  const { missingRefusal: missing, invalidRefusal: invalid } = operation;
  return [
    ...[...operation.refusals].flatMap(([rule, refusal]) =>
      // What is required has a refusal of its own in every operation: that for all others decides nothing.
      stated.includes(rule) && (rule !== missing || rule === invalid) ? faultsOfRefusal(operation, rule, refusal) : [],
    ),
    ...faultsOfWords(operation, stated),
    ...callerFaults(operation, stated),
    ...shapeFaults(operation, stated),
  ];
}

/** What section 7 says of these leaves their status open. */
const openStatuses: readonly RefusalId[] = ['create-agent.agent-id.required', 'createagentorupdate.files.size'];

/** The rules of their own by which these are not accepted. */
const accepted: Readonly<Partial<Record<RefusalId, ClauseId>>> = {
  'create-agent.not-found': 'create-agent.update.exists',
  'create-agent.publish.global-provider': 'create-agent.publish.shared-do-not-count',
};

/** Refusals of what an agent is named for. */
const leaving = /^create-agent\.(?!not-found|agent-id)|^createagentorupdate\./;

/** And those of what an active agent is sent. */
const ofStatus = /^create-agent\.(?:status\.invalid|publish\.global-provider)$/;

function faultsOfRefusal(operation: Operation, rule: RefusalId, { status, body }: RefusalAnswer): readonly Fault[] {
  const { id, invalidRefusal, catalogue } = operation;
  const message = typeof body['message'] === 'string' ? body['message'] : '';
  const { rule: sentence = '' } = catalogue.get(rule) ?? {};
  const isAssumed = (decided: string | undefined): boolean => catalogue.get(decided as ClauseId)?.kind === 'assumed';
  // What an operation refuses by a rule of the mock's own, it must refuse by its stated rule for what is invalid.
  const isRefused = (call: Call): boolean =>
    call.is(id) && (call.rule === rule || (rule === invalidRefusal && call.status === status && isAssumed(call.rule)));
  const hows = {
    'is accepted': answering(isRefused, 'success'),
    'changes the agent all the same': leaving.test(rule) && halfDone(isRefused, { description: 'refused' }),
    'unpublishes the agent all the same': ofStatus.test(rule) && halfDone(isRefused, { status: 3 }),
    'has another status': !openStatuses.includes(rule) && answering(isRefused, status === 400 ? 422 : 400),
    'has another message': sentence.includes(`\`${message}\``) && answering(isRefused, { message: `${message} ` }),
  };
  const ruleOf = (how: string): ClauseId => (how === 'is accepted' ? (accepted[rule] ?? rule) : rule);
  return brokenBy(hows, (how) => [`${id}: what ${rule} refuses ${how}`, ruleOf(how)]);
}

/** Another word of the list of codes in place of each that an operation answers with. */
function faultsOfWords({ id, refusals, catalogue }: Operation, stated: readonly ClauseId[]): readonly Fault[] {
  const codes = [...refusals.values()].map(({ body }) => body['code']);
  const words = new Set(codes.filter((code) => typeof code === 'string'));
  return [...words].flatMap((word) => {
    const clause = stated.find((each) => catalogue.get(each)?.rule.includes(word) === true);
    if (clause === undefined) return [];
    const isTold = (call: Call): boolean => call.is(id) && call.body.code === word;
    return [broken(`${id}: another word in place of ${word}`, clause, answering(isTold, { code: 'OTHER' }))];
  });
}

/** Callers that must be refused, taken as the own one, and those that must be taken, refused. */
function callerFaults(operation: Operation, stated: readonly ClauseId[]): readonly Fault[] {
  const { id, tokenInvalidRefusal: rule } = operation;
  const isRefused = (call: Call): boolean => call.is(id) && call.status === 401;
  const foreignTaken = (name: string): Break | false =>
    [...operation.members, ...operation.parameters].some((each) => each.name === name) &&
    opening(id, new RegExp(otherToken));
  const clause: ClauseId = stated.includes(rule) ? rule : 'auth.unauthorized.everywhere';
  const isWorded = clause === rule && id !== 'verifyToken' && id !== 'getToken';
  const hows = {
    'no token is needed': opening(id, /^$/),
    'an expired token is taken': opening(id, /^(?:dead|login-expired)/),
    'an unknown token is taken': opening(id, /^(?:f00d|0123|login-unknown)/),
    'the beginning of a token is enough': opening(id, new RegExp(`^(?:${ownToken.slice(0, 32)}|login-acme)`)),
    'what a bad token asks for is refused, and done':
      writing.includes(id) && also((call) => isRefused(call) && withToken(call.request, ownToken)),
    'a bad token is answered with 403': answering(isRefused, 403),
    "another workspace's agents are taken": foreignTaken('agent_id'),
    "another workspace's campaigns are taken": foreignTaken('campaign_id'),
    'a bad token is told in other words': isWorded && answering(isRefused, { message: 'Who calls?' }),
  };
  const toldBy = (how: string): ClauseId =>
    how.startsWith('another') ? 'workspace.isolation' : how.endsWith('words') ? 'auth.unauthorized' : clause;
  return brokenBy(hows, (how) => [`${id}: ${how}`, toldBy(how)]);
}

/** Operations that take the token in api_access_token; which of two is the agent creation endpoint is not said. */
const takingAccess: readonly (readonly OperationId[])[] = [
  ['getAgent'],
  ['listVoices'],
  ['createAgent', 'createAgentOrUpdate'],
];

/** Callers by api_access_token alone, taken for callers without a token. */
export const accessFaults: readonly Fault[] = takingAccess.map((operations) =>
  broken(`${operations.join(' and ')}: api_access_token is not taken`, 'auth.api-access-token', {
    before: (call) => call.is(...operations) && call.isAccessAlone && call.correct({ ...call.request, headers: {} }),
  }),
);

/** An error body without `error` or `message`, and with those of another type. */
function shapeFaults({ id, responses, refusals }: Operation, stated: readonly ClauseId[]): readonly Fault[] {
  const told = [...refusals].filter(([rule]) => stated.includes(rule)).map(([, { status }]) => status);
  const schemas = [...responses.values()]
    .filter(({ status }) => told.includes(status))
    .flatMap(({ content }) => [...content.values()].map((each) => each.stated.schema));
  // What the specification does not show of an operation's errors has no stated schema.
  if (!schemas.some((schema) => 'type' in schema || 'allOf' in schema)) return [];
  const isShown = (call: Call): boolean => call.is(id) && call.status >= 400;
  const values = { error: [undefined, 'true', false], message: [undefined, 7] };
  return Object.entries(values).flatMap(([field, others]) =>
    others.map((value) => {
      const how = value === undefined ? `without ${field}` : `with ${JSON.stringify(value)} as ${field}`;
      return broken(`${id}: errors ${how}`, 'errors.shape', answering(isShown, { [field]: value }));
    }),
  );
}

/** The stated rules of an operation that an answer can show, those of few operations first. */
export function statedRules({ id, catalogue }: Operation): readonly ClauseId[] {
  const found = [...catalogue.values()].filter(
    ({ kind, operations, unobservable }) =>
      kind === 'stated' && unobservable === undefined && (operations === 'all' || operations.includes(id)),
  );
  const spread = ({ operations }: Clause): number =>
    operations === 'all' ? Number.MAX_SAFE_INTEGER : operations.length;
  return found.toSorted((one, other) => spread(one) - spread(other)).map((clause) => clause.id);
}

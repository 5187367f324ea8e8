import type { ApiRequest } from '../deployment/transport.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { memberOf } from '../json/json-value.ts';
import { asFindings, mockRule } from '../judge/as-mock/compare.ts';
import type { InProcessTarget } from '../judge/as-mock/mock-worlds.ts';
import { SeenAnswer, withAgents } from '../judge/as-mock/twin.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { namedIn } from '../judge/stated/expectation.ts';
import { ofCampaigns } from '../judge/stated/judge-reading.ts';
import type { Client } from './clients.ts';
import { type ResentWorld, asSentAgain, resend, transportTo } from './replay.ts';
import type { Judged } from './traffic-judge.ts';

export interface ProfileTwin {
  /** What was judged, with what the mock would have answered otherwise. */
  readonly take: (judged: Judged) => Promise<Judged>;
  readonly close: () => Promise<void>;
}

/**
 * Each client has a world of the mock, which is sent what the client sent: agents that it made are alike there. What else
 * may decide an answer was not seen, and is no difference.
 * @param target follows the profile, begins without agents and knows the recorded token
 */
export function openProfileTwin(target: InProcessTarget, document: ContractDocument): ProfileTwin {
  const http = transportTo(target, document);
  const worlds = new Map<Client, ResentWorld>();
  const worldOf = (client: Client): ResentWorld => {
    const name = { 'x-mock-world': `client-${worlds.size}` };
    const send = (request: ApiRequest) => http({ ...request, headers: { ...request.headers, ...name } });
    const world = worlds.get(client) ?? { send, ids: new Map<string, number>() };
    worlds.set(client, world);
    return world;
  };
  const take = async (judged: Judged): Promise<Judged> => {
    const { answer, by } = judged;
    if (answer === null || by === null || answer.unread !== null) return judged;
    const [world, seen, id] = [worldOf(by), asSentAgain(answer), namedIn(answer)];
    if (id !== null && !world.ids.has(String(id))) return judged;
    const own = isOfAgentAlone(answer.request) ? await resend(seen, world).catch(() => null) : null;
    // It is another agent there from now on.
    if (own === null || own.status < 400 !== answer.status < 400) world.ids.delete(String(id));
    if (own === null || judged.findings.length > 0 || mayBeOfOthers(own, answer)) return judged;
    const names = (of: CheckedAnswer, agent = id) => withAgents(new Map(), [of], agent === null ? [] : [agent]);
    const mock = new SeenAnswer({ answer: own, roots: [] }, names(own, world.ids.get(String(id))));
    const clause = assumedRule(own, document);
    const pair = [mock, new SeenAnswer({ answer: seen, roots: [] }, names(seen))] as const;
    const found = asFindings(pair, true, { clauses: [clause] });
    const findings = found.filter(({ path = '' }) => !ofOthers.some((each) => path.startsWith(each)));
    return { ...judged, findings, reached: [...judged.reached, clause] };
  };
  const close = async (): Promise<void> => {
    http.close();
    await target.close();
  };
  return { take, close };
}

/** What an agent shows of its workspace, its people, their codes and campaigns, and of the time that has passed. */
const ofOthers = [
  ...[
    'workspace_id',
    'company_id',
    'category_',
    'purpose_',
    'agent_type_',
    'voice_provider',
    'transcriber_provider',
  ].map((name) => `/data/basic_details/${name}`),
  ...[...ofCampaigns, '/creator', '/voice_analysis', '/last_modified'].map((name) => `/data${name}`),
];

/** Whether a request brings nothing that the workspace must have: numbers, files, tools. */
function isOfAgentAlone({ body }: ApiRequest): boolean {
  return body.kind !== 'form' || body.parts.every(({ name }) => /^(?:agent_id$|basic_details)/.test(name));
}

/** A name may be taken, and what is refused may be refused for what others did. */
function mayBeOfOthers(own: CheckedAnswer, { status, request: { body } }: CheckedAnswer): boolean {
  if (own.status === 404) return true;
  const isNamed = body.kind === 'form' || (body.kind === 'json' && memberOf(body.value, 'agent_name') !== undefined);
  return status >= 400 && (own.status < 400 || isNamed);
}

/** The rule by which the mock decided, if that is assumed; what is stated has been judged. */
function assumedRule(own: CheckedAnswer, { clauses }: ContractDocument): ClauseId {
  const rule = mockRule(own);
  if (rule !== undefined && clauses.get(rule)?.kind === 'assumed') return rule;
  return own.status < 400 ? 'create-agent.read-back' : 'errors.shape.full';
}

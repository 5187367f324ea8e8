import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { type Compared, compareAt, found } from './expectation.ts';
import type { Facts, Finding, Model } from './model.ts';

/** What get-by-id says of an agent agrees with itself, with the agent that was asked for, and with its workspace. */
export function answerLaws({ body }: CheckedAnswer, id: number, facts: Facts, model: Model): Compared {
  const laws = [...envelope, ...details(body, id), ...ofWorkspace(facts, model), ...ofCampaigns(id, model)];
  return { findings: laws.flatMap((law) => law.broken(body)), reached: laws.map(({ clause }) => clause) };
}

/** One rule that holds of each agent that get-by-id shows. */
interface Law {
  readonly clause: ClauseId;
  readonly broken: (body: unknown) => Finding[];
}

/** The value at a path has one form. */
function formed(clause: ClauseId, path: string, expected: string, isHeld: (value: unknown) => boolean): Law {
  const pointer = `/${path.replaceAll('.', '/')}`;
  const broken = (body: unknown): Finding[] => {
    const value = memberOf(body, path);
    return isHeld(value) ? [] : [found(clause, pointer, expected, value)];
  };
  return { clause, broken };
}

function equal(clause: ClauseId, path: string, wanted: unknown): Law {
  const pointer = `/${path.replaceAll('.', '/')}`;
  return { clause, broken: (body) => compareAt(clause, pointer, memberOf(body, path), wanted) };
}

/** A clock may be wrong, but not by a factor of a thousand. */
export function isNow(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value) / Date.now() - 1) < 0.5;
}

const envelope: readonly Law[] = [
  equal('get-by-id.envelope', 'error', false),
  equal('get-by-id.envelope', 'code', 200),
  equal('get-by-id.envelope', 'message', ''),
  formed('get-by-id.envelope', 'timestamp', 'a time in integer milliseconds', isNow),
];

function details(body: unknown, id: number): Law[] {
  const at = (path: string): unknown => memberOf(body, `data.${path}`);
  // A code of another type is told by itself: its description is not wrong for that.
  const described = (clause: ClauseId, name: string): readonly Law[] =>
    Number.isInteger(at(`basic_details.${name}`))
      ? [equal(clause, `data.basic_details.${name}_description.id`, at(`basic_details.${name}`))]
      : [];
  return [
    equal('agent.basic-details.id', 'data.basic_details.id', id),
    equal('agent.configuration.ids', 'data.configuration.agent_id', id),
    equal('agent.knowledge-base', 'data.knowledge_base.agent_id', id),
    equal('agent.guardrails', 'data.guardrails.agent_id', id),
    ...described('agent.basic-details.category-description', 'category'),
    ...described('agent.basic-details.purpose-description', 'purpose'),
    ...described('agent.basic-details.agent-type-description', 'agent_type'),
    equal('agent.tools.denials', 'data.tools.denials', at('denials')),
    formed('agent.phone-numbers', 'data.phone_numbers', 'each number once', isEachOnce),
    ...times(at('basic_details.created_on')),
    formed('agent.basic-details.agent-token', 'data.basic_details.agent_token', 'a token in JWT form', isJwt),
  ];
}

function times(created: unknown): Law[] {
  const clause = 'agent.basic-details.timestamps';
  const later = `a time not before created_on, ${String(created)}`;
  return [
    ...['created_on', 'updated_on'].map((name) =>
      formed(clause, `data.basic_details.${name}`, 'an ISO 8601 UTC timestamp', isUtc),
    ),
    formed(clause, 'data.basic_details.updated_on', later, (value) => {
      return !(Date.parse(String(value)) < Date.parse(String(created)) - mostSkew);
    }),
    formed('agent.last-modified', 'data.last_modified', "how long ago in words, or ''", (value) => {
      return value === '' || (typeof value === 'string' && isInWords(value));
    }),
  ];
}

function isUtc(value: unknown): boolean {
  return typeof value === 'string' && utcPattern.test(value) && !Number.isNaN(Date.parse(value));
}

function isInWords(value: string): boolean {
  return /\p{L}{2}/u.test(value) && !/\d{4}/.test(value);
}

const utcPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]00:?00)$/;

function isEachOnce(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  return new Set(list.map((item) => JSON.stringify(item))).size === list.length;
}

function isJwt(value: unknown): boolean {
  const parts = typeof value === 'string' ? value.split('.') : [];
  try {
    return (
      parts.length === 3 && JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8')) instanceof Object
    );
  } catch {
    return false;
  }
}

function ofWorkspace({ workspace }: Facts, { choices }: Model): Law[] {
  const analysis = workspace?.voice_analysis ?? choices.get('voice_analysis');
  const place = choices.get('workspace_id');
  return [
    ...(analysis === undefined ? [] : [equal('agent.voice-analysis', 'data.voice_analysis', analysis)]),
    ...(place === undefined
      ? []
      : [equal('agent.basic-details.workspace-id', 'data.basic_details.workspace_id', place)]),
  ];
}

/** No campaign uses an agent of the run's own. */
function ofCampaigns(id: number, { agents }: Model): Law[] {
  if (!agents.has(id)) return [];
  return [
    equal('agent.campaign-count', 'data.campaign_count', 0),
    equal('agent.campaigns', 'data.campaigns', []),
    equal('agent.is-campaign-on-hold', 'data.is_campaign_on_hold', false),
    equal('agent.is-draft', 'data.is_draft', true),
    equal('agent.is-audience', 'data.is_audience', false),
  ];
}

/** How far the clocks of a deployment may be apart, in milliseconds. A time zone is further. */
const mostSkew = 300_000;

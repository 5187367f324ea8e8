import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import { mostSkew } from './agent-times.ts';
import type { Facts, Finding, Judgement, Model } from './model.ts';
import { numbersIn } from './read-agent.ts';

/** One rule that holds of each agent that get-by-id shows. */
interface Law {
  readonly clause: ClauseId;
  readonly path: string;
  readonly expected: string;
  readonly isHeld: (value: unknown) => boolean;
}

/** What get-by-id says of an agent agrees with itself, with the agent that was asked for, and with its workspace. */
export function answerLaws(
  { body }: CheckedAnswer,
  id: number,
  facts: Facts,
  model: Model,
): Pick<Judgement, 'findings' | 'reached'> {
  const laws = [...envelope, ...details(body, id), ...ofWorkspace(facts, model), ...ofCampaigns(id, model)];
  const findings = laws.flatMap(({ clause, path, expected, isHeld }): Finding[] => {
    const value = memberOf(body, path);
    if (isHeld(value)) return [];
    return [{ clauses: [clause], expected, came: shortly(value), path: `/${path.replaceAll('.', '/')}` }];
  });
  return { findings, reached: laws.map(({ clause }) => clause) };
}

/** A clock may be wrong, but not by a factor of a thousand. */
const isNow = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value) / Date.now() - 1) < 0.5;

const envelope: readonly Law[] = [
  equal('get-by-id.envelope', 'error', false),
  equal('get-by-id.envelope', 'code', 200),
  equal('get-by-id.envelope', 'message', ''),
  { clause: 'get-by-id.envelope', path: 'timestamp', expected: 'a time in integer milliseconds', isHeld: isNow },
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
    { clause: 'agent.phone-numbers', path: 'data.phone_numbers', expected: 'each number once', isHeld: isEachOnce },
    ...times(at('basic_details.created_on')),
    {
      clause: 'agent.basic-details.agent-token',
      path: 'data.basic_details.agent_token',
      expected: 'a token in JWT form',
      isHeld: (value) =>
        typeof value === 'string' && value.split('.').length === 3 && isJsonPart(value.split('.')[0] ?? ''),
    },
  ];
}

function times(created: unknown): Law[] {
  const clause = 'agent.basic-details.timestamps';
  const time = (name: string): Law => ({
    clause,
    path: `data.basic_details.${name}`,
    expected: 'an ISO 8601 UTC timestamp',
    isHeld: (value) => typeof value === 'string' && utcPattern.test(value) && !Number.isNaN(Date.parse(value)),
  });
  return [
    time('created_on'),
    time('updated_on'),
    {
      clause,
      path: 'data.basic_details.updated_on',
      expected: `a time not before created_on, ${shortly(created)}`,
      isHeld: (value) => !(Date.parse(String(value)) < Date.parse(String(created)) - mostSkew),
    },
    {
      clause: 'agent.last-modified',
      path: 'data.last_modified',
      expected: "how long ago in words, or ''",
      isHeld: (value) => value === '' || (typeof value === 'string' && isInWords(value)),
    },
  ];
}

function isInWords(value: string): boolean {
  return /\p{L}{2}/u.test(value) && !/\d{4}/.test(value);
}

const utcPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]00:?00)$/;

function isEachOnce(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  const numbers = list.map((item) => numbersIn(item).toSorted().join()).filter((item) => item !== '');
  return new Set(numbers).size === numbers.length;
}

function isJsonPart(text: string): boolean {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) instanceof Object;
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

function equal(clause: ClauseId, path: string, wanted: unknown): Law {
  return { clause, path, expected: shortly(wanted), isHeld: (value) => isDeepStrictEqual(value, wanted) };
}

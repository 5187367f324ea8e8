import { saving } from '../deployment/agents/write-gate.ts';
import { valueAt } from '../json/json-value.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { namedIn } from '../judge/stated/expectation.ts';
import { stated } from '../judge/stated/judge.ts';
import { type Judgement, type Model, withAgent } from '../judge/stated/model.ts';
import { mask } from '../text/secret-looks.ts';

/** Where campaigns show, which other programs make and end. */
const ofCampaigns = ['/campaigns', '/campaign_count', '/is_campaign_on_hold', '/is_draft', '/is_audience'];

/**
 * Judges an answer to a request that somebody else sent: by `stated`, with what was seen before as the state. What is
 * seen for the first time is taken over. What is masked is compared with nothing.
 */
export function takeSeen(before: Model, answer: CheckedAnswer): Judgement {
  const id = namedIn(answer);
  const known = id !== null && mayBeThere(before, answer, id) ? withFound(before, id) : before;
  const { state, findings, reached } = stated.take(known, answer);
  const made = valueAt(answer.body, '/data/agent_id');
  const next = [id, made].reduce<Model>(
    (model, each) => (typeof each === 'number' ? asFound(model, each) : model),
    state,
  );
  return {
    state: withLatest(next),
    findings: findings.filter(({ path }) => path === undefined || !isMasked(valueAt(answer.body, path))),
    reached,
  };
}

/** What becomes of agents that may have been changed by what cannot be judged: the next read is taken over. */
export function forget(model: Model, id: number): Model {
  return model.agents.has(id) ? withFound(model, id) : model;
}

export function isMasked(value: unknown): boolean {
  const beginning = mask.slice(0, -1);
  return typeof value === 'string' && value.includes(beginning);
}

/** So many agents are known at once: a recording may name any number, each as large as an answer. */
const mostAgents = 1000;

/** Without the agents that were made or seen first: they are taken over when they come by again. */
function withLatest(model: Model): Model {
  const others = model.agents.size - mostAgents;
  return others <= 0 ? model : { ...model, agents: new Map([...model.agents].slice(others)) };
}

/** Whether an agent that was not seen yet may be there: a 404 says that it is not. */
function mayBeThere({ agents }: Model, { request, status }: CheckedAnswer, id: number): boolean {
  if (id <= 0 || agents.has(id) || status === 404) return false;
  return request.operation === 'getAgent' ? status < 300 : saving.some((each) => each === request.operation);
}

/** With an agent of which nothing is known. */
function withFound(model: Model, id: number): Model {
  return withAgent(model, { id, life: 'unclear', seen: null, wants: new Map(), open: [] });
}

/** An agent may be used by campaigns that are made elsewhere. */
function asFound(model: Model, id: number): Model {
  const agent = model.agents.get(id);
  if (agent === undefined || agent.open.includes('/campaigns')) return model;
  return withAgent(model, { ...agent, open: [...agent.open, ...ofCampaigns] });
}

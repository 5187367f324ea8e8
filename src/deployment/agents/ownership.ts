import type { Creation } from './creation-ledger.ts';
import type { AgentSeen } from './read-agent.ts';

/** How far a deployment's clocks may be apart from each other, in milliseconds. */
const skew = 300_000;

/** Why an agent is not the one that a creation asked for; null if it is. */
export interface Objection {
  readonly expected: string;
  readonly came: string;
  /** JSON pointer into the answer that shows the agent. */
  readonly path: string;
  /** Whether get-by-id gave another agent than it was asked for: the creation may be right. */
  readonly isMisread?: true;
}

/**
 * Proves that an agent is the one that a creation of this run made: it has the name that was asked for, and was created
 * when it was asked for, by a clock of the deployment or by ours; no campaign uses it yet, and the mark is on it.
 * @param now when it was read, in milliseconds since 1970
 */
export function objectionToNew(agent: AgentSeen, id: number, creation: Creation, now: number): Objection | null {
  const details = '/data/basic_details';
  const was = 'answers with an agent that was there before';
  if (agent.id !== id) {
    return { expected: `agent ${id}`, came: `agent ${shortValue(agent.id)}`, path: `${details}/id`, isMisread: true };
  }
  if (!hasName(creation, agent.name)) {
    const expected = `the agent that was created, ${creation.names.join(' or ') || 'by its name'}`;
    return { expected, came: `agent ${id}, ${shortValue(agent.name)}: ${was}`, path: `${details}/agent_name` };
  }
  const isMarked = [agent.name, agent.description].some((text) => String(text).includes(creation.mark));
  if (!isMarked) {
    const came = `agent ${id}, ${shortValue(agent.description)}: ${was}`;
    return { expected: `"${creation.mark}" in its description`, came, path: `${details}/description` };
  }
  const created = timeOf(agent.created_on);
  const age = now - creation.at;
  const isFresh = [...agent.clocks, now].some((clock) => created >= clock - age - skew && created <= clock + skew);
  if (!isFresh) {
    const came = `agent ${id}, created on ${shortValue(agent.created_on)}: ${was}`;
    return { expected: 'an agent that is created by the request', came, path: `${details}/created_on` };
  }
  if (agent.isUsed) {
    const came = `agent ${id}, which a campaign uses: ${was}`;
    return { expected: 'an agent that no campaign can use yet', came, path: '/data/campaigns' };
  }
  return null;
}

/** Proves that an agent is still the one that was proven to be ours. */
export function objectionToOwn(agent: AgentSeen, own: Creation): Objection | null {
  const details = '/data/basic_details';
  if (agent.id !== own.id) {
    return { expected: `agent ${String(own.id)}`, came: `agent ${shortValue(agent.id)}`, path: `${details}/id` };
  }
  if (!hasName(own, agent.name)) {
    return { expected: own.names.join(' or '), came: shortValue(agent.name), path: `${details}/agent_name` };
  }
  if (agent.created_on === own.created_on) return null;
  const expected = `created on ${own.created_on}`;
  return { expected, came: shortValue(agent.created_on), path: `${details}/created_on` };
}

/** Whether an agent that was found can only be of this creation: its name or description has the mark of the run. */
export function isFound(agent: AgentSeen, id: number, creation: Creation, now: number): boolean {
  return creation.mark !== '' && objectionToNew({ ...agent, isUsed: false }, id, creation, now) === null;
}

/** A creation without a name is told by the mark in its description alone. */
function hasName({ names, mark }: Creation, name: unknown): boolean {
  if (names.length === 0) return mark !== '';
  return typeof name === 'string' && names.some((each) => comparableName(each) === comparableName(name));
}

function comparableName(name: string): string {
  return name.trim().normalize('NFC');
}

/** Milliseconds since 1970; timestamps without a zone are UTC (section 2.1). */
function timeOf(created_on: unknown): number {
  if (typeof created_on !== 'string') return Number.NaN;
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(created_on) ? created_on : `${created_on}Z`);
}

function shortValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

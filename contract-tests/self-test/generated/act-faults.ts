import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { also, changing, instead, storing } from '../breaks.ts';
import { json, type Call, broken, type Break, type Fault } from '../fault.ts';

/** Something that is done to an agent, and the rule that says so. */
interface Act {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly isMeant: (call: Call) => boolean;
}

const byForm = 'createAgentOrUpdate';
const acts: Readonly<Record<string, Act>> = {
  'a creation': act('create-agent.create', (call) => call.isCreation && call.isOwn),
  'an update': act('create-agent.update', (call) => call.isChange),
  'a publish': act('create-agent.publish', (call) => call.sets(1)),
  'a second publish': act('create-agent.publish.again', (call) => call.sets(1) && call.lastStatus() === 1),
  'an unpublish': act('create-agent.unpublish', (call) => call.sets(3)),
  'a deletion': act('create-agent.delete', (call) => call.sets(2)),
  'a form': act('createagentorupdate.success', (call) => call.isForm && call.isOwn, byForm),
  'an update by form': act('createagentorupdate.basic-details', (call) => !call.isForm && call.isOwn, byForm),
  'agent/update': act('agent-update.effect', (call) => call.isOwn && call.agent > 0, 'updateAgent'),
};

function act(clause: ClauseId, isMeant: Act['isMeant'], operation: OperationId = 'createAgent'): Act {
  return { clause, operation, isMeant };
}

/** What goes wrong with it. */
const ways: Readonly<Record<string, (act: Act) => Break>> = {
  'is not carried out': ({ operation, isMeant }) => instead(operation, isMeant, notDone),
  'is refused': ({ operation, isMeant }) => instead(operation, isMeant, groundless),
  'clears the description': too(() => ({ description: '' })),
  'clears the prompt': too(() => ({ prompt: '' })),
  'renames the agent': too(() => ({ agent_name: 'Renamed' })),
  'unpublishes the agent': too(() => ({ status: 3 })),
  'deletes the agent': too(() => ({ status: 2 })),
  'renames another agent': too((other) => ({ agent_id: other, agent_name: 'Renamed' })),
  'deletes another agent': too((other) => ({ agent_id: other, status: 2 })),
};

/** What no answer shows: the agent is gone, or is what it was made; or what may be so: a form may replace the whole agent. */
const unseen: Readonly<Record<string, RegExp>> = {
  'a creation': /unpublishes/,
  'an unpublish': /unpublishes/,
  'a deletion': /(?:clears|renames|deletes) the|unpublishes/,
  'a form': /unpublishes/,
  'an update by form': /clears the prompt|unpublishes/,
};

/** What an update that says nothing of it makes of a field. */
const reset: readonly (readonly [field: string, value: unknown])[] = [
  ['description', ''],
  ['prompt', ''],
  ['agent_name', 'New'],
  ['status', 3],
  ['voice', { voice_id: 'default' }],
  ['voice', { settings: { speed: 1, stability: 1 } }],
  ['voice', { provider: 'none' }],
];

/** Everything that is done to agents: not done, refused, and done together with something that nobody asked for. */
export const actFaults: readonly Fault[] = [
  ...Object.entries(acts).flatMap(([what, each]) =>
    Object.entries(ways).flatMap(([how, make]) => {
      const isMore = what.includes('publish') && /(?:clears|renames) the/.test(how);
      const fault = broken(`${what} ${how}`, isMore ? 'create-agent.status.alone' : each.clause, make(each));
      return unseen[what]?.test(how) === true ? [] : [fault];
    }),
  ),
  ...reset.map(([field, value]) =>
    broken(
      `an update without ${field} sets ${JSON.stringify({ [field]: value })}`,
      'create-agent.update.partial',
      storing('createAgent', (body, call) => call.isChange && Object.assign(body, { [field]: value, ...body })),
    ),
  ),
];

/** What is answered as done, with an id of nobody where an agent should have been made. */
function notDone(call: Call): ReturnType<typeof json> {
  const { status, text } = call.success();
  return json(status, JSON.parse(call.agent > 0 ? text : text.replace(/\d{4,}/, '2000000000')));
}

/** A refusal that names no field: what is named and was not sent may be needed. */
function groundless(call: Call): ReturnType<typeof json> {
  const { status, text } = call.refusal();
  return json(status, { ...JSON.parse(text), message: 'This cannot be done.' });
}

/** Changes the agent too, or the one that was made last beside it. */
function too(fields: (other: number) => object): (act: Act) => Break {
  return ({ operation, isMeant }) =>
    also((call) => {
      const other = call.made.findLast((id) => id !== call.agent);
      const wanted = { agent_id: call.agent, ...fields(other ?? 0) };
      return call.is(operation) && call.status === 200 && isMeant(call) && wanted.agent_id > 0 && changing(wanted);
    });
}

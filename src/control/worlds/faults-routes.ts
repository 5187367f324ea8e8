import { faultPresets } from '../../worlds/fault-presets.ts';
import { maximumFaults, type Fault } from '../../worlds/faults.ts';
import { checkFaults } from './check-fault.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';

export const listFaults: ControlHandler<'listFaults'> = (_, { world }) => ({
  status: 200,
  body: { faults: world.faults.list().map(faultView) },
});

export const addFaults: ControlHandler<'addFaults'> = ({ body }, { world, document }) => {
  const definitions = checkFaults(body, document);
  if (world.faults.list().length + definitions.length > maximumFaults) {
    throw new Problem(409, `There are ${maximumFaults} faults at most: remove some first.`);
  }
  return { status: 201, body: { faults: definitions.map((definition) => faultView(world.faults.add(definition))) } };
};

export const clearFaults: ControlHandler<'clearFaults'> = (_, { world }) => {
  world.faults.clear();
  return { status: 204 };
};

export const getFault: ControlHandler<'getFault'> = ({ path }, { world }) => {
  const fault = world.faults.get(path.id);
  if (fault === undefined) throw missing(path.id);
  return { status: 200, body: faultView(fault) };
};

export const removeFault: ControlHandler<'removeFault'> = ({ path }, { world }) => {
  if (!world.faults.remove(path.id)) throw missing(path.id);
  return { status: 204 };
};

export const listFaultPresets: ControlHandler<'listFaultPresets'> = () => ({
  status: 200,
  body: {
    presets: Object.entries(faultPresets).map(([name, { summary, faults }]) => ({
      name,
      summary,
      faults: faults.map(definitionView),
    })),
  },
});

type FaultView = Extract<Awaited<ReturnType<typeof getFault>>, { status: 200 }>['body'];

function faultView({ id, definition, matched, fired }: Fault): FaultView {
  return { id, definition: definitionView(definition), matched, fired };
}

/** The token that a fault looks for is not shown. */
function definitionView({ match, ...others }: Fault['definition']): FaultView['definition'] {
  if (match === undefined) return others;
  const shown = match.token === undefined ? match : { ...match, token: '[masked]' };
  return { ...others, match: shown };
}

function missing(id: number): Problem {
  return new Problem(404, `There is no fault ${id}.`, 'id');
}

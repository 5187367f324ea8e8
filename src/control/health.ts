import type { components } from '../document/control-types.gen.ts';
import type { Worlds } from '../worlds/worlds.ts';

type Health =
  | { readonly status: 200; readonly body: components['schemas']['Health'] }
  | { readonly status: 503; readonly body: components['schemas']['Damage'] };

/** Whether the data of all worlds can be read and written, as far as it is known; if not, what is wrong with it. */
export function healthOf(worlds: Worlds, { profile } = worlds.default): Health {
  const problems = [...new Set(worlds.list().flatMap(({ store }) => store.faults()))];
  if (problems.length === 0)
    return { status: 200, body: { status: 'ok', ...(profile !== undefined && { profile: profile.profile.name }) } };
  return { status: 503, body: { status: 'damaged', problems } };
}

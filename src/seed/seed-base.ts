import type { SeedBase } from './generate.ts';
import type { View } from '../store/store.ts';

/** What the records of a store give a plan to lean on. `highestLead` is the highest lead id there. */
export function baseOf(view: View, highestLead: number): SeedBase {
  const highest = (collection: 'workspaces' | 'users' | 'agents' | 'campaigns', least: number): number => {
    let found = least;
    for (const { id } of view.all(collection)) found = Math.max(found, id);
    return found + 1;
  };
  return {
    workspaces: [...view.all('workspaces')].sort((a, b) => a.id - b.id),
    users: [...view.all('users')].sort((a, b) => a.id - b.id),
    providers: [...view.all('providers')].sort((a, b) => (a.id < b.id ? -1 : 1)),
    voices: [...view.all('voices')].sort((a, b) =>
      a.provider_id === b.provider_id ? a.position - b.position : a.provider_id < b.provider_id ? -1 : 1,
    ),
    firstIds: {
      workspaces: highest('workspaces', 100),
      users: highest('users', 0),
      agents: highest('agents', 1000),
      campaigns: highest('campaigns', 5000),
      leads: Math.max(highestLead, 200_000) + 1,
      phone_numbers: highestNumber(view) + 1,
    },
  };
}

/** Numbers that are seeded count up in area code 555, below those of leads (`+15552000000`). */
function highestNumber(view: View): number {
  let highest = 1_000_000;
  for (const { id } of view.all('phone_numbers')) {
    const digits = /^\+1555([01]\d{6})$/.exec(id)?.[1];
    if (digits !== undefined) highest = Math.max(highest, Number(digits));
  }
  return highest;
}

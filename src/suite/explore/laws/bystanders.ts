import type { WalkState } from '../perform/walk-state.ts';

/** Reads what the settings name and the run does not write to: it stays as it was. */
export async function bystanderLaws(state: WalkState): Promise<void> {
  for (const { id } of state.api.settings.agents?.read ?? []) {
    state.take(await state.api.call('getAgent', { query: { agent_id: id } }));
  }
}

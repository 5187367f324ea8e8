import type { WalkState } from '../perform/walk-state.ts';
import type { AudienceStep } from '../steps.ts';

export async function audienceLaws(_step: AudienceStep, state: WalkState): Promise<void> {
  await state.api.call('verifyToken', { json: {} });
}

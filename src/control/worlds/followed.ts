import { ProfileError } from '../../clauses/profile/profile.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { FollowedProfile } from '../../worlds/followed-profile.ts';
import type { ControlContext } from '../control-handler.ts';

/** The profile that was sent, to be followed. @throws Problem naming each place that is wrong */
export function followed(profile: unknown, { follow }: Pick<ControlContext, 'follow'>): FollowedProfile {
  try {
    return follow(profile);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new Problem(400, error.faults.slice(0, 5).join(' '), 'profile');
  }
}

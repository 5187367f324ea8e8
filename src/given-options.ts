import { isDeepStrictEqual } from 'node:util';
import { checkProfile, namingFile, readProfile } from './clauses/profile.ts';
import { loadControlDocument } from './control/control-handler.ts';
import { readFaults } from './control/worlds/check-faults.ts';
import type { ContractDocument } from './document/read/load.ts';
import type { MockOptions } from './mock.ts';
import type { FaultDefinition } from './worlds/faults.ts';
import { refuseUnknown } from './text/nearest.ts';
import { type FollowedProfile, followProfile } from './worlds/world.ts';
import { defaultMemory, memorySize, sizeRule, withinHeap } from './worlds/memory-budget.ts';

/** Complete by its type, so that no option can be forgotten here. */
const optionNames: Readonly<Record<keyof MockOptions, true>> = {
  scenario: true,
  dataDir: true,
  store: true,
  reads: true,
  sync: true,
  reset: true,
  strict: true,
  worldIdleTime: true,
  worldLimit: true,
  memory: true,
  controlToken: true,
  controlOrigins: true,
  profile: true,
  faults: true,
  publicUrl: true,
  clock: true,
  log: true,
  onNotice: true,
};

/** @throws TypeError for an option that there is not */
export function refuseUnknownOptions(options: object, more: readonly string[] = []): void {
  refuseUnknown(options, [...more, ...Object.keys(optionNames)], more.length === 0 ? 'createMock' : 'voiceAgentMock');
}

/**
 * The profile that the options name; undefined for none.
 * @throws ProfileError if it cannot be followed, UnusableFileError if its file cannot be read
 */
export function givenProfile(
  { profile }: Pick<MockOptions, 'profile'>,
  document: ContractDocument,
): FollowedProfile | undefined {
  if (profile === undefined) return undefined;
  const { choices } = document;
  if (typeof profile !== 'string') return followProfile(document, checkProfile(profile, choices));
  const read = readProfile(profile, choices);
  return namingFile(profile, () => followProfile(document, read));
}

/** @throws Error if a store follows another profile than the one that is given */
export function refuseOtherProfile(given: FollowedProfile | undefined, followed: FollowedProfile | undefined): void {
  if (given === undefined || isDeepStrictEqual(given.profile, followed?.profile)) return;
  const present = followed === undefined ? 'no profile' : `a profile ${followed.profile.name}`;
  throw new Error(
    `The store follows ${present}, not the profile ${given.profile.name} as it is given: leave --profile out, change it for all replicas with PUT /__mock/profile, or begin again with --reset.`,
  );
}

/**
 * The faults that every world begins with.
 * @throws FaultsError if they cannot be taken, UnusableFileError if their file cannot be read
 */
export function givenFaults(
  { faults }: Pick<MockOptions, 'faults'>,
  document: ContractDocument,
  profile: FollowedProfile | undefined,
): readonly FaultDefinition[] {
  return faults === undefined ? [] : readFaults(faults, profile?.document ?? document, loadControlDocument());
}

/** What journals, snapshots and worlds may hold, in bytes. @throws RangeError if it is not a size */
export function memoryOf({ memory = defaultMemory }: Pick<MockOptions, 'memory'>): number {
  const bytes = memorySize(memory);
  if (bytes !== undefined) return withinHeap(bytes);
  throw new RangeError(`memory ${memory} is not ${sizeRule}.`);
}

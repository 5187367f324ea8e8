import type { ProviderFault } from '../provider-fault.ts';
import { atomicity } from './atomicity.ts';
import { combinations } from './combinations.ts';
import { histories } from './histories.ts';
import { isolation } from './isolation.ts';
import { paging } from './paging.ts';
import { races } from './races.ts';
import { times } from './times.ts';
import { types } from './types.ts';
import { values } from './values.ts';

/** Broken providers whose fault shows under a condition alone: walks look for them, written checks find few. */
export const conditionalFaults: readonly ProviderFault[] = [
  ...histories,
  ...values,
  ...combinations,
  ...paging,
  ...races,
  ...atomicity,
  ...isolation,
  ...times,
  ...types,
];

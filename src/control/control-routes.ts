import type { ControlRoutes } from './control-handler.ts';
import * as coverage from './journal/coverage-routes.ts';
import * as journal from './journal/journal-routes.ts';
import * as verify from './journal/verify-journal.ts';
import * as metrics from './metrics/metrics-routes.ts';
import * as identity from './records/identity-routes.ts';
import * as records from './records/records-routes.ts';
import * as rules from './records/rules-routes.ts';
import * as clock from './worlds/clock-routes.ts';
import * as dialling from './worlds/dialling-routes.ts';
import * as faults from './worlds/faults-routes.ts';
import * as imports from './worlds/import-routes.ts';
import * as profile from './worlds/profile-routes.ts';
import * as snapshots from './worlds/snapshots-routes.ts';
import * as worlds from './worlds/worlds-routes.ts';

/** Every operation of `control.yaml`. These files export nothing but handlers, each named for its operation. */
export const controlRoutes: ControlRoutes = {
  ...coverage,
  ...journal,
  ...verify,
  ...metrics,
  ...identity,
  ...records,
  ...rules,
  ...clock,
  ...dialling,
  ...faults,
  ...imports,
  ...profile,
  ...snapshots,
  ...worlds,
};

import type { JSX } from 'preact';
import { ClockPanel } from './clock-panel.tsx';
import { ComparePanel, SnapshotsPanel } from './snapshots-panel.tsx';
import { FaultList, FaultPresets } from './faults.tsx';
import { DocumentedErrors, FaultForm, OwnAnswer } from './fault-form.tsx';
import { WorldsPanel } from './worlds-panel.tsx';

/** What changes the mock from outside of the API. */
export function SteerPage(): JSX.Element {
  return (
    <>
      <div class="page-head">
        <h1>Faults &amp; time</h1>
      </div>
      <div class="columns">
        <div>
          <FaultList />
          <FaultPresets />
          <DocumentedErrors />
          <FaultForm />
          <OwnAnswer />
        </div>
        <div>
          <ClockPanel />
          <WorldsPanel />
          <SnapshotsPanel />
          <ComparePanel />
        </div>
      </div>
    </>
  );
}

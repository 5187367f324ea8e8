import type { JSX } from 'preact';
import { ClockPanel } from './clock-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { DocumentedErrors } from './documented-errors.tsx';
import { FaultForm } from './fault-form.tsx';
import { FaultList } from './fault-list.tsx';
import { FaultPresets } from './fault-presets.tsx';
import { OwnAnswer } from './own-answer.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
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

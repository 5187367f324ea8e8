import type { JSX } from 'preact';
import type { Schemas } from '../api/control-client.ts';
import { jsonDiff } from '../text/json-diff.ts';
import { DifferenceTable } from '../ui/difference-table.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Mark } from '../ui/marks.tsx';
import { Panel } from '../ui/panel.tsx';

type Change = Schemas['JournalEntry']['changes'][number];

/** More changes than these are counted: a force-complete can halt a whole audience. */
const shownChanges = 20;

/** The records that a request changed, before and after. */
export function ChangedRecords({ changes }: { readonly changes: readonly Change[] }): JSX.Element {
  return (
    <Panel title="Changed records" aside={<span class="muted number">{changes.length}</span>}>
      {changes.slice(0, shownChanges).map((change) => (
        <ChangedRecord key={`${change.collection} ${change.id}`} change={change} />
      ))}
      {changes.length > shownChanges ? <p class="muted">And {changes.length - shownChanges} more.</p> : null}
    </Panel>
  );
}

function ChangedRecord({ change: { collection, id, before, after } }: { readonly change: Change }): JSX.Element {
  const name = `${collection} ${id}`;
  return (
    <div class="record">
      <h3>
        {name} {before === null ? <Mark tone="good">new</Mark> : after === null ? <Mark tone="bad">gone</Mark> : null}
      </h3>
      {before !== null && after !== null ? (
        <DifferenceTable name={`Changes of ${name}`} differences={jsonDiff(before, after)} />
      ) : (
        <JsonView value={before ?? after} name={name} />
      )}
    </div>
  );
}

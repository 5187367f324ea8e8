import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry } from '../live/live-journal.ts';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { Empty } from '../ui/notice.tsx';
import { Field } from '../ui/panel.tsx';
import { RequestDetail } from './request-detail.tsx';
import { everyRequest, filterRequests, type RequestFilter, type SearchTexts } from './request-filter.ts';
import { RequestList } from './request-list.tsx';

/** What the app just asked, live, and what came of it. */
export function RequestsPage(): JSX.Element {
  const { live, router, control, perform } = useSession();
  const [filter, setFilter] = useState<RequestFilter>(everyRequest);
  const [paused, setPaused] = useState<readonly JournalEntry[] | undefined>();
  const entries = paused ?? live.entries.value;
  const [texts] = useState<SearchTexts>(() => new WeakMap());
  const shown = useMemo(() => filterRequests(entries, filter, texts), [entries, filter]);
  const opened = Number(router.route.value.steps[1] ?? Number.NaN);
  const openedId = Number.isInteger(opened) ? opened : undefined;
  const clear = () =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/journal'));
      live.restart();
      router.open('requests');
      return 'The journal is empty.';
    });
  return (
    <div class={`requests-page ${openedId === undefined ? '' : 'with-detail'}`}>
      <div class="request-column">
        <div class="page-head">
          <h1>Requests</h1>
          <div class="row">
            <button
              type="button"
              class="button"
              aria-pressed={paused !== undefined}
              onClick={() => setPaused(paused === undefined ? live.entries.value : undefined)}
            >
              {paused === undefined ? 'Pause' : 'Go on'}
            </button>
            <button type="button" class="button" onClick={() => void clear()}>
              Clear
            </button>
          </div>
        </div>
        <FilterBar filter={filter} onChange={setFilter} entries={entries} />
        <p class="muted count number" role="status">
          {shown.length === entries.length
            ? `${entries.length} requests`
            : `${shown.length} of ${entries.length} requests`}
          {live.leftOut.value > 0 ? `, ${live.leftOut.value} left out because they came too fast` : ''}
        </p>
        {shown.length > 0 ? (
          <RequestList entries={shown} openedId={openedId} />
        ) : entries.length > 0 ? (
          <Empty title="No request is like that">
            <button type="button" class="button" onClick={() => setFilter(everyRequest)}>
              Show all
            </button>
          </Empty>
        ) : (
          <Empty title="No requests yet">
            Send one to <code>{window.location.origin}</code> and it is here at once.{' '}
            <a href={router.link('')}>Start here</a> has addresses, tokens and snippets.
          </Empty>
        )}
        {entries.length >= 200 && entries.length < 1000 && (entries.at(-1)?.id ?? 1) > 1 ? (
          <button type="button" class="button small" onClick={() => void live.loadOlder()}>
            Load older
          </button>
        ) : null}
      </div>
      {openedId === undefined ? null : <RequestDetail key={openedId} id={openedId} />}
    </div>
  );
}

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly entries: readonly JournalEntry[];
}

function FilterBar({ filter, onChange, entries }: FilterBarProps): JSX.Element {
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].sort();
  return (
    <div class="filters" role="search">
      <Field label="Search" class="wide">
        <input
          type="search"
          placeholder="address, body, rule …"
          value={filter.text}
          onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        />
      </Field>
      <Field label="Operation">
        <select
          value={filter.operation}
          onChange={({ currentTarget }) => onChange({ ...filter, operation: currentTarget.value })}
        >
          <option value="">all</option>
          {operations.map((operation) => (
            <option key={operation}>{operation}</option>
          ))}
        </select>
      </Field>
      <Field label="Status">
        <select
          value={filter.status}
          onChange={({ currentTarget }) => onChange({ ...filter, status: currentTarget.value })}
        >
          <option value="">all</option>
          <option value="2">2xx</option>
          <option value="4">4xx</option>
          <option value="5">5xx</option>
          <option value="none">cut</option>
        </select>
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.isMarked}
          onChange={({ currentTarget }) => onChange({ ...filter, isMarked: currentTarget.checked })}
        />
        Warnings and faults
      </label>
    </div>
  );
}

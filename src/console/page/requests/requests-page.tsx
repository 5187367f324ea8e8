import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { firstPage, keptEntries, type JournalEntry } from '../live/live-journal.ts';
import { addressOfWorld } from '../api/world-address.ts';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { Button, SelectField } from '../ui/controls.tsx';
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
            <Button onClick={clear}>Clear</Button>
          </div>
        </div>
        <FilterBar filter={filter} onChange={setFilter} entries={entries} />
        <p class="muted count number" role="status">
          {shown.length === entries.length ? '' : `${shown.length} of `}
          {entries.length} requests
          {live.leftOut.value > 0 ? `, ${live.leftOut.value} left out because they came too fast` : ''}
        </p>
        {shown.length > 0 ? (
          <RequestList entries={shown} openedId={openedId} />
        ) : (
          <NoRequests isFiltered={entries.length > 0} onShowAll={() => setFilter(everyRequest)} />
        )}
        {hasOlder(entries) ? (
          <Button kind="small" onClick={() => live.loadOlder()}>
            Load older
          </Button>
        ) : null}
      </div>
      {openedId === undefined ? null : <RequestDetail key={openedId} id={openedId} />}
    </div>
  );
}

/** Whether the mock may hold entries before these: a first page is full, and the page holds more. */
function hasOlder(entries: readonly JournalEntry[]): boolean {
  return entries.length >= firstPage && entries.length < keptEntries && (entries.at(-1)?.id ?? 1) > 1;
}

interface NoRequestsProps {
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

function NoRequests({ isFiltered, onShowAll }: NoRequestsProps): JSX.Element {
  const { router, origin } = useSession();
  if (isFiltered) {
    return (
      <Empty title="No request is like that">
        <Button onClick={onShowAll}>Show all</Button>
      </Empty>
    );
  }
  return (
    <Empty title="No requests yet">
      Send one to <code>{addressOfWorld(origin, router.world.value)}</code> and it is here at once.{' '}
      <a href={router.link('')}>Start here</a> has addresses, tokens and snippets, and{' '}
      <a href={router.link('send')}>Send</a> sends one from here.
    </Empty>
  );
}

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly entries: readonly JournalEntry[];
}

const statuses = [
  { value: '', label: 'all' },
  { value: '2', label: '2xx' },
  { value: '4', label: '4xx' },
  { value: '5', label: '5xx' },
  { value: 'none', label: 'cut' },
];

function FilterBar({ filter, onChange, entries }: FilterBarProps): JSX.Element {
  const { isConsoleShown } = useSession();
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
      <SelectField
        label="Operation"
        value={filter.operation}
        options={[{ value: '', label: 'all' }, ...operations]}
        onChange={(operation) => onChange({ ...filter, operation })}
      />
      <SelectField
        label="Status"
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={filter.isMarked}
          onChange={({ currentTarget }) => onChange({ ...filter, isMarked: currentTarget.checked })}
        />
        Warnings and faults
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isConsoleShown.value}
          onChange={({ currentTarget }) => (isConsoleShown.value = currentTarget.checked)}
        />
        The console's own
      </label>
    </div>
  );
}

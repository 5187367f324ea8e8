import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addressOfWorld, dataFrom } from '../api/send-request.ts';
import { type JournalEntry, firstPage, keptEntries } from '../live/live-journal.ts';
import { RequestDetail } from './request-detail.tsx';
import { useSession } from '../session.ts';
import { Mark, StatusMark } from '../ui/code.tsx';
import { Button, CheckField, type Fields, SearchField, SelectField, useFields } from '../ui/controls.tsx';
import { Empty } from '../ui/notice.tsx';
import { Split, useMediaQuery } from '../ui/split-page.tsx';

/** What the app just asked, live, and what came of it. */
export function RequestsPage(): JSX.Element {
  const { live, router, control, perform } = useSession();
  const { values: filter, field, setValues } = useFields(everyRequest);
  const [paused, setPaused] = useState<readonly JournalEntry[] | undefined>();
  const entries = paused ?? live.entries.value;
  const [texts] = useState<SearchTexts>(() => new WeakMap());
  const shown = useMemo(() => filterRequests(entries, filter, texts), [entries, filter]);
  const opened = Number(router.route.value.steps[1] ?? Number.NaN);
  const openedId = Number.isInteger(opened) ? opened : undefined;
  const clear = () =>
    perform(async () => {
      await dataFrom(control.DELETE('/__mock/journal'));
      live.restart();
      router.open('requests');
      return 'The journal is empty.';
    });
  const actions = (
    <div class="row">
      <Button
        text={paused === undefined ? 'Pause' : 'Go on'}
        isPressed={paused !== undefined}
        onClick={() => setPaused(paused === undefined ? live.entries.value : undefined)}
      />
      <Button text="Clear" onClick={clear} />
    </div>
  );
  return (
    <Split
      title="Requests"
      class="requests"
      actions={actions}
      detail={openedId === undefined ? undefined : <RequestDetail key={openedId} id={openedId} />}
    >
      <FilterBar field={field} entries={entries} />
      <p class="muted count number" role="status">
        {shown.length === entries.length ? '' : `${shown.length} of `}
        {entries.length} requests
        {live.leftOut.value > 0 ? `, ${live.leftOut.value} left out because they came too fast` : ''}
      </p>
      {shown.length > 0 ? (
        <RequestList entries={shown} openedId={openedId} />
      ) : entries.length > 0 ? (
        <Empty title="No request is like that">
          <Button text="Show all" onClick={() => setValues(everyRequest)} />
        </Empty>
      ) : (
        <NoRequests />
      )}
      {hasOlder(entries) ? <Button text="Load older" kind="small" onClick={() => live.loadOlder()} /> : null}
    </Split>
  );
}

/** Whether the mock may hold entries before these: a first page is full, and the page holds more. */
function hasOlder(entries: readonly JournalEntry[]): boolean {
  return entries.length >= firstPage && entries.length < keptEntries && (entries.at(-1)?.id ?? 1) > 1;
}

function NoRequests(): JSX.Element {
  const { router, origin } = useSession();
  return (
    <Empty title="No requests yet">
      Send one to <code>{addressOfWorld(origin, router.world.value)}</code> and it is here at once.{' '}
      <a href={router.link('')}>Start here</a> has addresses, tokens and snippets, and{' '}
      <a href={router.link('send')}>Send</a> sends one from here.
    </Empty>
  );
}

const statuses = [
  { value: '', label: 'all' },
  { value: '2', label: '2xx' },
  { value: '4', label: '4xx' },
  { value: '5', label: '5xx' },
  { value: 'none', label: 'cut' },
];

interface FilterBarProps {
  readonly field: Fields<RequestFilter>['field'];
  readonly entries: readonly JournalEntry[];
}

function FilterBar({ field, entries }: FilterBarProps): JSX.Element {
  const { isConsoleShown } = useSession();
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].sort();
  const ofConsole = { value: isConsoleShown.value, onChange: (isShown: boolean) => (isConsoleShown.value = isShown) };
  return (
    <div class="filters row bottom" role="search">
      <SearchField placeholder="address, body, rule …" {...field('text')} />
      <SelectField label="Operation" options={[{ value: '', label: 'all' }, ...operations]} {...field('operation')} />
      <SelectField label="Status" options={statuses} {...field('status')} />
      <CheckField label="Warnings and faults" {...field('isMarked')} />
      <CheckField label="The console's own" {...ofConsole} />
    </div>
  );
}

interface RequestListProps {
  readonly entries: readonly JournalEntry[];
  readonly openedId: number | undefined;
}

/** So many rows beyond what is seen are drawn, so that none is missing while one scrolls. */
const spareRows = 8;

/**
 * Draws the rows that can be seen, whatever number there are. After scrolling down, the same rows stay in view
 * while new ones come in above.
 */
function RequestList({ entries, openedId }: RequestListProps): JSX.Element {
  const rowHeight = useMediaQuery('(max-width: 720px)') ? 60 : 38;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const firstId = useRef<number | undefined>();
  useLayoutEffect(() => {
    const added = entries.findIndex(({ id }) => id === firstId.current);
    firstId.current = entries[0]?.id;
    if (added > 0 && frame.current !== null && frame.current.scrollTop > 0) {
      frame.current.scrollTop += added * rowHeight;
    }
  }, [entries]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spareRows);
  const shown = entries.slice(first, first + Math.ceil(view.height / rowHeight) + 2 * spareRows);
  return (
    <div
      class="request-list"
      ref={frame}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setView({ top: scrollTop, height: clientHeight })}
      onKeyDown={walk}
    >
      <ul style={{ height: `${entries.length * rowHeight}px` }} aria-label={`Requests, ${entries.length}`}>
        {shown.map((entry, index) => (
          <li key={entry.id} style={{ top: `${(first + index) * rowHeight}px`, height: `${rowHeight}px` }}>
            <RequestRow entry={entry} isOpened={entry.id === openedId} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RequestRow({ entry, isOpened }: { readonly entry: JournalEntry; readonly isOpened: boolean }): JSX.Element {
  const { router } = useSession();
  const { request, operation, status, duration, warning, faults, world, is_of_console } = entry;
  return (
    <a class="request-row" href={router.link(`requests/${entry.id}`)} aria-current={isOpened ? 'true' : undefined}>
      <span class="time number muted">{entry.at.slice(11, 19)}</span>
      <StatusMark status={status} />
      <span class="method">{request.method}</span>
      <span class="target">
        <span class="operation">{operation ?? 'no operation'}</span>
        <span class="url muted" title={request.url}>
          {lastStep(request.url)}
        </span>
      </span>
      <span class="flags">
        {is_of_console ? <Mark tone="accent">console</Mark> : null}
        {warning === null ? null : (
          <Mark tone="warn" title={warning}>
            warning
          </Mark>
        )}
        {faults.length === 0 ? null : <Mark tone="bad">fault</Mark>}
        <span class="world-name muted">{world}</span>
      </span>
      <span class="duration number muted">{duration.toFixed(duration < 10 ? 1 : 0)} ms</span>
    </a>
  );
}

/** The end of an address, with its query: what comes before is nearly always the same. */
function lastStep(url: string): string {
  const end = url.indexOf('?');
  return url.slice(url.lastIndexOf('/', end < 0 ? url.length : end));
}

/** The arrow keys go from row to row. */
function walk(event: KeyboardEvent): void {
  if (!['ArrowDown', 'ArrowUp'].includes(event.key) || !(event.target instanceof HTMLElement)) return;
  const way = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
  const next = event.target.closest('li')?.[way]?.querySelector('a');
  if (next === null || next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface RequestFilter {
  readonly text: string;
  readonly operation: string;
  /** `2` for all from 200 to 299, and so on; `none` for connections cut; empty for all. */
  readonly status: string;
  /** Only what has a warning, or met a fault. */
  readonly isMarked: boolean;
}

export const everyRequest: RequestFilter = { text: '', operation: '', status: '', isMarked: false };

/** What a search looks through, entry by entry, kept as long as the entries are. */
type SearchTexts = WeakMap<JournalEntry, string>;

/** What of the journal is asked for, in its order. */
export function filterRequests(
  entries: readonly JournalEntry[],
  filter: RequestFilter,
  texts: SearchTexts,
): readonly JournalEntry[] {
  const text = filter.text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (filter.operation === '' || entry.operation === filter.operation) &&
      (filter.status === '' || statusClass(entry.status) === filter.status) &&
      (!filter.isMarked || entry.warning !== null || entry.faults.length > 0) &&
      (text === '' || searchable(entry, texts).includes(text)),
  );
}

function statusClass(status: number | null): string {
  return status === null ? 'none' : String(Math.floor(status / 100));
}

/** All that is shown of it in lower case, made once. */
function searchable(entry: JournalEntry, texts: SearchTexts): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(entry).toLowerCase();
  texts.set(entry, text);
  return text;
}

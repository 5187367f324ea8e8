import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../live/live-journal.ts';
import { useSession } from '../session.ts';
import { Mark, StatusMark } from '../ui/marks.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';

export interface RequestListProps {
  readonly entries: readonly JournalEntry[];
  readonly openedId: number | undefined;
}

/** So many rows beyond what is seen are drawn, so that none is missing while one scrolls. */
const spareRows = 8;

/**
 * Draws the rows that can be seen, whatever number there are. After scrolling down, the same rows stay in view
 * while new ones come in above.
 */
export function RequestList({ entries, openedId }: RequestListProps): JSX.Element {
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
      <span class="time number">{entry.at.slice(11, 19)}</span>
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
      </span>
      <span class="world-name muted">{world}</span>
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
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const way = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? step[event.key] : undefined;
  if (way === undefined || !(event.target instanceof HTMLElement)) return;
  const next = event.target.closest('li')?.[way]?.querySelector('a');
  if (next === null || next === undefined) return;
  event.preventDefault();
  next.focus();
}

import type { ComponentChildren, JSX } from 'preact';
import { useSession } from '../session.ts';
import { LoadedView } from './loaded-view.tsx';
import { Empty } from './notice.tsx';
import type { Loaded } from './use-loaded.ts';

interface Identified {
  readonly id: number;
}

export interface SplitPageProps<T extends Identified> {
  readonly title: string;
  /** What one record is called, in lower case; its page lies below the plural. */
  readonly noun: string;
  readonly loaded: Loaded<readonly T[]>;
  /** Shown if there are no records. */
  readonly empty: ComponentChildren;
  readonly card: (record: T) => ComponentChildren;
  readonly detail: (record: T) => ComponentChildren;
}

/** A list of records, and beside it the one that the address names. */
export function SplitPage<T extends Identified>(props: SplitPageProps<T>): JSX.Element {
  const { title, noun, loaded, empty, card, detail } = props;
  const { router } = useSession();
  const path = `${noun}s`;
  const openedId = Number(router.route.value.steps[1] ?? Number.NaN);
  const opened = loaded.state === 'ready' ? loaded.value.find(({ id }) => id === openedId) : undefined;
  return (
    <div class={`split ${Number.isNaN(openedId) ? '' : 'with-detail'}`}>
      <div class="split-list">
        <div class="page-head">
          <h1>{title}</h1>
        </div>
        <LoadedView loaded={loaded} name={path}>
          {(records) =>
            records.length === 0 ? (
              <Empty title={`No ${path} in this world`}>{empty}</Empty>
            ) : (
              <ul class="cards">
                {records.map((record) => (
                  <li key={record.id}>
                    <a
                      class="card"
                      href={router.link(`${path}/${record.id}`)}
                      aria-current={record.id === openedId ? 'true' : undefined}
                    >
                      {card(record)}
                    </a>
                  </li>
                ))}
              </ul>
            )
          }
        </LoadedView>
      </div>
      {loaded.state !== 'ready' || Number.isNaN(openedId) ? null : (
        <article
          key={openedId}
          class="split-detail"
          aria-label={`${noun[0]?.toUpperCase()}${noun.slice(1)} ${openedId}`}
        >
          <a class="back" href={router.link(path)}>
            ← All {path}
          </a>
          {opened === undefined ? <Empty title={`There is no ${noun} ${openedId} in this world`} /> : detail(opened)}
        </article>
      )}
    </div>
  );
}

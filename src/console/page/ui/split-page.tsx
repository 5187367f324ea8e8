import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../session.ts';
import { Field } from './controls.tsx';
import { Empty, type Loaded, LoadedView } from './notice.tsx';

interface Identified {
  readonly id: number;
}

interface SplitPageProps<T extends Identified> {
  readonly title: string;
  /** What one record is called, in lower case; its page lies below the plural. */
  readonly noun: string;
  readonly loaded: Loaded<readonly T[]>;
  /** Shown if there are no records. */
  readonly empty: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  /** What a search looks through. */
  readonly searched: SearchedBy<T>;
  readonly card: (record: T) => ComponentChildren;
  readonly detail: (record: T) => ComponentChildren;
}

/** A list of records, and beside it the one that the address names. */
export function SplitPage<T extends Identified>(props: SplitPageProps<T>): JSX.Element {
  const { title, noun, loaded, empty, actions, searched, card, detail } = props;
  const [text, setText] = useState('');
  const { router } = useSession();
  const path = `${noun}s`;
  const openedId = Number(router.route.value.steps[1] ?? Number.NaN);
  const opened = loaded.state === 'ready' ? loaded.value.find(({ id }) => id === openedId) : undefined;
  return (
    <div class={`split ${Number.isNaN(openedId) ? '' : 'with-detail'}`}>
      <div class="split-list">
        <div class="page-head">
          <h1>{title}</h1>
          {actions}
        </div>
        <LoadedView loaded={loaded} name={path}>
          {(records) =>
            records.length === 0 ? (
              <Empty title={`No ${path} in this world`}>{empty}</Empty>
            ) : (
              <>
                <div class="filters" role="search">
                  <Field label="Search" class="wide">
                    <input
                      type="search"
                      placeholder="name, id, state …"
                      value={text}
                      onInput={({ currentTarget }) => setText(currentTarget.value)}
                    />
                  </Field>
                </div>
                <CardList
                  records={foundIn(records, text, searched)}
                  openedId={openedId}
                  link={(id) => router.link(`${path}/${id}`)}
                  card={card}
                />
              </>
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

/** Those that have every word of a text. */
function foundIn<T>(records: readonly T[], text: string, searched: SearchedBy<T>): readonly T[] {
  const words = text.toLowerCase().split(/\s+/);
  return records.filter((record) => {
    const looked = searched(record).join(' ').toLowerCase();
    return words.every((word) => looked.includes(word));
  });
}

type SearchedBy<T> = (record: T) => readonly (string | number)[];

interface CardListProps<T extends Identified> {
  readonly records: readonly T[];
  readonly openedId: number;
  readonly link: (id: number) => string;
  readonly card: (record: T) => ComponentChildren;
}

function CardList<T extends Identified>({ records, openedId, link, card }: CardListProps<T>): JSX.Element {
  if (records.length === 0) return <Empty title="Nothing is like that" />;
  return (
    <ul class="cards">
      {records.map((record) => (
        <li key={record.id}>
          <a class="card" href={link(record.id)} aria-current={record.id === openedId ? 'true' : undefined}>
            {card(record)}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function useMediaQuery(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setFits(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return fits;
}

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../session.ts';
import { SearchField } from './controls.tsx';
import { Empty, type Loaded, LoadedView } from './notice.tsx';

interface PageHeadProps {
  readonly title: string;
  /** What the page is for. */
  readonly children?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
}

export function PageHead({ title, children, actions }: PageHeadProps): JSX.Element {
  return (
    <div class="page-head row apart">
      <div>
        <h1>{title}</h1>
        {children === undefined ? null : <p class="muted">{children}</p>}
      </div>
      {actions}
    </div>
  );
}

interface SplitProps extends Pick<PageHeadProps, 'title' | 'actions'> {
  /** `requests` gives the list more room. */
  readonly class?: string;
  /** The list. */
  readonly children: ComponentChildren;
  /** What of the list is opened; undefined if nothing is. */
  readonly detail: JSX.Element | undefined;
}

/** A page with a list, and beside it what of the list is opened. */
export function Split({ title, class: name = '', actions, children, detail }: SplitProps): JSX.Element {
  // Where there is no room for both, the page's name still is for those who have it read to them.
  const isAlone = useMediaQuery('(max-width: 1100px)') && detail !== undefined;
  return (
    <div class={`split ${name} ${detail === undefined ? '' : 'with-detail'}`}>
      {isAlone ? (
        <h1 class="visually-hidden">{title}</h1>
      ) : (
        <div class="split-list">
          <PageHead title={title} actions={actions} />
          {children}
        </div>
      )}
      {detail}
    </div>
  );
}

interface SplitDetailProps {
  readonly name: string;
  /** What the list is of, in the plural: `requests`. */
  readonly list: string;
  /** The list's page. */
  readonly path?: string;
  readonly children: ComponentChildren;
}

/** What is opened, under a way back to the list where there is no room for both. */
export function SplitDetail({ name, list, path = list, children }: SplitDetailProps): JSX.Element {
  const { router } = useSession();
  return (
    <article class="split-detail stack" aria-label={name}>
      <a class="back" href={router.link(path)}>
        ← All {list}
      </a>
      {children}
    </article>
  );
}

interface RecordsPageProps<T> extends Pick<PageHeadProps, 'title' | 'actions'> {
  /** What one record is called, in lower case; its page lies below the plural. */
  readonly noun: string;
  readonly loaded: Loaded<readonly T[]>;
  /** Shown if there are no records. */
  readonly empty: ComponentChildren;
  /** What a search looks through. */
  readonly searched: (record: T) => readonly (string | number)[];
  readonly card: (record: T) => ComponentChildren;
  readonly detail: (record: T) => ComponentChildren;
}

/** A list of records, and beside it the one that the address names. */
export function RecordsPage<T extends { readonly id: number }>(props: RecordsPageProps<T>): JSX.Element {
  const { title, noun, loaded, empty, actions, searched, card, detail } = props;
  const [text, setText] = useState('');
  const { router } = useSession();
  const list = `${noun}s`;
  const openedId = Number(router.route.value.steps[1] ?? Number.NaN);
  const opened = loaded.state === 'ready' ? loaded.value.find(({ id }) => id === openedId) : undefined;
  const isKnown = loaded.state === 'ready' && !Number.isNaN(openedId);
  const shown = isKnown ? (
    <SplitDetail key={openedId} name={`${noun[0]?.toUpperCase()}${noun.slice(1)} ${openedId}`} list={list}>
      {opened === undefined ? <Empty title={`There is no ${noun} ${openedId} in this world`} /> : detail(opened)}
    </SplitDetail>
  ) : undefined;
  return (
    <Split title={title} actions={actions} detail={shown}>
      <LoadedView loaded={loaded} name={list}>
        {(records) =>
          records.length === 0 ? (
            <Empty title={`No ${list} in this world`}>{empty}</Empty>
          ) : (
            <>
              <div class="filters row bottom" role="search">
                <SearchField placeholder="name, id, state …" value={text} onChange={setText} />
              </div>
              <CardList
                cards={records
                  .filter((record) => hasWords(searched(record).join(' '), text))
                  .map((record) => ({
                    path: `${list}/${record.id}`,
                    isOpened: record.id === openedId,
                    content: card(record),
                  }))}
              />
            </>
          )
        }
      </LoadedView>
    </Split>
  );
}

/** Whether a text has every one of the words. */
export function hasWords(looked: string, words: string): boolean {
  const text = looked.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface CardListProps {
  readonly cards: readonly {
    readonly path: string;
    readonly isOpened: boolean;
    readonly content: ComponentChildren;
  }[];
}

export function CardList({ cards }: CardListProps): JSX.Element {
  const { router } = useSession();
  if (cards.length === 0) return <Empty title="Nothing is like that" />;
  return (
    <ul class="cards">
      {cards.map(({ path, isOpened, content }) => (
        <li key={path}>
          <a class="card" href={router.link(path)} aria-current={isOpened ? 'true' : undefined}>
            {content}
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

import { computed, signal, type ReadonlySignal } from '@preact/signals';

export interface Route {
  /** The page and what of it is opened: `['requests', '12']`. */
  readonly steps: readonly string[];
  readonly world: string;
}

export interface Router {
  readonly route: ReadonlySignal<Route>;
  readonly world: ReadonlySignal<string>;
  /** The address of a page in the present world, or in another. */
  readonly link: (path: string, world?: string) => string;
  readonly open: (path: string, world?: string) => void;
}

const defaultWorld = 'default';

/** Follows the part of the address after `#`, so that a page can be kept as a bookmark and the back button works. */
export function createRouter(window: Window): Router {
  const landed = landingOf(window.location.pathname);
  if (landed !== undefined && window.location.hash === '') window.history.replaceState(null, '', landed);
  const route = signal(readRoute(window.location.hash));
  window.addEventListener('hashchange', () => (route.value = readRoute(window.location.hash)));
  const link = (path: string, world = route.value.world) =>
    `#/${path}${world === defaultWorld ? '' : `?world=${encodeURIComponent(world)}`}`;
  return {
    route,
    world: computed(() => route.value.world),
    link,
    open: (path, world) => (window.location.hash = link(path, world)),
  };
}

/** What the address of the documentation stands for; undefined for any other. In front of it may stand a world's. */
export function landingOf(pathname: string): string | undefined {
  const found = /^(.*?)(?:\/__mock\/worlds\/([^/]+))?\/__mock\/docs(\/control)?\/?$/.exec(pathname);
  if (found === null) return undefined;
  const [, before = '', world, control] = found;
  const named = world === undefined ? '' : `?world=${world}`;
  return `${before}/#/reference${control ?? ''}${named}`;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const world = new URLSearchParams(query).get('world') ?? '';
  return {
    steps: path.split('/').filter((step) => step !== ''),
    world: world === '' ? defaultWorld : world,
  };
}

import { type Signal, computed, effect, signal, untracked } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import {
  type ApiAnswer,
  type ApiRequest,
  type Asked,
  type PreparedRequest,
  dataFrom,
  errorMessage,
  openControlClient,
  prepareRequest,
  sendPrepared,
} from './api/send-request.ts';
import type { ControlClient } from '../../client/control-client.ts';
import { type DocumentedOperation, type DescribedDocument, describeDocument } from './api/described-document.ts';
import { LiveJournal } from './live/live-journal.ts';

interface Message {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

const tokenKey = 'voice-agent-mock control token';
const refreshTime = 5000;

/** What every page of the console uses. */
export class ConsoleSession {
  readonly router: ReturnType<typeof createRouter>;
  readonly origin: string;
  /** What the mock was started with as `--control-token`; empty if not given. */
  readonly controlToken: Signal<string>;
  /** Whether the mock asks for another control token. */
  readonly isTokenAsked = signal(false);
  /** Goes up after every action of this page. */
  readonly acted = signal(0);
  /** Whether the journal shows what the console itself asked. */
  readonly isConsoleShown = signal(false);
  readonly messages = signal<readonly Message[]>([]);
  readonly control: ControlClient;
  readonly live: LiveJournal;
  readonly #readings = new Map<string, Promise<DescribedDocument>>();
  #lastMessage = 0;

  constructor(window: Window) {
    // It leaves the address of the documentation, if the page was opened there.
    this.router = createRouter(window);
    this.origin = originOfPage(window.location);
    this.controlToken = signal(window.sessionStorage.getItem(tokenKey) ?? '');
    const { origin, router, controlToken, isConsoleShown } = this;
    const headers = () => ({
      'x-mock-world': router.world.value,
      ...(controlToken.value === '' ? {} : { 'x-mock-control-token': controlToken.value }),
    });
    const onAnswer = (status: number) => {
      if (status === 401) this.isTokenAsked.value = true;
      else if (status < 400) this.isTokenAsked.value = false;
    };
    this.control = openControlClient({ origin, headers, onAnswer });
    this.live = new LiveJournal({
      control: this.control,
      address: `${origin}/__mock/journal/stream`,
      headers,
      isConsoleShown: () => isConsoleShown.value,
    });
    // A message is about what was done on the page that it came on.
    const page = computed(() => router.route.value.steps[0] ?? '');
    page.subscribe(() => untracked(() => (this.messages.value = [])));
    // A rejection that no code handles is shown too.
    window.addEventListener('unhandledrejection', ({ reason }) => this.#say('failed', errorMessage(reason)));
    effect(() => window.sessionStorage.setItem(tokenKey, controlToken.value));
    // All are in the requests for the journal: it starts again when one changes.
    const identity = computed(() => JSON.stringify([router.world.value, controlToken.value, isConsoleShown.value]));
    identity.subscribe(() => untracked(() => this.live.restart()));
    // A change without a request to the API, such as a reset, is in no journal.
    setInterval(() => {
      if (window.document.visibilityState === 'visible') this.live.revision.value += 1;
    }, refreshTime);
  }

  /** The document of the API as the present world answers by it, whose profile may change it, or that of the control API. */
  readonly document = (name: 'openapi' | 'control'): Promise<DescribedDocument> => {
    const world = this.router.world.value;
    const key = `${name} ${world}`;
    const reading = this.#readings.get(key) ?? fetchDocument(`${this.origin}/__mock/${name}.json`, world);
    this.#readings.set(key, reading);
    reading.catch(() => this.#readings.delete(key));
    return reading;
  };

  /** A profile that changes changes the documents. */
  readonly forgetDocuments = (): void => this.#readings.clear();

  /** The operations of the API, from its document. */
  readonly operations = async (): Promise<readonly DocumentedOperation[]> =>
    (await this.document('openapi')).operations;

  /** Does some work and shows the text that it gives; returns whether it succeeded. Pages load their data again after it. */
  readonly perform = async (work: () => unknown): Promise<boolean> => {
    try {
      const text = await work();
      if (typeof text === 'string') this.#say('done', text);
      return true;
    } catch (error) {
      this.#say('failed', errorMessage(error));
      return false;
    } finally {
      this.live.revision.value += 1;
      this.acted.value += 1;
    }
  };

  /** Performs one request to the control API, and shows a text on success. */
  readonly act = <T>(ask: () => Asked<T>, text: string | ((answer: T) => string)): Promise<boolean> =>
    this.perform(async () => {
      const answer = await dataFrom(ask());
      return typeof text === 'string' ? text : text(answer);
    });

  /**
   * Sends a request in the present world.
   * @param isAsApp whether it counts as a request of the app under development; else it is marked as the console's
   */
  readonly send = (prepared: PreparedRequest, isAsApp = false): Promise<ApiAnswer> => {
    const mark = isAsApp ? {} : { 'x-mock-client': 'console' };
    const headers = { 'x-mock-world': this.router.world.value, ...mark, ...prepared.headers };
    return sendPrepared({ ...prepared, headers });
  };

  /** Sends a request to an operation of the API, in the present world. @throws Error if the document has none of that id */
  readonly request = async (operationId: string, parts: Omit<ApiRequest, 'operation'>): Promise<ApiAnswer> => {
    const operation = (await this.operations()).find(({ id }) => id === operationId);
    if (operation === undefined) throw new Error(`The document has no operation ${operationId}.`);
    return this.send(withoutFaults(prepareRequest({ operation, ...parts })));
  };

  readonly dismiss = (id: number): void => {
    this.messages.value = this.messages.value.filter((message) => message.id !== id);
  };

  #say(kind: Message['kind'], text: string): void {
    const id = (this.#lastMessage += 1);
    this.messages.value = [...this.messages.value.slice(-2), { id, kind, text }];
    if (kind === 'done') setTimeout(() => this.dismiss(id), 5000);
  }
}

/** What the console asks uses up no fault that is set for the app. */
export function withoutFaults(prepared: PreparedRequest): PreparedRequest {
  return { ...prepared, headers: { ...prepared.headers, 'x-mock-faults': 'none' } };
}

/** Where the mock is: the page's own address, below the path that another server mounts it at. */
function originOfPage({ origin, pathname }: Location): string {
  const [above = ''] = pathname.split('/__mock/', 1);
  return origin + above.replace(/\/$/, '');
}

export const SessionContext = createContext<ConsoleSession | undefined>(undefined);

export function useSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('A component of the console stands in a SessionContext.');
  return session;
}

async function fetchDocument(address: string, world: string): Promise<DescribedDocument> {
  const response = await fetch(address, { headers: { 'x-mock-world': world } });
  return describeDocument(await response.json());
}

const defaultWorld = 'default';

/** Follows the part of the address after `#`, so that a page can be kept as a bookmark and the back button works. */
function createRouter(window: Window) {
  const landed = landingOf(window.location.pathname);
  if (landed !== undefined && window.location.hash === '') window.history.replaceState(null, '', landed);
  const route = signal(readRoute(window.location.hash));
  window.addEventListener('hashchange', () => (route.value = readRoute(window.location.hash)));
  /** The address of a page in the present world, or in another. */
  const link = (path: string, world = route.value.world) =>
    `#/${path}${world === defaultWorld ? '' : `?world=${encodeURIComponent(world)}`}`;
  return {
    route,
    world: computed(() => route.value.world),
    link,
    open: (path: string, world?: string) => (window.location.hash = link(path, world)),
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

/** The page and what of it is opened, `['requests', '12']`, and the world that it shows. */
export function readRoute(hash: string): { readonly steps: readonly string[]; readonly world: string } {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const world = new URLSearchParams(query).get('world') ?? '';
  return {
    steps: path.split('/').filter((step) => step !== ''),
    world: world === '' ? defaultWorld : world,
  };
}

import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { answerOf, createControlClient, messageOf, type Asked, type ControlClient } from './api/control-client.ts';
import { documentedOperations, type DocumentedOperation } from './api/documented-operations.ts';
import { LiveJournal } from './live/live-journal.ts';
import { sendRequest, type ApiAnswer, type ApiRequest } from './api/send-request.ts';
import { createRouter, type Router } from './router.ts';

export interface Message {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** What every page of the console uses. */
export interface Session {
  readonly origin: string;
  readonly router: Router;
  readonly control: ControlClient;
  readonly live: LiveJournal;
  /** What the mock was started with as `--control-token`; empty if not given. */
  readonly controlToken: Signal<string>;
  /** Whether the mock asks for another control token. */
  readonly isTokenAsked: ReadonlySignal<boolean>;
  /** Goes up after every action of this page. */
  readonly acted: ReadonlySignal<number>;
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** The operations of the API, from its document. */
  readonly operations: () => Promise<readonly DocumentedOperation[]>;
  readonly dismiss: (id: number) => void;
  /** Does some work and shows its result; returns whether it succeeded. Pages load their data again after it. */
  readonly perform: (work: () => Promise<string | undefined>) => Promise<boolean>;
  /** Performs one request to the control API, and shows a text on success. */
  readonly act: <T>(ask: () => Asked<T>, text: string | ((answer: T) => string)) => Promise<boolean>;
  /** Sends a request to an operation of the API, in the present world. @throws Error if the document has none of that id */
  readonly request: (operationId: string, parts: Omit<ApiRequest, 'operation' | 'world'>) => Promise<ApiAnswer>;
}

const tokenKey = 'voice-agent-mock control token';
const refreshTime = 5000;

export function createSession(window: Window): Session {
  const origin = addressOf(window.location);
  const router = createRouter(window);
  const controlToken = signal(window.sessionStorage.getItem(tokenKey) ?? '');
  const isTokenAsked = signal(false);
  const acted = signal(0);
  const { messages, say, dismiss } = createMessages();
  const operations = createOperations(origin);
  const headers = () => ({
    'x-mock-world': router.world.value,
    ...(controlToken.value === '' ? {} : { 'x-mock-control-token': controlToken.value }),
  });
  const onAnswer = (status: number) => {
    if (status === 401) isTokenAsked.value = true;
    else if (status < 400) isTokenAsked.value = false;
  };
  const control = createControlClient({ origin, headers, onAnswer });
  const live = new LiveJournal({ control, address: `${origin}/__mock/journal/stream`, headers });
  const perform: Session['perform'] = async (work) => {
    try {
      const text = await work();
      if (text !== undefined) say('done', text);
      return true;
    } catch (error) {
      say('failed', messageOf(error));
      return false;
    } finally {
      live.revision.value += 1;
      acted.value += 1;
    }
  };
  const request: Session['request'] = async (operationId, parts) => {
    const operation = (await operations()).find(({ id }) => id === operationId);
    if (operation === undefined) throw new Error(`The document has no operation ${operationId}.`);
    return sendRequest({ operation, world: router.world.value, ...parts });
  };
  // A message is about what was done on the page that it came on.
  const page = computed(() => router.route.value.steps[0] ?? '');
  page.subscribe(() => untracked(() => (messages.value = [])));
  // A rejection that no code handles is shown too.
  window.addEventListener('unhandledrejection', ({ reason }) => say('failed', messageOf(reason)));
  effect(() => window.sessionStorage.setItem(tokenKey, controlToken.value));
  // Both are in every request's headers: the journal starts again when either changes.
  const identity = computed(() => JSON.stringify([router.world.value, controlToken.value]));
  identity.subscribe(() => untracked(() => live.restart()));
  // A change without a request to the API, such as a reset, is in no journal.
  setInterval(() => {
    if (window.document.visibilityState === 'visible') live.revision.value += 1;
  }, refreshTime);
  const act: Session['act'] = (ask, text) =>
    perform(async () => {
      const answer = await answerOf(ask());
      return typeof text === 'string' ? text : text(answer);
    });
  return {
    ...{ origin, router, control, live, controlToken, isTokenAsked, acted },
    ...{ messages, dismiss, operations, perform, act, request },
  };
}

/** Where the mock is: the page's own address, below the path that another server mounts it at. */
function addressOf({ origin, pathname }: Location): string {
  return origin + pathname.replace(/\/__mock\/worlds\/[^/]+\/$|\/$/, '');
}

function createMessages() {
  const messages = signal<readonly Message[]>([]);
  let last = 0;
  const dismiss = (id: number) => (messages.value = messages.value.filter((message) => message.id !== id));
  const say = (kind: Message['kind'], text: string) => {
    const id = (last += 1);
    messages.value = [...messages.value.slice(-2), { id, kind, text }];
    if (kind === 'done') setTimeout(() => dismiss(id), 5000);
  };
  return { messages, say, dismiss };
}

/** Reads the document once; again after a failure. */
function createOperations(origin: string): Session['operations'] {
  let reading: Promise<readonly DocumentedOperation[]> | undefined;
  return () => {
    reading ??= readOperations(origin).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('A component of the console stands in a SessionContext.');
  return session;
}

async function readOperations(origin: string): Promise<readonly DocumentedOperation[]> {
  const response = await fetch(`${origin}/__mock/openapi.json`);
  return documentedOperations(await response.json());
}

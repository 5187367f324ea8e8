import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createControlClient, messageOf, type ControlClient } from './api/control-client.ts';
import { documentedOperations, type DocumentedOperation } from './api/documented-operations.ts';
import { createLiveJournal, type LiveJournal } from './live/live-journal.ts';
import { createRouter, type Router } from './router.ts';

export interface Message {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** What every page of the console stands on. */
export interface Session {
  readonly origin: string;
  readonly router: Router;
  readonly control: ControlClient;
  readonly live: LiveJournal;
  /** What the mock was started with as `--control-token`; empty where nobody gave it. */
  readonly controlToken: Signal<string>;
  /** Whether the mock asks for another control token. */
  readonly isTokenAsked: ReadonlySignal<boolean>;
  /** Goes up after everything that was done here. */
  readonly acted: ReadonlySignal<number>;
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** The operations of the API, from its document. */
  readonly operations: () => Promise<readonly DocumentedOperation[]>;
  readonly dismiss: (id: number) => void;
  /** Does something and says what came of it; gives whether it was done. Pages load their data anew after it. */
  readonly perform: (work: () => Promise<string | undefined>) => Promise<boolean>;
}

const tokenKey = 'voice-agent-mock control token';
const refreshTime = 5000;

export function createSession(window: Window): Session {
  const { origin } = window.location;
  const router = createRouter(window);
  const controlToken = signal(window.sessionStorage.getItem(tokenKey) ?? '');
  const isTokenAsked = signal(false);
  const acted = signal(0);
  const messages = signal<readonly Message[]>([]);
  const headers = () => ({
    'x-mock-world': router.world.value,
    ...(controlToken.value === '' ? {} : { 'x-mock-control-token': controlToken.value }),
  });
  const onAnswer = (status: number) => {
    if (status === 401) isTokenAsked.value = true;
    else if (status < 400) isTokenAsked.value = false;
  };
  const control = createControlClient({ origin, headers, onAnswer });
  const live = createLiveJournal({ control, address: `${origin}/__mock/journal/stream`, headers });
  let lastMessage = 0;
  const dismiss = (id: number) => (messages.value = messages.value.filter((message) => message.id !== id));
  const say = (kind: Message['kind'], text: string) => {
    lastMessage += 1;
    const id = lastMessage;
    messages.value = [...messages.value.slice(-2), { id, kind, text }];
    if (kind === 'done') setTimeout(() => dismiss(id), 5000);
  };
  // A message is about what was done on the page that it came on.
  const page = computed(() => router.route.value.steps[0] ?? '');
  page.subscribe(() => untracked(() => (messages.value = [])));
  // What nobody waits for is told of when it fails.
  window.addEventListener('unhandledrejection', ({ reason }) => say('failed', messageOf(reason)));
  effect(() => window.sessionStorage.setItem(tokenKey, controlToken.value));
  // Both are in every request's headers: with another of either, all begins anew.
  const identity = computed(() => JSON.stringify([router.world.value, controlToken.value]));
  identity.subscribe(() => untracked(live.restart));
  // A change that no request to the API made, such as a reset, is in no journal.
  setInterval(() => {
    if (window.document.visibilityState === 'visible') live.revision.value += 1;
  }, refreshTime);
  let operations: Promise<readonly DocumentedOperation[]> | undefined;
  return {
    origin,
    router,
    control,
    live,
    controlToken,
    isTokenAsked,
    acted,
    messages,
    dismiss,
    operations() {
      operations ??= readOperations(origin).catch((error: unknown) => {
        operations = undefined;
        throw error;
      });
      return operations;
    },
    async perform(work) {
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
    },
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

import { type JSX, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/content.css';
import { AgentsPage } from './agents/agents-page.tsx';
import { dataFrom } from './api/send-request.ts';
import { CampaignsPage } from './campaigns/campaigns-page.tsx';
import { DifferencesPage } from './differences/differences-page.tsx';
import type { Connection } from './live/live-journal.ts';
import { ReferencePage } from './reference/reference-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { SendPage } from './send/send-page.tsx';
import { ConsoleSession, SessionContext, useSession } from './session.ts';
import { StartPage } from './start/start-page.tsx';
import { SteerPage } from './steer/steer-page.tsx';
import { Mark } from './ui/code.tsx';
import { ActionForm, Button, SelectField, TextField } from './ui/controls.tsx';
import { Notice, useFresh } from './ui/notice.tsx';

const pages = [
  { path: '', title: 'Start here', Page: StartPage },
  { path: 'requests', title: 'Requests', Page: RequestsPage },
  { path: 'send', title: 'Send', Page: SendPage },
  { path: 'agents', title: 'Agents', Page: AgentsPage },
  { path: 'campaigns', title: 'Campaigns', Page: CampaignsPage },
  { path: 'steer', title: 'Faults & time', Page: SteerPage },
  { path: 'differences', title: 'Differences', Page: DifferencesPage },
  { path: 'reference', title: 'API reference', Page: ReferencePage },
] as const;

function App(): JSX.Element {
  const { live, router } = useSession();
  const { steps, world } = router.route.value;
  const current = pages.find(({ path }) => path === (steps[0] ?? '')) ?? pages[0];
  const connection = connections[live.connection.value];
  const main = useRef<HTMLElement>(null);
  const links = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${current.title} · Voice agent mock`;
    // A screen reader then reads the new page's name.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    // On a narrow screen the links scroll sideways. After scrollIntoView, the first Tab would go on from there.
    const link = links.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) links.current?.scrollTo({ left: link.offsetLeft + link.offsetWidth / 2 - links.current.clientWidth / 2 });
  }, [current]);
  useEffect(() => window.scrollTo(0, 0), [steps.join('/')]);
  return (
    <div class="shell">
      <header class="top row apart">
        <a class="visually-hidden" href={router.link(steps.join('/'))} onClick={() => main.current?.focus()}>
          Skip to the page
        </a>
        <a class="brand row" href={router.link('')} aria-label="Voice agent mock">
          <Logo />
          <span>Voice agent mock</span>
        </a>
        <div class="row">
          <SteeringMarks />
          <span role="status">
            <Mark tone={connection.tone}>{connection.text}</Mark>
          </span>
          <WorldSwitcher />
        </div>
      </header>
      <nav ref={links} class="side" aria-label="Pages">
        <ul>
          {pages.map(({ path, title }) => (
            <li key={path}>
              <a
                class="button quiet"
                href={router.link(path)}
                aria-current={path === current.path ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main ref={main} tabIndex={-1} aria-label={current.title}>
        <ConnectionNotice />
        <current.Page key={`${current.path} ${world}`} />
      </main>
      <Messages />
    </div>
  );
}

function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect fill="currentColor" stroke="none" width="32" height="32" rx="8" />
      <path stroke-width="2.4" stroke-linecap="round" d="M8 14v4M12 10v12M16 7v18M20 11v10M24 14v4" />
    </svg>
  );
}

/** What came of the last things done; trouble stays until it is dismissed. */
function Messages(): JSX.Element {
  const { messages, dismiss } = useSession();
  return (
    <div class="messages" role="log" aria-label="Messages">
      {messages.value.map(({ id, kind, text }) => (
        <div key={id} class={`message row apart ${kind === 'failed' ? 'failed bad' : 'good'}`}>
          <span>{text}</span>
          <Button text="✕" kind="quiet small" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

const connections = {
  connecting: { tone: 'warn', text: 'Connecting' },
  live: { tone: 'good', text: 'Live' },
  polling: { tone: 'warn', text: 'Every 2 s' },
  lost: { tone: 'bad', text: 'Not connected' },
  refused: { tone: 'bad', text: 'Refused' },
} as const satisfies Readonly<Record<Connection, object>>;

/** What makes answers other than usual, on every page: faults, a clock that stands, a world that is not the default. */
function SteeringMarks(): JSX.Element | null {
  const { control, router } = useSession();
  const world = router.world.value;
  const loaded = useFresh(`steering ${world}`, async () => {
    const [{ faults }, { is_frozen }] = await Promise.all([
      dataFrom(control.GET('/__mock/faults')),
      dataFrom(control.GET('/__mock/clock')),
    ]);
    return { faults: faults.length, is_frozen };
  });
  const { faults, is_frozen } = loaded.state === 'ready' ? loaded.value : { faults: 0, is_frozen: false };
  if (faults === 0 && !is_frozen && world === 'default') return null;
  return (
    <a class="row marks" href={router.link('steer')}>
      {faults === 0 ? null : <Mark tone="bad">{faults === 1 ? '1 fault' : `${faults} faults`}</Mark>}
      {is_frozen ? <Mark tone="warn">clock stopped</Mark> : null}
      {world === 'default' ? null : <Mark tone="accent">world {world}</Mark>}
    </a>
  );
}

/** Above every page: that the mock is gone, or does not let this page steer it. */
function ConnectionNotice(): JSX.Element | null {
  const { live, isTokenAsked } = useSession();
  if (live.connection.value === 'lost') {
    return (
      <Notice kind="bad" title="The connection to the mock is lost">
        <p>Is it still running? What you see is how it was; this page goes on by itself once the mock answers again.</p>
      </Notice>
    );
  }
  if (live.connection.value !== 'refused') return null;
  if (isTokenAsked.value) return <ControlTokenForm />;
  return (
    <Notice kind="bad" title="The mock does not let this page steer it">
      <p>
        Open the console at the address that the mock printed when it started. On a host that others can reach, start it
        with <code>--control-token</code>.
      </p>
    </Notice>
  );
}

function ControlTokenForm(): JSX.Element {
  const { controlToken } = useSession();
  const [text, setText] = useState('');
  return (
    <Notice kind="warn" title="This mock asks for its control token">
      <ActionForm action="Continue" onSubmit={() => (controlToken.value = text.trim())}>
        <TextField
          label="Control token, as given with --control-token"
          type="password"
          autocomplete="off"
          value={text}
          onChange={setText}
        />
      </ActionForm>
    </Notice>
  );
}

/** Every page shows one world; this chooses which. Making worlds is a matter of the page for faults and time. */
function WorldSwitcher(): JSX.Element {
  const { control, router } = useSession();
  const present = router.world.value;
  const loaded = useFresh('worlds', () => dataFrom(control.GET('/__mock/worlds')));
  const known = loaded.state === 'ready' ? loaded.value.worlds.map(({ name }) => name) : [];
  const names = known.includes(present) ? known : [present, ...known];
  return (
    <SelectField
      label="World"
      value={present}
      options={names}
      onChange={(name) => router.open(router.route.value.steps[0] ?? '', name)}
    />
  );
}

const root = document.getElementById('console');
if (root !== null) {
  render(
    <SessionContext.Provider value={new ConsoleSession(window)}>
      <App />
    </SessionContext.Provider>,
    root,
  );
}

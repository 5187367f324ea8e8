import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AgentsPage } from './agents/agents-page.tsx';
import { CampaignsPage } from './campaigns/campaigns-page.tsx';
import { ChoicesPage } from './choices/choices-page.tsx';
import { ConnectionMark, ConnectionNotice } from './connection-notice.tsx';
import { Messages } from './messages.tsx';
import { ReferencePage } from './reference/reference-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { SendPage } from './send/send-page.tsx';
import { useSession } from './session.ts';
import { StartPage } from './start/start-page.tsx';
import { SteerPage } from './steer/steer-page.tsx';
import { WorldSwitcher } from './world-switcher.tsx';

const pages = [
  { path: '', title: 'Start here', Page: StartPage },
  { path: 'requests', title: 'Requests', Page: RequestsPage },
  { path: 'send', title: 'Send', Page: SendPage },
  { path: 'agents', title: 'Agents', Page: AgentsPage },
  { path: 'campaigns', title: 'Campaigns', Page: CampaignsPage },
  { path: 'steer', title: 'Faults & time', Page: SteerPage },
  { path: 'choices', title: 'Choices', Page: ChoicesPage },
  { path: 'reference', title: 'API reference', Page: ReferencePage },
] as const;

export function App(): JSX.Element {
  const { router, origin } = useSession();
  const { steps, world } = router.route.value;
  const current = pages.find(({ path }) => path === (steps[0] ?? '')) ?? pages[0];
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${current.title} · Voice agent mock`;
    // A screen reader then reads the new page's name.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [current]);
  useEffect(() => window.scrollTo(0, 0), [steps.join('/')]);
  return (
    <div class="shell">
      <header class="top">
        <a class="skip" href={router.link(steps.join('/'))} onClick={() => main.current?.focus()}>
          Skip to the page
        </a>
        <a class="brand" href={router.link('')}>
          <Logo />
          <span>Voice agent mock</span>
        </a>
        <div class="row">
          <ConnectionMark />
          <WorldSwitcher />
        </div>
      </header>
      <nav class="side" aria-label="Pages">
        <ul>
          {pages.map(({ path, title }) => (
            <li key={path}>
              <a href={router.link(path)} aria-current={path === current.path ? 'page' : undefined}>
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
      <rect class="logo-ground" width="32" height="32" rx="8" />
      <path class="logo-line" d="M8 14v4M12 10v12M16 7v18M20 11v10M24 14v4" />
    </svg>
  );
}

import type { JSX } from 'preact';
import { useSession } from '../session.ts';
import { AddressPanel } from './address-panel.tsx';
import { CoverageMatrix } from './coverage-matrix.tsx';
import { SnippetPanel } from './snippet-panel.tsx';
import { TokenPanel } from './token-panel.tsx';
import { WorldPanel } from './world-panel.tsx';

/** What one needs to point an app at the mock, and what its traffic has exercised. */
export function StartPage(): JSX.Element {
  const { router } = useSession();
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Start here</h1>
          <p class="muted">
            Point your app at these addresses, send a request, and watch it under{' '}
            <a href={router.link('requests')}>Requests</a>.
          </p>
        </div>
        <a class="button" href={router.link('reference')}>
          API reference
        </a>
      </div>
      <div class="columns">
        <div>
          <WorldPanel />
          <AddressPanel />
          <SnippetPanel />
        </div>
        <div>
          <TokenPanel />
        </div>
      </div>
      <CoverageMatrix />
    </>
  );
}

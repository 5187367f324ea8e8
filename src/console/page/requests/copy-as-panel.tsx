import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import type { JournalEntry } from '../live/live-journal.ts';
import { useSession } from '../session.ts';
import { asCurl, asFetch, asVitest } from '../text/copy-as.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import { Panel } from '../ui/panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { usualToken } from '../ui/token-picker.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { sendableRequest } from './sendable-request.ts';

/** The request to be sent again from elsewhere. The journal shows no token: the workspace's newest stands in. */
export function CopyAs({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { control, origin } = useSession();
  const tokens = useLoaded('tokens', 0, async () => answerOf(control.GET('/__mock/tokens')));
  const token =
    tokens.state === 'ready' && entry.workspace !== null ? usualToken(tokens.value.tokens, entry.workspace)?.token : '';
  const request = sendableRequest(entry, origin, token ?? '');
  const title = `${entry.operation ?? request.method} answers ${entry.status ?? 'nothing'}`;
  const samples = [
    { name: 'curl', text: asCurl(request) },
    { name: 'fetch', text: asFetch(request) },
    { name: 'vitest', text: asVitest(request, { title, status: entry.status }) },
  ];
  return (
    <Panel title="Send it again">
      <Tabs
        label="Copy as"
        tabs={samples.map(({ name, text }) => ({ name, content: () => <CodeSample name={name} text={text} /> }))}
      />
    </Panel>
  );
}

import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import type { JournalEntry } from '../live/live-journal.ts';
import { useSession } from '../session.ts';
import { asVitest, type ExpectedAnswer } from '../text/as-vitest.ts';
import { asCurl, asFetch, type SendableRequest } from '../text/copy-as.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { sendableRequest, tokenWish } from './sendable-request.ts';

/** The request to be sent again, from here or from elsewhere. The journal shows no token: the one chosen stands in. */
export function CopyAs({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { origin, router } = useSession();
  const { token, picker } = useToken(tokenWish(entry));
  const request = sendableRequest(entry, origin, token ?? '');
  const samples = [
    { name: 'curl', content: () => <CodeSample name="curl" text={asCurl(request)} /> },
    { name: 'fetch', content: () => <CodeSample name="fetch" text={asFetch(request)} /> },
    { name: 'vitest', content: () => <VitestSample entry={entry} request={request} /> },
  ];
  return (
    <Panel
      title="Send it again"
      aside={
        entry.operation === null ? null : (
          <a class="button small primary" href={router.link(`send/${entry.operation}/${entry.id}`)}>
            Edit and send
          </a>
        )
      }
    >
      <Tabs label="Copy as" tabs={samples} />
      {picker}
    </Panel>
  );
}

/** Takes a snapshot of what the request found, from which the test makes its world. */
function VitestSample({
  entry,
  request,
}: {
  readonly entry: JournalEntry;
  readonly request: SendableRequest;
}): JSX.Element {
  const { control, controlToken, origin } = useSession();
  const snapshot = `request-${entry.id}-${Date.parse(entry.at).toString(36)}`;
  const taken = useLoaded(snapshot, 0, () =>
    answerOf(control.POST('/__mock/snapshots', { body: { name: snapshot, before_request: entry.id, replace: true } })),
  );
  const { operation, status, faults } = entry;
  return (
    <LoadedView loaded={taken} name="the state before the request">
      {({ name }) => (
        <CodeSample
          name="vitest"
          text={asVitest({
            title: `${operation ?? request.method} answers ${status ?? 'nothing'}`,
            answer: expectedAnswer(entry),
            world: `test-${name}`,
            snapshot: name,
            effects: faults.map(({ effect }) => effect),
            isGuarded: controlToken.value !== '',
            ...{ request, origin },
          })}
        />
      )}
    </LoadedView>
  );
}

function expectedAnswer({ status, delivery, answer: { body }, faults }: JournalEntry): ExpectedAnswer {
  // The answer was decided, and the client never had it whole.
  if (delivery.startsWith('cut')) return { status: null, body: undefined };
  const isBroken = faults.some(({ effect }) => effect.type === 'malformed-json');
  if (body.is_cut || body.size === 0 || isBroken) return { status, body: undefined };
  return { status, body: body.json === undefined ? { text: body.text ?? '' } : { json: body.json } };
}

import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { usualToken } from '../api/usual-token.ts';
import { useSession } from '../session.ts';
import { snippets } from '../text/snippets.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Panel } from '../ui/panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { serversOf } from './address-panel.tsx';

/** The first request from the clients that people use, to be copied. */
export function SnippetPanel(): JSX.Element {
  const { control, operations, origin, router } = useSession();
  const loaded = useLoaded(`snippets ${router.world.value}`, 0, async () => {
    const [all, { tokens }] = await Promise.all([operations(), answerOf(control.GET('/__mock/tokens'))]);
    return { baseUrl: serversOf(all)[0]?.address ?? origin, token: usualToken(tokens, {})?.token ?? '<TOKEN>' };
  });
  return (
    <Panel title="First request">
      <LoadedView loaded={loaded} name="snippets">
        {({ baseUrl, token }) => (
          <Tabs
            label="Client"
            tabs={snippets({ baseUrl, origin, token, world: router.world.value }).map(({ name, text }) => ({
              name,
              content: () => <CodeSample name={name} text={text} />,
            }))}
          />
        )}
      </LoadedView>
    </Panel>
  );
}

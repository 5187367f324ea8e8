import type { JSX } from 'preact';
import { answerOf } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from './loaded-view.tsx';
import { Mark } from './marks.tsx';
import { useLoaded } from './use-loaded.ts';

/** The rule that decided an answer, in words: where it stands, and whether it is said there or assumed. */
export function RuleCard({ id }: { readonly id: string }): JSX.Element {
  const { control } = useSession();
  const rule = useLoaded(id, 0, () => answerOf(control.GET('/__mock/rules/{id}', { params: { path: { id } } })));
  return (
    <LoadedView loaded={rule} name="the rule">
      {({ rule: words, kind, section }) => (
        <div class="rule">
          <p>{words}</p>
          <div class="row">
            <Mark tone={kind === 'stated' ? 'good' : 'warn'}>{kind}</Mark>
            <span class="muted">section {section}</span>
            <code class="muted">{id}</code>
          </div>
        </div>
      )}
    </LoadedView>
  );
}

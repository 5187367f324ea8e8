import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Mutable } from '../../../client/control-client.ts';
import { grouped, isObject } from '../../../json/json-value.ts';
import type { DocumentedOperation } from '../api/described-document.ts';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { typedJson } from '../steer/faults.tsx';
import { downloadJson } from '../steer/snapshots-panel.tsx';
import { CodeView, JsonView, Mark } from '../ui/code.tsx';
import { ActionForm, Button, CodeField, Panel, SearchField, SelectField } from '../ui/controls.tsx';
import { ConfirmButton, Empty, Folded, LoadedView, useFresh } from '../ui/notice.tsx';
import { PageHead, hasWords } from '../ui/split-page.tsx';

type View = Schemas['ProfileView'];
type Profile = Mutable<Schemas['Profile']>;
type Action = Profile['actions'][number];
/** Where this world does otherwise than the default document, with the evidence; to be edited, exported and reset. */
export function DifferencesPage(): JSX.Element {
  const { control, operations } = useSession();
  const loaded = useFresh('differences', async () => {
    const [view, all] = await Promise.all([dataFrom(control.GET('/__mock/profile')), operations()]);
    return { view, operations: all };
  });
  return (
    <>
      <PageHead title="Differences">
        Where the specification is silent, more than one answer is right. A profile says what your deployment does, an
        OpenAPI Overlay of the document; what you edit here holds in this world.
      </PageHead>
      <LoadedView loaded={loaded} name="the differences">
        {(found) => <Differences {...found} />}
      </LoadedView>
    </>
  );
}

interface DifferencesProps {
  readonly view: View;
  readonly operations: readonly DocumentedOperation[];
}

function Differences({ view, operations }: DifferencesProps): JSX.Element {
  const { perform } = useSession();
  const [words, setWords] = useState('');
  const actions = actionsOf(view);
  const groups = groupsOf(actions, operations, words);
  const choices = view.choices.filter((choice) => hasWords(JSON.stringify(choice), words));
  const count = `${actions.length} ${actions.length === 1 ? 'difference' : 'differences'} from the default document`;
  const follow = useFollow(view);
  const download = () => downloadJson(`${view.profile ?? 'console'}.overlay`, overlayWith(view, actions));
  return (
    <Panel
      title={view.profile === undefined ? 'No profile' : `Profile ${view.profile}`}
      aside={<span class="muted">{count}</span>}
    >
      <div class="row bottom" role="search">
        <SearchField placeholder="operation, field, evidence, behaviour …" value={words} onChange={setWords} />
        <Button text="Export as overlay" onClick={() => perform(download)} />
        <ConfirmButton
          text="Reset …"
          kind="danger"
          disabled={actions.length === 0}
          title="Give up every difference?"
          action="Reset"
          onConfirm={() => follow([], 'This world follows no profile.')}
        >
          <p>The mock decides again in this world. Export the overlay first to come back to it.</p>
        </ConfirmButton>
      </div>
      {[...groups].map(([group, ofGroup]) => (
        <Folded key={group} title={group} count={ofGroup.length} isOpen={words !== '' || actions.length < 10}>
          <ul class="lines">
            {ofGroup.map((action) => (
              <Difference
                key={JSON.stringify(action)}
                action={action}
                onChange={(next, said) => follow(replaced(actions, action, next), said)}
              />
            ))}
          </ul>
        </Folded>
      ))}
      <Folded title="Behaviours to try" count={choices.length} isOpen={words !== ''}>
        {choices.map(({ id, question, alternatives, decided }) => (
          <div key={id} class="stack close">
            <p>{question}</p>
            <SelectField
              label={id}
              value={decided}
              options={alternatives.map(({ name, meaning }) => ({ value: name, label: `${name}: ${meaning}` }))}
              onChange={(name) => follow(withBehaviour(view, id, name), `${id} is decided in this world.`)}
            />
          </div>
        ))}
      </Folded>
      {groups.size + choices.length === 0 ? <Empty title="Nothing is like that" /> : null}
    </Panel>
  );
}

/** Makes the world of a view do by other actions. */
function useFollow(view: View): (actions: readonly Action[], said: string) => Promise<boolean> {
  const { control, forgetDocuments, perform } = useSession();
  return (actions, said) =>
    perform(async () => {
      await dataFrom(control.PUT('/__mock/profile', { body: overlayWith(view, actions) }));
      forgetDocuments();
      return said;
    });
}

interface DifferenceProps {
  readonly action: Action;
  /** Puts another in its place, or none. */
  readonly onChange: (next: Action | undefined, said: string) => Promise<boolean>;
}

/** One action of the overlay: what it changes, how that is known, and a way to change it by hand. */
function Difference({ action, onChange }: DifferenceProps): JSX.Element {
  const { perform } = useSession();
  const { 'x-learned': learned, ...stated } = action;
  const { target, update, copy } = stated;
  const [text, setText] = useState<string | undefined>();
  const save = () =>
    perform(async () => {
      const next = typedJson(text ?? '');
      if (!isObject(next)) throw new Error('An action is an object with a target, and update, copy or remove.');
      if (await onChange(next, 'This world does so now.')) setText(undefined);
    });
  const giveUp = () => onChange(undefined, 'This is as in the default document again.');
  const name = `the difference at ${String(target)}`;
  return (
    <li class="stack close">
      <code>{String(target)}</code>
      {text === undefined ? (
        <>
          {action['remove'] === true ? (
            <Mark tone="bad">removed</Mark>
          ) : (
            <JsonView value={update ?? copy} name={name} />
          )}
          <div class="row">
            <Evidence learned={learned} />
            <Button
              text="Edit"
              kind="small"
              label={`Edit ${name}`}
              onClick={() => setText(JSON.stringify(stated, null, 2))}
            />
            <Button text="Give up" kind="small" label={`Give up ${name}`} onClick={giveUp} />
          </div>
        </>
      ) : (
        <ActionForm action="Save" onSubmit={save}>
          <CodeField label="Action" rows={8} value={text} onChange={setText} />
          <Button text="Cancel" onClick={() => setText(undefined)} />
        </ActionForm>
      )}
    </li>
  );
}

function Evidence({ learned }: { readonly learned: unknown }): JSX.Element {
  if (!isObject(learned)) return <Mark tone="accent">by hand</Mark>;
  const { on, request, answer } = learned;
  return (
    <details>
      <summary>learned {String(on)}</summary>
      <CodeView text={[request, answer].map(String).join('\n')} name="Evidence" />
    </details>
  );
}

const behaviours = "$['x-behaviours']";

function actionsOf({ overlay }: View): readonly Action[] {
  return overlay?.actions ?? [];
}

function overlayWith({ profile = 'console', overlay }: View, actions: readonly Action[]): Profile {
  const info = overlay?.info ?? { title: profile, version: '1' };
  return { overlay: '1.1.0', info: { ...info }, actions: [...actions] };
}

function replaced(actions: readonly Action[], action: Action, next: Action | undefined): readonly Action[] {
  return actions.flatMap((one) => (one !== action ? [one] : next === undefined ? [] : [next]));
}

type NamedOperation = Pick<DocumentedOperation, 'id' | 'method' | 'path'>;

/** The actions in which each of the words is, by what they change: an operation, or something else of the document. */
export function groupsOf(
  actions: readonly Action[],
  operations: readonly NamedOperation[],
  words: string,
): ReadonlyMap<string, readonly Action[]> {
  const partOf = (action: Action) => changedPart(action, operations);
  const found = actions.filter((action) => hasWords(`${partOf(action)} ${JSON.stringify(action)}`, words));
  return grouped(found, partOf);
}

function changedPart({ target }: Action, operations: readonly NamedOperation[]): string {
  if (target === behaviours) return 'Behaviours';
  const [, address, method] = /^\$\.paths\['([^']+)'\]\.(\w+)/.exec(String(target)) ?? [];
  const found = operations.find(({ path, ...one }) => path === address && one.method.toLowerCase() === method);
  return found?.id ?? 'The whole document';
}

/** The actions of a world with another behaviour, by hand; the default is left out. */
export function withBehaviour(view: View, id: string, name: string): readonly Action[] {
  const isDefault = view.choices.find((choice) => choice.id === id)?.alternatives[0]?.name === name;
  const others = actionsOf(view).flatMap((action) => {
    const { [id]: named, ...update } = isObject(action['update']) ? action['update'] : {};
    if (action['target'] !== behaviours || named === undefined) return [action];
    return Object.keys(update).length === 0 ? [] : [{ ...action, update }];
  });
  return isDefault ? others : [...others, { target: behaviours, update: { [id]: name } }];
}

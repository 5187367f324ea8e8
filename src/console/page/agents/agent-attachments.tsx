import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type ApiAnswer, type Schemas, dataOf } from '../api/send-request.ts';
import { isNode, listUnder, nodeAt, textUnder } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { AnswerView, Mark } from '../ui/code.tsx';
import { ActionForm, Button, Field, Panel, SelectField, useToken } from '../ui/controls.tsx';
import { ConfirmDialog, LoadedView, useLoaded } from '../ui/notice.tsx';

type PhoneNumber = Schemas['PhoneNumber'];

/** The numbers that an agent has, to be released, and those that it could have, to be attached. */
export function AgentNumbers({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { act, control, live } = useSession();
  const { id, workspace_id, numbers } = agent;
  const loaded = useLoaded(`numbers ${workspace_id}`, live.revision.value, async () => {
    const found = await dataOf(control.GET('/__mock/numbers', { params: { query: { workspace_id } } }));
    return found.numbers;
  });
  const change = (number: string, body: Schemas['PhoneNumberChange'], text: string) =>
    act(() => control.PUT('/__mock/numbers/{number}', { params: { path: { number } }, body }), text);
  return (
    <Panel title="Numbers">
      {numbers.length === 0 ? <p class="muted">None attached, so it cannot be published.</p> : null}
      <ul class="lines">
        {numbers.map(({ number, is_shared, is_active }) => (
          <li key={number}>
            <span class="number">{number}</span>
            {is_shared ? <Mark tone="warn">shared, does not count</Mark> : null}
            {is_active ? null : <Mark tone="warn">inactive</Mark>}
            <span class="push" />
            <Button
              kind="small"
              onClick={() =>
                change(number, { is_active: !is_active }, `${number} is ${is_active ? 'inactive' : 'active'}.`)
              }
            >
              {is_active ? 'Deactivate' : 'Activate'}
            </Button>
            <Button kind="small" onClick={() => change(number, { agent_id: null }, `${number} is released.`)}>
              Release
            </Button>
          </li>
        ))}
      </ul>
      <LoadedView loaded={loaded} name="numbers">
        {(all) => (
          <AttachForm
            numbers={all.filter((one) => one.agent_id !== id)}
            onAttach={(number) => change(number, { agent_id: id }, `${number} is attached to ${agent.agent_name}.`)}
          />
        )}
      </LoadedView>
    </Panel>
  );
}

interface AttachFormProps {
  readonly numbers: readonly PhoneNumber[];
  readonly onAttach: (number: string) => unknown;
}

/** Free numbers first; one of another agent is taken only after it was said what that means. */
function AttachForm({ numbers, onAttach }: AttachFormProps): JSX.Element {
  const [chosen, choose] = useState<string | undefined>();
  const [isAsking, setAsking] = useState(false);
  const offered = numbers.toSorted((one, other) => numberRank(one) - numberRank(other));
  const found = offered.find((one) => one.number === chosen) ?? offered[0];
  if (found === undefined) return <p class="muted">There are no other numbers to attach.</p>;
  const { number, agent_id } = found;
  return (
    <>
      <ActionForm
        action={agent_id === null ? 'Attach' : 'Attach …'}
        onSubmit={() => (agent_id === null ? onAttach(number) : setAsking(true))}
      >
        <SelectField
          label="Another number"
          value={number}
          options={offered.map((one) => ({ value: one.number, label: numberInWords(one) }))}
          onChange={choose}
        />
      </ActionForm>
      {isAsking ? (
        <ConfirmDialog
          title={`Take ${number} from agent ${agent_id}?`}
          action="Take the number"
          onConfirm={() => void onAttach(number)}
          onClose={() => setAsking(false)}
        >
          <p>
            Agent {agent_id} loses the number and keeps its state. The API would refuse this: it is done beside it, as
            the platform's portal would.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What publishing counts comes first: a free and active number of the workspace. */
function numberRank({ agent_id, is_shared, is_active }: PhoneNumber): number {
  return (agent_id === null ? 0 : 4) + (is_shared ? 2 : 0) + (is_active ? 0 : 1);
}

function numberInWords({ number, is_shared, is_active, agent_id }: PhoneNumber): string {
  const facts = [
    is_shared ? 'shared' : '',
    is_active ? '' : 'inactive',
    agent_id === null ? 'free' : `of agent ${agent_id}`,
  ].filter((fact) => fact !== '');
  return `${number} (${facts.join(', ')})`;
}

const field = 'FILE_KNOWLEDGE_BASES';

/** The files of an agent's knowledge base as get-by-id shows them, and a way to attach more by createagentorupdate. */
export function AgentFiles({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { operations, perform, request } = useSession();
  const { token, picker } = useToken({ workspaceId: agent.workspace_id });
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const accept = useLoaded('operations', 0, async () => {
    const operation = (await operations()).find(({ id }) => id === 'createAgentOrUpdate');
    return operation?.body?.files.find((one) => one.field === field)?.accept ?? '';
  });
  const attach = () =>
    perform(async () => {
      const form = new FormData();
      form.append('agent_id', String(agent.id));
      form.append('basic_details[agent_name]', agent.agent_name);
      for (const file of input.current?.files ?? []) form.append(field, file);
      setAnswer(await request('createAgentOrUpdate', { token: token ?? '', body: form }));
      if (input.current !== null) input.current.value = '';
      return undefined;
    });
  return (
    <Panel title="Files">
      <FileList agent={agent} token={token} />
      <form
        class="row bottom"
        onSubmit={(event) => {
          event.preventDefault();
          void attach();
        }}
      >
        <Field label="Files for the knowledge base">
          <input
            ref={input}
            type="file"
            multiple
            required
            accept={accept.state === 'ready' && accept.value !== '' ? accept.value : undefined}
          />
        </Field>
        {picker}
        <button type="submit" class="button" disabled={token === undefined}>
          Attach the files
        </button>
      </form>
      {answer === undefined ? null : <AnswerView title="createagentorupdate" answer={answer} />}
    </Panel>
  );
}

function FileList({
  agent,
  token,
}: {
  readonly agent: Schemas['Agent'];
  readonly token: string | undefined;
}): JSX.Element {
  const { acted, request } = useSession();
  const loaded = useLoaded(`${agent.id} ${agent.updated_on} ${token ?? ''}`, acted.value, async () => {
    if (token === undefined) return undefined;
    const { body } = await request('getAgent', { token, query: { agent_id: String(agent.id) } });
    return listUnder(nodeAt(nodeAt(body, 'data'), 'knowledge_base'), 'files').filter(isNode);
  });
  return (
    <LoadedView loaded={loaded} name="files">
      {(files) =>
        files === undefined || files.length === 0 ? (
          <p class="muted">None attached.</p>
        ) : (
          <ul class="lines">
            {files.map((file, index) => (
              <li key={index}>
                <span class="grow">{fileName(file)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedView>
  );
}

/** The document leaves open how a file is shown. */
function fileName(file: Readonly<Record<string, unknown>>): string {
  return textUnder(file, 'name') || textUnder(file, 'file_name') || JSON.stringify(file);
}

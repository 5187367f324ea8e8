import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../api/control-client.ts';
import { isNode, listAt, nodeAt, textAt } from '../api/document-nodes.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { LoadedView } from '../ui/loaded-view.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

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
    return listAt(nodeAt(nodeAt(body, 'data'), 'knowledge_base'), 'files').filter(isNode);
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
  return textAt(file, 'name') || textAt(file, 'file_name') || JSON.stringify(file);
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';

/** Creates a draft by create-agent, and opens it; everything else of an agent can be sent from the page for requests. */
export function CreateAgentDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { perform, request, router } = useSession();
  const { token, picker } = useToken({});
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<ApiAnswer | undefined>();
  const create = () =>
    perform(async () => {
      const answer = await request('createAgent', { token: token ?? '', body: { agent_name: name } });
      const id = createdId(answer.body);
      setRefused(answer.ok ? undefined : answer);
      if (id === undefined) return undefined;
      onClose();
      router.open(`agents/${id}`);
      return `${name} is created, a draft.`;
    });
  return (
    <Dialog title="Create an agent" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field label="Name">
          <input value={name} autofocus onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </Field>
        {picker}
        {refused === undefined ? null : <AnswerView title="create-agent" answer={refused} />}
        <div class="row end">
          <a href={router.link('send/createAgent')}>More members …</a>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={token === undefined}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function createdId(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('agent_id' in data)) return undefined;
  return typeof data.agent_id === 'number' ? data.agent_id : undefined;
}

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { listUnder, nodeAt, textUnder } from '../api/described-document.ts';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { Mark } from '../ui/code.tsx';
import {
  ActionForm,
  type Bound,
  Button,
  CodeField,
  Field,
  Panel,
  SelectField,
  TextField,
  submitting,
  useFields,
} from '../ui/controls.tsx';
import { ConfirmButton, Lines, LoadedView, useFresh, useLoaded, useOperations } from '../ui/notice.tsx';
import { useRequester } from '../ui/requester.tsx';
import { isObject } from '../../../json/json-value.ts';

type PhoneNumber = Schemas['PhoneNumber'];

/** The numbers that an agent has, to be released, and those that it could have, to be attached. */
export function AgentNumbers({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { act, control } = useSession();
  const { id, workspace_id, numbers } = agent;
  const loaded = useFresh(`numbers ${workspace_id}`, async () => {
    const found = await dataFrom(control.GET('/__mock/numbers', { params: { query: { workspace_id } } }));
    return found.numbers.filter((one) => one.agent_id !== id);
  });
  const change = (number: string, body: Schemas['PhoneNumberChange'], text: string) =>
    act(() => control.PUT('/__mock/numbers/{number}', { params: { path: { number } }, body }), text);
  const attach = (number: string) => change(number, { agent_id: id }, `${number} is attached to ${agent.agent_name}.`);
  return (
    <Panel title="Numbers">
      <Lines items={numbers} empty="None attached, so it cannot be published.">
        {({ number, is_shared, is_active }) => (
          <>
            <span class="number">{number}</span>
            {is_shared ? <Mark tone="warn">shared, does not count</Mark> : null}
            {is_active ? null : <Mark tone="warn">inactive</Mark>}
            <span class="push" />
            <Button
              text={is_active ? 'Deactivate' : 'Activate'}
              kind="small"
              onClick={() =>
                change(number, { is_active: !is_active }, `${number} is ${is_active ? 'inactive' : 'active'}.`)
              }
            />
            <Button
              text="Release"
              kind="small"
              onClick={() => change(number, { agent_id: null }, `${number} is released.`)}
            />
          </>
        )}
      </Lines>
      <LoadedView loaded={loaded} name="numbers">
        {(others) => <AttachFields numbers={others} onAttach={attach} />}
      </LoadedView>
    </Panel>
  );
}

interface AttachFieldsProps {
  readonly numbers: readonly PhoneNumber[];
  readonly onAttach: (number: string) => unknown;
}

/** Free numbers first; one of another agent is taken only after it was said what that means. */
function AttachFields({ numbers, onAttach }: AttachFieldsProps): JSX.Element {
  const [chosen, choose] = useState<string | undefined>();
  const offered = numbers.toSorted((one, other) => numberRank(one) - numberRank(other));
  const found = offered.find((one) => one.number === chosen) ?? offered[0];
  if (found === undefined) return <p class="muted">There are no other numbers to attach.</p>;
  const { number, agent_id } = found;
  const options = offered.map((one) => ({ value: one.number, label: numberInWords(one) }));
  return (
    <div class="row bottom">
      <SelectField label="Another number" value={number} options={options} onChange={choose} />
      {agent_id === null ? (
        <Button text="Attach" onClick={() => onAttach(number)} />
      ) : (
        <ConfirmButton
          text="Attach …"
          title={`Take ${number} from agent ${agent_id}?`}
          action="Take the number"
          onConfirm={() => onAttach(number)}
        >
          <p>
            Agent {agent_id} loses the number and keeps its state. The API would refuse this: it is done beside it, as
            the platform's portal would.
          </p>
        </ConfirmButton>
      )}
    </div>
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
  ];
  return `${number} (${facts.filter((fact) => fact !== '').join(', ')})`;
}

const fileField = 'FILE_KNOWLEDGE_BASES';

/** The files of an agent's knowledge base as get-by-id shows them, and a way to attach more by createagentorupdate. */
export function AgentFiles({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { acted, request } = useSession();
  const { id, agent_name, updated_on, workspace_id } = agent;
  const { token, picker, isReady, ask, outcome } = useRequester({ workspaceId: workspace_id });
  const input = useRef<HTMLInputElement>(null);
  const upload = useOperations().find((operation) => operation.id === 'createAgentOrUpdate');
  const types = upload?.body?.files.find(({ field }) => field === fileField)?.accept;
  const load = async () => {
    if (token === undefined) return [];
    const { body } = await request('getAgent', { token, query: { agent_id: String(id) } });
    return listUnder(nodeAt(nodeAt(body, 'data'), 'knowledge_base'), 'files')
      .filter(isObject)
      .map(fileName);
  };
  const loaded = useLoaded(`${id} ${updated_on} ${token ?? ''}`, load, acted.value);
  const attach = async () => {
    const form = new FormData();
    form.append('agent_id', String(id));
    form.append('basic_details[agent_name]', agent_name);
    for (const file of input.current?.files ?? []) form.append(fileField, file);
    await ask('createagentorupdate', 'createAgentOrUpdate', { body: form });
    if (input.current !== null) input.current.value = '';
  };
  return (
    <Panel title="Files">
      <LoadedView loaded={loaded} name="files">
        {(files) => (
          <Lines items={files} empty="None attached.">
            {(file) => file}
          </Lines>
        )}
      </LoadedView>
      <ActionForm action="Attach the files" disabled={!isReady} onSubmit={attach}>
        <Field label="Files for the knowledge base">
          <input ref={input} type="file" multiple required accept={types} />
        </Field>
        {picker}
      </ActionForm>
      {outcome}
    </Panel>
  );
}

/** The document leaves open how a file is shown. */
function fileName(file: Readonly<Record<string, unknown>>): string {
  return textUnder(file, 'name') || textUnder(file, 'file_name') || JSON.stringify(file);
}

/** What of an agent is edited in place. */
interface Settings {
  readonly agent_name: string;
  readonly greeting: string;
  readonly prompt: string;
  readonly provider: string;
  readonly voice_id: string;
}

/** An agent's name, greeting, prompt and voice, saved by create-agent. */
export function AgentSettings({ agent }: { readonly agent: Schemas['Agent'] }): JSX.Element {
  const { acted, control, request } = useSession();
  const { token, picker, ask, outcome } = useRequester({ workspaceId: agent.workspace_id });
  const load = async (): Promise<Settings | undefined> => {
    if (token === undefined) return undefined;
    const [{ unread }, { body }] = await Promise.all([
      dataFrom(control.GET('/__mock/agents/{agent_id}', { params: { path: { agent_id: agent.id } } })),
      request('getAgent', { token, query: { agent_id: String(agent.id) } }),
    ]);
    const shown = nodeAt(nodeAt(body, 'data'), 'basic_details');
    return {
      agent_name: textUnder(shown, 'agent_name'),
      greeting: textUnder(unread, 'greeting'),
      prompt: textUnder(shown, 'agent_prompt'),
      provider: textUnder(nodeAt(unread, 'voice'), 'provider'),
      voice_id: textUnder(shown, 'voice_id'),
    };
  };
  const loaded = useLoaded(`${agent.id} ${token ?? ''}`, load, acted.value);
  /** What is undefined is not sent, so that it stays as it is. */
  const save = ({ provider, voice_id, ...texts }: Partial<Settings>) => {
    const voice = provider === undefined && voice_id === undefined ? undefined : { provider, voice_id };
    return ask('create-agent', 'createAgent', { body: { agent_id: agent.id, ...texts, voice } });
  };
  return (
    <Panel title="Settings">
      <LoadedView loaded={loaded} name="the settings">
        {(saved) => (saved === undefined ? null : <SettingsForm saved={saved} token={token ?? ''} onSave={save} />)}
      </LoadedView>
      {picker}
      {outcome}
    </Panel>
  );
}

interface SettingsFormProps {
  readonly saved: Settings;
  readonly token: string;
  readonly onSave: (changes: Partial<Settings>) => unknown;
}

function SettingsForm({ saved, token, onSave }: SettingsFormProps): JSX.Element {
  const { values, field, setValues } = useFields<Partial<Settings>>({});
  useEffect(() => setValues({}), [JSON.stringify(saved)]);
  const shown = (name: keyof Settings) => ({ ...field(name), value: values[name] ?? saved[name] });
  return (
    <form class="stack" onSubmit={submitting(() => onSave(values))}>
      <TextField label="Name" {...shown('agent_name')} />
      <CodeField label="Greeting" rows={2} {...shown('greeting')} />
      <CodeField label="Prompt" rows={8} {...shown('prompt')} />
      <div class="row bottom">
        <VoiceFields provider={shown('provider')} voice={shown('voice_id')} token={token} />
        <Button text="Save" kind="primary" disabled={Object.keys(values).length === 0} />
      </div>
    </form>
  );
}

interface VoiceFieldsProps {
  readonly provider: Bound<string>;
  readonly voice: Bound<string>;
  readonly token: string;
}

/** The providers that the document has, and the voices of the one chosen, from voice-list. */
function VoiceFields({ provider, voice, token }: VoiceFieldsProps): JSX.Element {
  const { request } = useSession();
  const parameters = useOperations().find(({ id }) => id === 'listVoices')?.parameters;
  const providers = listUnder(parameters?.find(({ name }) => name === 'provider_id')?.schema, 'enum').map(String);
  const voices = useLoaded(`${provider.value} ${token}`, async () => {
    const { body } = await request('listVoices', { token, query: { provider_id: provider.value, limit: '100' } });
    return listUnder(nodeAt(body, 'data'), 'voices').map((one) => ({
      value: textUnder(one, 'id'),
      label: `${textUnder(one, 'title')} · ${textUnder(one, 'language')}`,
    }));
  });
  const known = voices.state === 'ready' ? voices.value : [];
  const own = known.some(({ value }) => value === voice.value) ? [] : [{ value: voice.value, label: voice.value }];
  return (
    <>
      <SelectField label="Voice provider" options={[...new Set([provider.value, ...providers])]} {...provider} />
      <SelectField label="Voice" options={[...own, ...known]} {...voice} />
    </>
  );
}

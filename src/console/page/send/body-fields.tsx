import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { type DocumentedBody, nodeAt } from '../api/described-document.ts';
import type { ChosenFiles, NamedValue, RequestDraft } from './draft.ts';
import { Button, CodeField, Field, SelectField } from '../ui/controls.tsx';

interface BodyFieldsProps {
  readonly body: DocumentedBody;
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
  readonly onExample: (name: string) => void;
  readonly onFiles: (field: string, files: ChosenFiles[string]) => void;
}

/** The body of a request: an example of the document to begin with, JSON or a form with files. */
export function BodyFields({ body, draft, onChange, onExample, onFiles }: BodyFieldsProps): JSX.Element {
  return (
    <>
      {body.examples.length < 2 ? null : (
        <SelectField
          label="Begin with the example"
          value=""
          options={[
            { value: '', label: 'choose …' },
            ...body.examples.map(({ name, summary }) => ({ value: name, label: summary === '' ? name : summary })),
          ]}
          onChange={onExample}
        />
      )}
      {body.kind === 'json' ? (
        <div>
          <CodeField
            label="Body (JSON)"
            rows={Math.min(24, Math.max(6, draft.text.split('\n').length))}
            value={draft.text}
            onChange={(text) => onChange({ ...draft, text })}
          />
          {draft.text === '' || isJson(draft.text) ? null : <p class="muted">This is not JSON. It is sent as it is.</p>}
        </div>
      ) : (
        <FormFields body={body} draft={draft} onChange={onChange} onFiles={onFiles} />
      )}
    </>
  );
}

function FormFields({ body, draft, onChange, onFiles }: Omit<BodyFieldsProps, 'onExample'>): JSX.Element {
  const names = Object.keys(nodeAt(body.schema, 'properties'));
  return (
    <>
      <PairFields
        title="Form fields"
        noun="field"
        pairs={draft.form}
        names={names}
        onChange={(form) => onChange({ ...draft, form })}
      />
      {draft.standIns.map((file, index) => (
        <p key={index} class="row">
          <code>{file.field}</code> {file.name}
          <span class="muted">stands in for the file sent: same name, type and size, and no content</span>
          <Button
            kind="small"
            label={`Remove ${file.name}`}
            onClick={() => onChange({ ...draft, standIns: draft.standIns.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </p>
      ))}
      {body.files.map(({ field, accept }) => (
        <Field key={field} label={`Files as ${field}`}>
          <input
            type="file"
            multiple
            title={accept}
            onChange={({ currentTarget }) => onFiles(field, [...(currentTarget.files ?? [])])}
          />
        </Field>
      ))}
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface PairFieldsProps {
  readonly title: string;
  /** What one of them is called. */
  readonly noun: string;
  readonly pairs: readonly NamedValue[];
  /** Names to choose from. */
  readonly names?: readonly string[];
  readonly onChange: (pairs: readonly NamedValue[]) => void;
}

/** Names and values in rows, each sent or not. */
export function PairFields({ title, noun, pairs, names = [], onChange }: PairFieldsProps): JSX.Element {
  const id = useId();
  const change = (at: number, part: Partial<NamedValue>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  return (
    <fieldset class="stack close">
      <legend>{title}</legend>
      {pairs.map(({ name, value, isSent }, index) => {
        const called = name === '' ? `${noun} ${index + 1}` : name;
        return (
          <div class="pair" key={index}>
            <input
              type="checkbox"
              aria-label={`Send ${called}`}
              checked={isSent}
              onChange={({ currentTarget }) => change(index, { isSent: currentTarget.checked })}
            />
            <input
              aria-label={`Name of ${noun} ${index + 1}`}
              list={id}
              value={name}
              onInput={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <input
              aria-label={`Value of ${called}`}
              value={value}
              onInput={({ currentTarget }) => change(index, { value: currentTarget.value, isSent: true })}
            />
            <Button
              kind="small quiet"
              label={`Remove ${called}`}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            >
              ✕
            </Button>
          </div>
        );
      })}
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button kind="small" onClick={() => onChange([...pairs, { name: '', value: '', isSent: true }])}>
        Add a {noun}
      </Button>
    </fieldset>
  );
}

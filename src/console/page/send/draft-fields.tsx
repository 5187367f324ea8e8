import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { readJson } from '../../../json/json-value.ts';
import { type DocumentedBody, type DocumentedOperation, nodeAt } from '../api/described-document.ts';
import type { ChosenFiles, NamedValue, RequestDraft } from './draft.ts';
import type { SendableFile } from '../text/copy-as.ts';
import { type Bound, Button, CodeField, Field, SelectField, type Fields } from '../ui/controls.tsx';

interface DraftFieldsProps {
  readonly operation: DocumentedOperation;
  readonly draft: RequestDraft;
  /** What shows and changes a part of the draft. */
  readonly field: Fields<RequestDraft>['field'];
  readonly onFiles: (field: string, files: ChosenFiles[string]) => void;
  readonly onExample: (value: unknown) => void;
}

/** A request as it is written: its path, query and headers, and its body as JSON or as a form. */
export function DraftFields({ operation, draft, field, onExample, onFiles }: DraftFieldsProps): JSX.Element {
  const { body, parameters } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const examples = body?.examples ?? [];
  const labels = examples.map(({ name, summary }) => ({ value: name, label: summary === '' ? name : summary }));
  return (
    <>
      {draft.path.length === 0 ? null : <PairFields title="Path" noun="part" {...field('path')} />}
      <PairFields title="Query" noun="parameter" names={inQuery} {...field('query')} />
      <PairFields title="Headers" noun="header" names={['prefer', 'x-mock-world']} {...field('headers')} />
      {examples.length < 2 ? null : (
        <SelectField
          label="Begin with the example"
          value=""
          options={[{ value: '', label: 'choose …' }, ...labels]}
          onChange={(chosen) => onExample(examples.find(({ name }) => name === chosen)?.value)}
        />
      )}
      {body?.kind === 'json' ? (
        <div>
          <CodeField
            label="Body (JSON)"
            rows={Math.min(24, Math.max(6, draft.text.split('\n').length))}
            {...field('text')}
          />
          {draft.text === '' || readJson(draft.text) !== undefined ? null : (
            <p class="muted">This is not JSON. It is sent as it is.</p>
          )}
        </div>
      ) : null}
      {body?.kind === 'form' ? <FormFields body={body} draft={draft} field={field} onFiles={onFiles} /> : null}
    </>
  );
}

interface FormFieldsProps extends Pick<DraftFieldsProps, 'draft' | 'field' | 'onFiles'> {
  readonly body: DocumentedBody;
}

function FormFields({ body, draft, field: fieldOf, onFiles }: FormFieldsProps): JSX.Element {
  const { standIns } = draft;
  const remove = (file: SendableFile) => fieldOf('standIns').onChange(standIns.filter((one) => one !== file));
  return (
    <>
      <PairFields
        title="Form fields"
        noun="field"
        names={Object.keys(nodeAt(body.schema, 'properties'))}
        {...fieldOf('form')}
      />
      {standIns.map((file) => (
        <p class="row">
          <code>{file.field}</code> {file.name}
          <span class="muted">stands in for the file sent: same name, type and size, and no content</span>
          <Button text="Remove" kind="small" label={`Remove ${file.name}`} onClick={() => remove(file)} />
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

interface PairFieldsProps extends Bound<readonly NamedValue[]> {
  readonly title: string;
  /** What one of them is called. */
  readonly noun: string;
  /** Names to choose from. */
  readonly names?: readonly string[];
}

/** Names and values in rows, each sent or not. */
function PairFields({ title, noun, value: pairs, names = [], onChange }: PairFieldsProps): JSX.Element {
  const id = useId();
  const change = (at: number, part: Partial<NamedValue>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  return (
    <fieldset class="stack close">
      <legend>{title}</legend>
      {pairs.map(({ name, value, isSent }, index) => {
        const called = name === '' ? `${noun} ${index + 1}` : name;
        return (
          <div class="pair">
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
              text="✕"
              kind="small quiet"
              label={`Remove ${called}`}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button
        text={`Add a ${noun}`}
        kind="small"
        onClick={() => onChange([...pairs, { name: '', value: '', isSent: true }])}
      />
    </fieldset>
  );
}

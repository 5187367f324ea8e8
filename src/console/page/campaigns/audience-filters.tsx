import type { JSX } from 'preact';
import { Field } from '../ui/panel.tsx';

export interface AudienceFilter {
  readonly mobileNo: string;
  readonly statuses: readonly string[];
  readonly callStatus: string;
  readonly firstStatus: string;
  readonly lastStatus: string;
  readonly attempt: string;
  readonly isNew: boolean;
}

export const everyRecord: AudienceFilter = {
  mobileNo: '',
  statuses: [],
  callStatus: '',
  firstStatus: '',
  lastStatus: '',
  attempt: '',
  isNew: false,
};

const texts = [
  { key: 'mobileNo', label: 'Number contains' },
  { key: 'callStatus', label: 'Call status' },
  { key: 'firstStatus', label: 'First call status' },
  { key: 'lastStatus', label: 'Last call status' },
] as const;
const statuses = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

export interface AudienceFiltersProps {
  readonly filter: AudienceFilter;
  readonly onChange: (filter: AudienceFilter) => void;
}

/** The parameters of audience-list. */
export function AudienceFilters({ filter, onChange }: AudienceFiltersProps): JSX.Element {
  const toggle = (status: string) =>
    onChange({
      ...filter,
      statuses: filter.statuses.includes(status)
        ? filter.statuses.filter((one) => one !== status)
        : [...filter.statuses, status],
    });
  return (
    <div class="filters" role="search" aria-label="Audience">
      {texts.map(({ key, label }) => (
        <Field key={key} label={label} class="narrow">
          <input
            type="search"
            value={filter[key]}
            onChange={({ currentTarget }) => onChange({ ...filter, [key]: currentTarget.value })}
          />
        </Field>
      ))}
      <Field label="Attempts" class="narrow">
        <input
          type="number"
          min="0"
          value={filter.attempt}
          onChange={({ currentTarget }) => onChange({ ...filter, attempt: currentTarget.value })}
        />
      </Field>
      <fieldset class="checks">
        <legend>Status</legend>
        {statuses.map((name, code) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={filter.statuses.includes(String(code))}
              onChange={() => toggle(String(code))}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.isNew}
          onChange={({ currentTarget }) => onChange({ ...filter, isNew: currentTarget.checked })}
        />
        <span>
          Simplified (<code>is_new</code>)
        </span>
      </label>
    </div>
  );
}

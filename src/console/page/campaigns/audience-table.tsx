import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject } from '../../../json/json-value.ts';
import type { ApiAnswer, Schemas } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/code.tsx';
import { Button, Field, Panel, SelectField, useToken } from '../ui/controls.tsx';
import { Empty, LoadedView, useLoaded } from '../ui/notice.tsx';

/** A campaign's audience, asked of audience-list: its columns, its filters, its pages. */
export function AudienceTable({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { acted, request } = useSession();
  const { token, picker } = useToken({ workspaceId: campaign.workspace_id });
  const [filter, setFilter] = useState<AudienceFilter>(everyRecord);
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(10);
  const [again, setAgain] = useState(0);
  const query = filterQuery(campaign.id, filter, page, limit);
  const loaded = useLoaded(JSON.stringify([token, query]), acted.value + again, async () => {
    // Before the tokens are loaded the answer would be a refusal.
    return token === undefined ? undefined : request('listAudience', { token, query });
  });
  return (
    <Panel
      title="Audience"
      aside={
        <Button kind="small" onClick={() => setAgain(again + 1)}>
          Refresh
        </Button>
      }
    >
      <AudienceFilters
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          setPage(1);
        }}
      />
      <LoadedView loaded={loaded} name="the audience">
        {(answer) => <Audience answer={answer} />}
      </LoadedView>
      <div class="row bottom">
        <Pager
          page={page}
          loaded={loaded.state === 'ready' ? readAudiencePage(loaded.value?.body) : undefined}
          onOpen={setPage}
        />
        <SelectField
          label="Per page"
          class="narrow"
          value={limit}
          options={['10', '25', '100']}
          onChange={(size) => {
            setLimit(Number(size));
            setPage(1);
          }}
        />
        {picker}
      </div>
    </Panel>
  );
}

function Audience({ answer }: { readonly answer: ApiAnswer | undefined }): JSX.Element {
  if (answer === undefined) return <Empty title="Loading tokens …" />;
  const page = readAudiencePage(answer.body);
  if (page === undefined) return <AnswerView title="audience-list" answer={answer} />;
  if (page.records.length > 0) return <RecordTable page={page} />;
  return <Empty title={page.total === 0 ? 'No records are like that' : 'This page is empty'} />;
}

function RecordTable({ page }: { readonly page: AudiencePage }): JSX.Element {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label="Audience records">
      <table class="records">
        <thead>
          <tr>
            {page.columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.records.map((record) => (
            <tr key={String(record['id'])}>
              {page.columns.map(({ key }) => (
                <td key={key} class={key === 'input_data' ? 'input-data' : undefined}>
                  {cellText(record[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagerProps {
  readonly page: number;
  readonly loaded: AudiencePage | undefined;
  readonly onOpen: (page: number) => void;
}

function Pager({ page, loaded, onOpen }: PagerProps): JSX.Element {
  const pages = loaded?.pages ?? page;
  return (
    <nav class="pager" aria-label="Pages of the audience">
      <Button kind="small" disabled={page <= 1} onClick={() => onOpen(page - 1)}>
        Previous
      </Button>
      <span class="number">
        Page {page} of {Math.max(1, pages)}
        {loaded === undefined ? '' : `, ${loaded.total.toLocaleString('en')} records`}
      </span>
      <Button kind="small" disabled={page >= pages} onClick={() => onOpen(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

function filterQuery(
  campaignId: number,
  { mobileNo, statuses, callStatus, firstStatus, lastStatus, attempt, isNew }: AudienceFilter,
  page: number,
  limit: number,
): Readonly<Record<string, string | readonly string[]>> {
  return {
    campaign_id: String(campaignId),
    page: String(page),
    limit: String(limit),
    ...(mobileNo === '' ? {} : { mobile_no: mobileNo }),
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(callStatus === '' ? {} : { call_status: callStatus }),
    ...(firstStatus === '' ? {} : { first_status: firstStatus }),
    ...(lastStatus === '' ? {} : { last_status: lastStatus }),
    ...(attempt === '' ? {} : { attempt }),
    ...(isNew ? { is_new: 'true' } : {}),
  };
}

interface AudienceFilter {
  readonly mobileNo: string;
  readonly statuses: readonly string[];
  readonly callStatus: string;
  readonly firstStatus: string;
  readonly lastStatus: string;
  readonly attempt: string;
  readonly isNew: boolean;
}

const everyRecord: AudienceFilter = {
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

interface AudienceFiltersProps {
  readonly filter: AudienceFilter;
  readonly onChange: (filter: AudienceFilter) => void;
}

/** The parameters of audience-list. */
function AudienceFilters({ filter, onChange }: AudienceFiltersProps): JSX.Element {
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

/** One page of an audience, as audience-list answers it. */
interface AudiencePage {
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly pages: number;
}

/** Reads an answer of audience-list, whichever of its two forms it has. Undefined if it is none. */
export function readAudiencePage(body: unknown): AudiencePage | undefined {
  if (!isObject(body)) return undefined;
  const { headers, datalist, pagination } = body;
  if (!Array.isArray(headers) || !Array.isArray(datalist) || !isObject(pagination)) return undefined;
  return {
    columns: headers.filter(isObject).map(({ key, label }) => ({ key: String(key), label: String(label) })),
    records: datalist.filter(isObject),
    total: Number(pagination['totalRecords']),
    pages: Number(pagination['totalPages']),
  };
}

/** A cell as text: an object's members by name, nothing for what is empty. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (!isObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${cellText(member)}`)
    .join('\n');
}

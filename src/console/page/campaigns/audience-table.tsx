import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject } from '../../../json/json-value.ts';
import type { ApiAnswer, Schemas } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView, Table } from '../ui/code.tsx';
import { type Bound, Button, CheckField, Panel, SelectField, TextField } from '../ui/controls.tsx';
import { Empty, LoadedView, useLoaded } from '../ui/notice.tsx';
import { useToken } from '../ui/requester.tsx';

/** A campaign's audience, asked of audience-list: its columns, its filters, its pages. */
export function AudienceTable({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { acted, request } = useSession();
  const { token, picker } = useToken({ workspaceId: campaign.workspace_id });
  const [view, setView] = useState({ filter: everyRecord, page: 1, limit: '10' });
  const { filter, page, limit } = view;
  /** Another filter or size of pages begins at the first page. */
  const change = (part: Partial<typeof view>) => setView({ ...view, page: 1, ...part });
  const [again, setAgain] = useState(0);
  const sent = Object.entries(filter).filter(([, value]) => value.length > 0);
  const paging = { campaign_id: String(campaign.id), page: String(page), limit };
  const query = { ...paging, ...Object.fromEntries(sent) };
  // Before the tokens are loaded the answer would be a refusal.
  const load = async () => (token === undefined ? undefined : request('listAudience', { token, query }));
  const loaded = useLoaded(JSON.stringify([token, query]), load, acted.value + again);
  const shown = loaded.state === 'ready' ? readAudiencePage(loaded.value?.body) : undefined;
  const pages = shown?.pages ?? page;
  return (
    <Panel title="Audience" aside={<Button text="Refresh" kind="small" onClick={() => setAgain(again + 1)} />}>
      <AudienceFilters value={filter} onChange={(next) => change({ filter: next })} />
      <LoadedView loaded={loaded} name="the audience">
        {(answer) => <Audience answer={answer} />}
      </LoadedView>
      <div class="row bottom">
        <nav class="row" aria-label="Pages of the audience">
          <Button text="Previous" kind="small" disabled={page <= 1} onClick={() => change({ page: page - 1 })} />
          <span class="number">
            Page {page} of {Math.max(1, pages)}
            {shown === undefined ? '' : `, ${shown.total.toLocaleString('en')} records`}
          </span>
          <Button text="Next" kind="small" disabled={page >= pages} onClick={() => change({ page: page + 1 })} />
        </nav>
        <SelectField
          label="Per page"
          value={limit}
          options={['10', '25', '100']}
          onChange={(size) => change({ limit: size })}
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
  const { columns, records, total } = page;
  if (records.length === 0) return <Empty title={total === 0 ? 'No records are like that' : 'This page is empty'} />;
  return (
    <Table
      name="Audience records"
      kind="records"
      head={columns.map(({ label }) => label)}
      rows={records.map((record) => columns.map(({ key }) => cellText(record[key])))}
    />
  );
}

/** By the parameters of audience-list: what is empty is not sent. */
type AudienceFilter = Readonly<Record<string, string | readonly string[]>>;
const everyRecord: AudienceFilter = {};

const texts = [
  { key: 'mobile_no', type: 'search', label: 'Number contains' },
  { key: 'call_status', type: 'search', label: 'Call status' },
  { key: 'first_status', type: 'search', label: 'First call status' },
  { key: 'last_status', type: 'search', label: 'Last call status' },
  { key: 'attempt', type: 'number', min: 0, label: 'Attempts' },
] as const;
const statuses = ['Fresh', 'Completed', 'Halted', 'Inqueue'].map((name, code) => ({ name, code: String(code) }));

/** The parameters of audience-list. */
function AudienceFilters({ value: filter, onChange }: Bound<AudienceFilter>): JSX.Element {
  const set = (name: string, value: string | readonly string[]) => onChange({ ...filter, [name]: value });
  const chosen = [filter['status'] ?? []].flat();
  const others = (code: string) => chosen.filter((one) => one !== code);
  return (
    <div class="filters row bottom" role="search" aria-label="Audience">
      {texts.map(({ key, ...field }) => (
        <TextField
          key={key}
          class="narrow"
          {...field}
          value={String(filter[key] ?? '')}
          onChange={(text) => set(key, text)}
        />
      ))}
      <fieldset>
        <legend>Status</legend>
        <div class="row">
          {statuses.map(({ name, code }) => (
            <CheckField
              key={name}
              label={name}
              value={chosen.includes(code)}
              onChange={(isChosen) => set('status', isChosen ? [...chosen, code] : others(code))}
            />
          ))}
        </div>
      </fieldset>
      <CheckField
        label="Simplified (is_new)"
        value={filter['is_new'] === 'true'}
        onChange={(isNew) => set('is_new', isNew ? 'true' : '')}
      />
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

/** A cell as text: an object's fields by name, nothing for what is empty. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (!isObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${cellText(field)}`)
    .join('\n');
}

import type { components } from '../../document/types.gen.ts';
import { effectiveStatus, lastEditor, statusLabel } from './lead-status.ts';
import type { AudienceRecord, InputColumn, LeadRecord, MetadataField, Timestamp } from '../records.ts';

type Schemas = components['schemas'];

/** The headers of the full format, in their order (section 4.7). */
export const audienceHeaders: readonly Readonly<Schemas['ColumnHeader']>[] = [
  { key: 'mobile_no', label: 'Mobile Number' },
  { key: 'input_data', label: 'Input Data' },
  { key: 'status', label: 'Lead Status' },
  { key: 'total_attempt', label: 'Attempt' },
  { key: 'last_call_status', label: 'Call Status' },
  { key: 'duration', label: 'Duration' },
  { key: 'last_disposition', label: 'Disposition' },
  { key: 'last_attempt', label: 'Last Attempt' },
  { key: 'updated_by', label: 'Modified By' },
];

/** A record in the full format. */
export function audienceItem(lead: LeadRecord, audience: AudienceRecord): Schemas['AudienceItem'] {
  const last = lead.calls.at(-1);
  return {
    id: lead.id,
    mobile_no: lead.mobile_no,
    input_data: { ...lead.input_data },
    total_attempt: `${lead.calls.length}/${audience.attempts_allowed}`,
    duration: last === undefined ? '' : clockTime(last.duration),
    last_attempt: last === undefined ? '' : dateAndTime(last.started_on),
    last_disposition: last?.disposition ?? '',
    last_call_status: last?.call_status ?? '',
    status: statusLabel(effectiveStatus(lead.status, audience.halted !== null)),
    updated_by: lastEditor(lead, audience),
  };
}

/** A record in the simplified format: one member per input column. */
export function simplifiedItem(
  lead: LeadRecord,
  audience: AudienceRecord,
): Schemas['SimplifiedAudiencePage']['datalist'][number] {
  const { input_data: data } = lead;
  const valueOf = (key: string) => (Object.hasOwn(data, key) ? data[key] : undefined) ?? '';
  const columns = audience.columns.map(({ key }) => [columnName(key), valueOf(key)] as const);
  return { id: lead.id, mobile_no: lead.mobile_no, ...Object.fromEntries(columns) };
}

/** The headers of the simplified format: mobile_no, then the input columns in their order. */
export function simplifiedHeaders(columns: readonly InputColumn[]): Schemas['ColumnHeader'][] {
  const ofColumns = columns.map(({ key, label }) => ({ key: columnName(key), label }));
  return [{ key: 'mobile_no', label: 'Mobile Number' }, ...ofColumns];
}

/** The metadata fields of the campaign's agent. */
export function metadataHeaders(fields: readonly MetadataField[]): Schemas['ColumnHeader'][] {
  return fields.map(({ key, description }) => ({ key, label: description }));
}

/** Totals over all pages; an empty list has 0 pages (`audience-list.pages`). */
export function pagination(total: number, page: number, limit: number): Schemas['Pagination'] {
  return { totalRecords: total, totalPages: Math.ceil(total / limit), currentPage: page, limit };
}

/** An input column called id or mobile_no would hide the record's own (`audience-list.is-new.headers.order`). */
function columnName(key: string): string {
  return key === 'id' || key === 'mobile_no' ? `input_${key}` : key;
}

function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function dateAndTime(timestamp: Timestamp): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}`;
}

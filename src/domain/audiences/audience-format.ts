import type { components } from '../../document/types.gen.ts';

import { type Rules, defaultRules } from '../choices/rules.ts';
import type { AudienceRecord, LeadRecord, LeadStatus, CallRecord, InputColumn, MetadataField } from '../records.ts';

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
export function audienceItem(
  lead: LeadRecord,
  audience: AudienceRecord,
  rules: Rules = defaultRules,
): Schemas['AudienceItem'] {
  const last = lead.calls.at(-1);
  return {
    id: lead.id,
    mobile_no: lead.mobile_no,
    input_data: { ...lead.input_data },
    total_attempt: `${lead.calls.length}/${audience.attempts_allowed}`,
    ...(last === undefined ? neverCalled : callFacts(last, rules)),
    status: statusLabel(effectiveStatus(lead.status, audience.halted !== null)),
    updated_by: lastEditor(lead, audience, rules),
  };
}

/** What a record shows that was never called. */
const neverCalled = { duration: '', last_attempt: '', last_disposition: '', last_call_status: '' };

function callFacts(call: CallRecord, rules: Rules): typeof neverCalled {
  return {
    duration: rules['audience-list.item.duration.form'](Math.floor(call.duration)),
    last_attempt: rules['audience-list.item.last-attempt.zone'](call.started_on),
    last_disposition: call.disposition,
    last_call_status: call.call_status,
  };
}

/** A record in the simplified format: one field per input column. */
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
export function metadataHeaders(
  fields: readonly MetadataField[],
  rules: Rules = defaultRules,
): Schemas['ColumnHeader'][] {
  return fields.map((field) => ({ key: field.key, label: rules['audience-list.is-new.metadata.label'](field) }));
}

/** Totals over all pages; an empty list has 0 pages (`audience-list.pages`). */
export function pagination(
  total: number,
  page: number,
  limit: number,
  rules: Rules = defaultRules,
): Schemas['Pagination'] {
  const none = rules['audience-list.pages.none'];
  return { totalRecords: total, totalPages: total === 0 ? none : Math.ceil(total / limit), currentPage: page, limit };
}

/** An input column called id or mobile_no would hide the record's own (`audience-list.is-new.headers.order`). */
function columnName(key: string): string {
  return key === 'id' || key === 'mobile_no' ? `input_${key}` : key;
}

const labels = ['Fresh', 'Completed', 'Halted', 'Inqueue'] as const;
type LeadStatusLabel = (typeof labels)[number];

const halted: LeadStatus = 2;

/** The label of a status code (section 2.3). */
export function statusLabel(status: LeadStatus): LeadStatusLabel {
  return labels[status];
}

/**
 * The status that a lead shows. Force completion halts the whole audience at once: a lead that was Fresh or Inqueue
 * then shows as Halted, whatever is stored (`campaign.force-complete.halts`).
 */
export function effectiveStatus(stored: LeadStatus, isHalted: boolean): LeadStatus {
  return isHalted && (stored === 0 || stored === 3) ? halted : stored;
}

/** The stored statuses of the leads that show one of the wanted statuses. */
export function storedStatuses(wanted: readonly LeadStatus[], isHalted: boolean): readonly LeadStatus[] {
  const all: readonly LeadStatus[] = [0, 1, 2, 3];
  return all.filter((stored) => wanted.includes(effectiveStatus(stored, isHalted)));
}

/** Who changed a lead last: the user who force-completed the campaign, for the leads that this halted. */
function lastEditor(
  lead: LeadRecord,
  { halted: halt }: AudienceRecord,
  rules: Pick<Rules, 'campaign.halt.updated-by'>,
): string {
  const wasHaltedNow = halt !== null && effectiveStatus(lead.status, true) !== lead.status;
  return wasHaltedNow ? rules['campaign.halt.updated-by'].shown(lead, halt.by) : lead.updated_by;
}

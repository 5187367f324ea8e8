import type { Rules } from '../choices/rules.ts';
import type { AudienceRecord, LeadRecord, LeadStatus } from '../records.ts';

const labels = ['Fresh', 'Completed', 'Halted', 'Inqueue'] as const;
export type LeadStatusLabel = (typeof labels)[number];

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
export function lastEditor(
  lead: LeadRecord,
  { halted: halt }: AudienceRecord,
  rules: Pick<Rules, 'campaign.halt.updated-by'>,
): string {
  const wasHaltedNow = halt !== null && effectiveStatus(lead.status, true) !== lead.status;
  return wasHaltedNow ? rules['campaign.halt.updated-by'].shown(lead, halt.by) : lead.updated_by;
}

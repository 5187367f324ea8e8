import type { Alternatives } from '../../clauses/choices.gen.ts';
import type { CallRecord, CampaignStatus, LeadRecord, MetadataField, UserRecord } from '../records.ts';

/** Choices of what is done with campaigns and their audiences. */
export interface CampaignRules {
  /** The states that a campaign can be force-completed in. */
  readonly 'campaign.running.statuses': readonly CampaignStatus[];
  readonly 'campaign.completed.answer': 'refused' | 'repeated';
  readonly 'campaign.other-status.effect': 'set' | 'ignored';
  readonly 'campaign.deleted.audience': 'missing' | 'listed';
  readonly 'campaign.deleted.status': 'missing' | 'set';
  /** Who halted an audience, and who is shown to have changed a record that this halted. */
  readonly 'campaign.halt.updated-by': {
    readonly by: (user: UserRecord) => string;
    readonly shown: (lead: LeadRecord, by: string) => string;
  };
  readonly 'audience-list.filter.mobile-no.blank': (text: string) => string;
  /** The calls that the filter looks at. */
  readonly 'audience-list.filter.call-status.calls': (calls: readonly CallRecord[]) => readonly CallRecord[];
  /** What of a call status is compared. */
  readonly 'audience-list.filter.call-status.case': (status: string) => string;
  readonly 'audience-list.filter.several': 'all' | 'any';
  /** @param seconds whole seconds */
  readonly 'audience-list.item.duration.form': (seconds: number) => string;
  readonly 'audience-list.item.last-attempt.zone': (timestamp: string) => string;
  readonly 'audience-list.pages.past-the-end': 'empty' | 'not-found' | 'last';
  readonly 'audience-list.order': 'by-id' | 'latest-first';
  /** How many pages an empty list has. */
  readonly 'audience-list.pages.none': 0 | 1;
  readonly 'audience-list.is-new.metadata.label': (field: MetadataField) => string;
}

export const campaignRules: {
  readonly [Id in keyof CampaignRules]: Readonly<Record<Alternatives[Id], CampaignRules[Id]>>;
} = {
  'campaign.running.statuses': {
    'inprogress-hold-or-pause': ['inprogress', 'hold', 'pause'],
    inprogress: ['inprogress'],
    every: ['inprogress', 'hold', 'pause', 'draft', 'deleted'],
  },
  'campaign.completed.answer': { refused: 'refused', repeated: 'repeated' },
  'campaign.other-status.effect': { set: 'set', ignored: 'ignored' },
  'campaign.deleted.audience': { missing: 'missing', listed: 'listed' },
  'campaign.deleted.status': { missing: 'missing', set: 'set' },
  'campaign.halt.updated-by': {
    'full-name': { by: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(), shown: (_, by) => by },
    email: { by: ({ email }) => email, shown: (_, by) => by },
    system: { by: () => 'System', shown: (_, by) => by },
    unchanged: { by: ({ email }) => email, shown: (lead) => lead.updated_by },
  },
  'audience-list.filter.mobile-no.blank': {
    plus: (text) => (text.startsWith(' ') ? `+${text.slice(1)}` : text),
    blank: (text) => text,
  },
  'audience-list.filter.call-status.calls': { any: (calls) => calls, last: (calls) => calls.slice(-1) },
  'audience-list.filter.call-status.case': { exact: (status) => status, any: (status) => status.toLowerCase() },
  'audience-list.filter.several': { all: 'all', any: 'any' },
  'audience-list.item.duration.form': {
    clock: (seconds) => inSixties(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60),
    minutes: (seconds) => inSixties(Math.floor(seconds / 60), seconds % 60),
    seconds: (seconds) => String(seconds),
    words: (seconds) => `${Math.floor(seconds / 60)}m ${seconds % 60}s`,
  },
  'audience-list.item.last-attempt.zone': {
    utc: (timestamp) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}`,
    india: inZone('Asia/Kolkata'),
    'new-york': inZone('America/New_York'),
  },
  'audience-list.pages.past-the-end': { empty: 'empty', 'not-found': 'not-found', last: 'last' },
  'audience-list.pages.none': { zero: 0, one: 1 },
  'audience-list.order': { 'by-id': 'by-id', 'latest-first': 'latest-first' },
  'audience-list.is-new.metadata.label': { description: ({ description }) => description, key: ({ key }) => key },
};

function inSixties(...parts: readonly number[]): string {
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Date and time as a clock in the zone shows them. */
function inZone(timeZone: string): (timestamp: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (timestamp) => {
    // Swedish writes YYYY-MM-DD HH:MM:SS.
    format ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return format.format(new Date(timestamp));
  };
}

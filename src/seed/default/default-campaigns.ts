import type { AudienceRecord, CampaignRecord, LeadRecord } from '../../domain/records.ts';
import { mixStatuses, type LeadMix } from '../plan/compositions.ts';
import { defaultNow, type Factories } from '../factories/factories.ts';
import { inputColumns } from '../csv/input-columns.ts';
import { findProfile } from '../factories/profiles/all-profiles.ts';
import { createRandomSource } from '../factories/random-source.ts';

interface CampaignPlan extends CampaignRecord {
  readonly audience?: {
    readonly columns: readonly string[];
    readonly attempts_allowed: number;
    readonly mix: LeadMix;
    /** The profile of the agent, which says how calls end. */
    readonly profile: string;
  };
}

/** Nobody here is a user: what force completion writes as `updated_by` (`campaign.halt.updated-by`) must be told from what was there. */
const editorsByWorkspace: Readonly<Record<number, readonly string[]>> = {
  101: ['Dilan Yıldız', 'Maren Vogt', 'Tomás Herrera', 'Grace Adeyemi'],
  102: ['Larissa Prado', 'João Teixeira'],
};

const plans: readonly CampaignPlan[] = [
  {
    ...campaign(
      5001,
      1004,
      'Autumn plan renewals',
      'inprogress',
      '2026-08-03T07:30:00.000Z',
      '2026-08-04T06:00:12.480Z',
    ),
    audience: {
      columns: ['name', 'city', 'plan'],
      attempts_allowed: 3,
      mix: { fresh: 100, completed: 60, halted: 30, inqueue: 60 },
      profile: 'plan-renewal',
    },
  },
  {
    ...campaign(
      5002,
      1004,
      'Lapsed plans, second letter',
      'hold',
      '2026-08-10T09:05:00.000Z',
      '2026-09-02T12:18:40.006Z',
    ),
    audience: {
      columns: ['name', 'city', 'plan', 'renewal_date'],
      attempts_allowed: 3,
      mix: { fresh: 6, completed: 4, halted: 0, inqueue: 2 },
      profile: 'plan-renewal',
    },
  },
  campaign(5003, 1010, '週末のご予約確認', 'draft', '2026-08-17T03:40:00.000Z', '2026-08-17T03:40:00.000Z'),
  {
    ...campaign(
      5004,
      1004,
      'Summer plan renewals',
      'force_completed',
      '2026-08-20T08:00:00.000Z',
      '2026-09-15T15:31:27.912Z',
    ),
    audience: {
      columns: ['name', 'plan'],
      attempts_allowed: 4,
      mix: { fresh: 0, completed: 12, halted: 8, inqueue: 0 },
      profile: 'plan-renewal',
    },
  },
  {
    ...campaign(
      5005,
      1006,
      'Visitas técnicas de setembro',
      'inprogress',
      '2026-08-24T12:10:00.000Z',
      '2026-08-25T11:00:05.377Z',
    ),
    audience: {
      columns: ['name', 'city', 'ticket_no'],
      attempts_allowed: 3,
      mix: { fresh: 2, completed: 2, halted: 0, inqueue: 1 },
      profile: 'support-callback',
    },
  },
  {
    ...campaign(5006, 1004, 'Family plan upgrade', 'pause', '2026-09-01T10:20:00.000Z', '2026-09-18T09:47:33.150Z'),
    audience: {
      columns: ['name', 'city', 'language'],
      attempts_allowed: 2,
      mix: { fresh: 3, completed: 3, halted: 1, inqueue: 1 },
      profile: 'plan-renewal',
    },
  },
  {
    ...campaign(
      5007,
      1004,
      'Renewal script rehearsal',
      'deleted',
      '2026-09-07T13:00:00.000Z',
      '2026-09-11T08:26:59.704Z',
    ),
    audience: {
      columns: ['name'],
      attempts_allowed: 3,
      mix: { fresh: 1, completed: 1, halted: 0, inqueue: 0 },
      profile: 'plan-renewal',
    },
  },
];

/** The campaigns of the default scenario, 5001 to 5007, with the audiences of those that have one. */
export function buildDefaultCampaigns(factories: Factories): {
  readonly campaigns: CampaignRecord[];
  readonly audiences: AudienceRecord[];
  readonly leads: Map<number, LeadRecord[]>;
} {
  const audiences: AudienceRecord[] = [];
  const leads = new Map<number, LeadRecord[]>();
  for (const { audience: plan, ...record } of plans) {
    if (!plan) continue;
    const isForceCompleted = record.status === 'force_completed';
    const audience = factories.audience.build({
      id: record.id,
      columns: inputColumns(plan.columns),
      attempts_allowed: plan.attempts_allowed,
      halted: isForceCompleted ? { by: 'Amara Okafor', on: record.updated_on } : null,
    });
    audiences.push(audience);
    leads.set(record.id, buildLeads(factories, record, audience, plan));
  }
  return { campaigns: plans.map(({ audience: _, ...record }) => record), audiences, leads };
}

function buildLeads(
  factories: Factories,
  record: CampaignRecord,
  audience: AudienceRecord,
  { mix, profile }: NonNullable<CampaignPlan['audience']>,
): LeadRecord[] {
  const hasStopped = record.status !== 'inprogress';
  const lead = factories.leadsOf(audience, {
    since: record.created_on,
    until: hasStopped ? record.updated_on : defaultNow,
    outcomes: findProfile(profile).outcomes.map(({ name }) => name),
    editors: editorsByWorkspace[record.workspace_id] ?? [],
  });
  const random = createRandomSource(record.id, 'attempts');
  return mixStatuses(mix, record.id).map((status) =>
    // A filter of 5001 by 1, 2 or 3 attempts finds every status except Fresh.
    record.id === 5001 && status !== 0
      ? lead.build({ status }, { attempts: random.pick([1, 1, 2, 2, 2, 3]) })
      : lead.build({ status, ...(isHaltedByForce(record, status) ? { updated_by: 'Amara Okafor' } : {}) }),
  );
}

/** The token's user is named on records that force completion has halted (`campaign.halt.updated-by`). */
function isHaltedByForce(record: CampaignRecord, status: LeadRecord['status']): boolean {
  return record.status === 'force_completed' && status === 2;
}

function campaign(
  id: number,
  agent_id: number,
  name: string,
  status: CampaignRecord['status'],
  created_on: string,
  updated_on: string,
): CampaignRecord {
  return { id, workspace_id: agent_id === 1006 ? 102 : 101, agent_id, name, status, created_on, updated_on };
}

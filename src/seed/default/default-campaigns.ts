import type { AudienceRecord, CampaignRecord, LeadRecord } from '../../domain/records.ts';
import { mixStatuses } from '../plan/compositions.ts';
import { defaultNow, type Factories } from '../factories/factories.ts';
import { inputColumns } from '../csv/input-columns.ts';
import { findProfile } from '../factories/profiles/all-profiles.ts';
import { createRandomSource } from '../factories/random-source.ts';

interface AudiencePlan {
  readonly columns: readonly string[];
  readonly attempts: number;
  /** Of the people that it calls. */
  readonly language: string;
  /** Records that are Fresh, Completed, Halted and Inqueue. */
  readonly mix: readonly [fresh: number, completed: number, halted: number, inqueue: number];
}

interface CampaignPlan {
  readonly id: number;
  readonly agent: number;
  readonly name: string;
  readonly status: CampaignRecord['status'];
  readonly created: string;
  readonly updated: string;
  readonly audience?: AudiencePlan;
}

/** None of them is a user, so that the `updated_by` of force completion (`campaign.halt.updated-by`) differs from them. */
const editorsByWorkspace: Readonly<Record<number, readonly string[]>> = {
  101: ['Dilan Yıldız', 'Maren Vogt', 'Tomás Herrera', 'Grace Adeyemi'],
  102: ['Larissa Prado', 'João Teixeira'],
};

const plans: readonly CampaignPlan[] = [
  {
    id: 5001,
    agent: 1004,
    name: 'Autumn plan renewals',
    status: 'inprogress',
    created: '2026-08-03T07:30:00.000Z',
    updated: '2026-08-04T06:00:12.480Z',
    audience: { language: 'en-US', columns: ['name', 'city', 'plan'], attempts: 3, mix: [100, 60, 30, 60] },
  },
  {
    id: 5002,
    agent: 1004,
    name: 'Lapsed plans, Germany',
    status: 'hold',
    created: '2026-08-10T09:05:00.000Z',
    updated: '2026-09-02T12:18:40.006Z',
    audience: { language: 'de-DE', columns: ['name', 'city', 'plan', 'renewal_date'], attempts: 3, mix: [6, 4, 0, 2] },
  },
  {
    id: 5003,
    agent: 1010,
    name: '週末のご予約確認',
    status: 'draft',
    created: '2026-08-17T03:40:00.000Z',
    updated: '2026-08-17T03:40:00.000Z',
  },
  {
    id: 5004,
    agent: 1004,
    name: 'Summer plan renewals, Sweden',
    status: 'force_completed',
    created: '2026-08-20T08:00:00.000Z',
    updated: '2026-09-15T15:31:27.912Z',
    audience: { language: 'sv-SE', columns: ['name', 'plan'], attempts: 4, mix: [0, 12, 8, 0] },
  },
  {
    id: 5005,
    agent: 1006,
    name: 'Visitas técnicas de setembro',
    status: 'inprogress',
    created: '2026-08-24T12:10:00.000Z',
    updated: '2026-08-25T11:00:05.377Z',
    audience: { language: 'pt-BR', columns: ['name', 'city', 'ticket_no'], attempts: 3, mix: [2, 2, 0, 1] },
  },
  {
    id: 5006,
    agent: 1004,
    name: 'Family plan upgrade, Japan',
    status: 'pause',
    created: '2026-09-01T10:20:00.000Z',
    updated: '2026-09-18T09:47:33.150Z',
    audience: { language: 'ja-JP', columns: ['name', 'city', 'language'], attempts: 2, mix: [3, 3, 1, 1] },
  },
  {
    id: 5007,
    agent: 1004,
    name: 'Renewal script rehearsal, France',
    status: 'deleted',
    created: '2026-09-07T13:00:00.000Z',
    updated: '2026-09-11T08:26:59.704Z',
    audience: { language: 'fr-FR', columns: ['name'], attempts: 3, mix: [1, 1, 0, 0] },
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
  const campaigns = plans.map(({ id, agent, name, status, created, updated, audience: plan }): CampaignRecord => {
    const workspace_id = agent === 1006 ? 102 : 101;
    const record = { id, workspace_id, agent_id: agent, name, status, created_on: created, updated_on: updated };
    if (plan !== undefined) {
      const halted = status === 'force_completed' ? { by: 'Amara Okafor', on: updated } : null;
      const columns = inputColumns(plan.columns);
      const audience = factories.audience.build({ id, columns, attempts_allowed: plan.attempts, halted });
      audiences.push(audience);
      leads.set(id, buildLeads(factories, record, audience, plan));
    }
    return record;
  });
  return { campaigns, audiences, leads };
}

function buildLeads(
  factories: Factories,
  record: CampaignRecord,
  audience: AudienceRecord,
  { language, mix: [fresh, completed, halted, inqueue] }: AudiencePlan,
): LeadRecord[] {
  const profile = findProfile(record.agent_id === 1006 ? 'support-callback' : 'plan-renewal');
  const lead = factories.leadsOf(audience, {
    since: record.created_on,
    until: record.status === 'inprogress' ? defaultNow : record.updated_on,
    outcomes: profile.outcomes.map(({ name }) => name),
    editors: editorsByWorkspace[record.workspace_id] ?? [],
    languages: [language],
  });
  const random = createRandomSource(record.id, 'attempts');
  return mixStatuses({ fresh, completed, halted, inqueue }, record.id).map((status) => {
    // A filter of 5001 by 1, 2 or 3 attempts finds every status except Fresh.
    if (record.id === 5001 && status !== 0) {
      return lead.build({ status }, { attempts: random.pick([1, 1, 2, 2, 2, 3]) });
    }
    // The token's user is named on records that force completion has halted (`campaign.halt.updated-by`).
    const isHaltedByForce = audience.halted !== null && status === 2;
    return lead.build({ status, ...(isHaltedByForce ? { updated_by: 'Amara Okafor' } : {}) });
  });
}

import type {
  AgentRecord,
  AudienceRecord,
  CampaignRecord,
  ProviderRecord,
  UserRecord,
  WorkspaceRecord,
} from '../../domain/records.ts';
import { fullName } from '../../domain/choices/rules.ts';
import { fieldOf } from '../../json/json-value.ts';
import { voiceProviders } from '../factories/prose.gen.ts';
import { createFactories, type Factories } from '../factories/factories.ts';
import { drawStatuses, inputColumns, totalOfCounts } from '../factories/campaign-factories.ts';
import { PlanError } from './read-plan.ts';
import { createRandomSource, dayInMs, momentBetween, type SeededValues, shift } from '../factories/factory.ts';
import {
  canCall,
  type ResolvedAgents,
  type ResolvedAudience,
  type ResolvedCampaigns,
  type ResolvedPlan,
  type ResolvedWorkspace,
  type WorkspaceChoice,
} from './resolve-plan.ts';
import { batch, ranges, seedRecords, type SeedBase, type SeedBatch, type SeedRecord } from './seed-batch.ts';
import { buildVoiceCatalogue, drawApiToken, drawLoginToken } from '../factories/account-factories.ts';

const agentsPerBatch = 100;
const numbersPerBatch = 1000;
const leadsPerBatch = 1000;
/** Leads of a world that begins as the default scenario have numbers that count from this id. */
const firstNumberedLead = 200_001;

/**
 * Everything that a plan asks for, in an order in which each record finds those that it names, and the same every
 * time. Nothing is kept: a million records cost no more memory than a thousand.
 * @throws PlanError if the plan names a workspace that is not there
 */
export function* generate(plan: ResolvedPlan, base: SeedBase): Generator<SeedBatch> {
  const ground = new Ground(plan, base);
  yield* ground.workspaces();
  yield* ground.numbers();
  yield* ground.agents();
  yield* ground.campaigns();
}

/** What campaigns need to know of an agent. */
type Dialler = Pick<AgentRecord, 'id' | 'workspace_id' | 'status' | 'created_on'> & {
  readonly language: string;
  readonly timezone: string;
  readonly longestCall: number;
  readonly group: number;
  /** What its calls come to. */
  readonly outcomes: readonly string[];
};

class Ground {
  readonly #plan: ResolvedPlan;
  readonly #base: SeedBase;
  readonly #factories: Factories;
  readonly #made: WorkspaceRecord[] = [];
  readonly #users: UserRecord[];
  readonly #callers: Dialler[] = [];

  constructor(plan: ResolvedPlan, base: SeedBase) {
    const { firstIds } = base;
    this.#plan = plan;
    this.#base = base;
    this.#users = [...base.users];
    this.#factories = createFactories({
      seed: plan.seed,
      now: plan.now,
      ...(base.voices.length > 0 && { voices: base.voices }),
      firstPlace: Math.max(0, firstIds.leads - firstNumberedLead),
      firstIds: {
        workspace: firstIds.workspaces,
        user: firstIds.users,
        agent: firstIds.agents,
        campaign: firstIds.campaigns,
        lead: firstIds.leads,
        phoneNumber: firstIds.phone_numbers,
      },
    });
  }

  *workspaces(): Generator<SeedBatch> {
    for (const planned of this.#plan.workspaces) {
      const workspace = this.#factories.workspace.build({
        ...(planned.name === null ? {} : { name: planned.name }),
        ...(planned.voice_analysis === null ? {} : { voice_analysis: planned.voice_analysis }),
      });
      this.#made.push(workspace);
      yield batch(planned.path, '', [{ collection: 'workspaces', record: workspace }]);
    }
    const providers = this.#providers();
    if (providers.length > 0) yield batch('workspaces', '#providers', seedRecords('providers', providers));
    if (this.#base.voices.length === 0) {
      yield batch('workspaces', '#voices', seedRecords('voices', buildVoiceCatalogue()));
    }
    for (const [i, planned] of this.#plan.workspaces.entries()) {
      const workspace = this.#made[i];
      if (workspace !== undefined) yield* this.#accounts(planned, workspace);
    }
  }

  *#accounts(planned: ResolvedWorkspace, workspace: WorkspaceRecord): Generator<SeedBatch> {
    for (let i = 0; i < planned.users; i++) {
      const user = this.#factories.user.build({ workspace_id: workspace.id });
      this.#users.push(user);
      const owner = { user_id: user.id, workspace_id: workspace.id };
      // Two plans may have one seed and share a world: the tokens of two users must differ all the same.
      const random = createRandomSource(this.#plan.seed, `tokens:${user.id}`);
      const { apiToken, loginToken } = this.#factories;
      const api = apiToken.buildList(planned.api_tokens, () => ({ ...owner, id: drawApiToken(random) }));
      const login = loginToken.buildList(planned.login_tokens, () => ({ ...owner, id: drawLoginToken(random) }));
      yield batch(`${planned.path}.users`, `#${i}`, [
        { collection: 'users', record: user },
        ...seedRecords('api_tokens', api),
        ...seedRecords('login_tokens', login),
      ]);
    }
  }

  /** New workspaces use the providers that others use; if there are none, the known ones except the last. */
  #providers(): ProviderRecord[] {
    const { providers, workspaces } = this.#base;
    const ids = this.#made.map(({ id }) => id);
    if (providers.length === 0) {
      const everybody = [...workspaces.map(({ id }) => id), ...ids];
      return voiceProviders.map(({ id }, i) =>
        this.#factories.provider.build({ id, workspace_ids: i < voiceProviders.length - 1 ? everybody : [] }),
      );
    }
    if (ids.length === 0) return [];
    return providers
      .filter(({ workspace_ids }) => workspace_ids.length > 0)
      .map((record) => ({ ...record, workspace_ids: [...new Set([...record.workspace_ids, ...ids])] }));
  }

  *numbers(): Generator<SeedBatch> {
    for (const { path, count, workspace, active } of this.#plan.numbers) {
      const workspace_id = workspace === null ? null : this.#workspaceId(workspace, `${path}.workspace`);
      for (const [from, to] of ranges(count, numbersPerBatch)) {
        const numbers = this.#factories.phoneNumber.buildList(to - from, { workspace_id, is_active: active });
        yield batch(path, `#${from}-${to - 1}`, seedRecords('phone_numbers', numbers));
      }
    }
  }

  *agents(): Generator<SeedBatch> {
    for (const [group, planned] of this.#plan.agents.entries()) {
      const random = createRandomSource(this.#plan.seed, `agents:${group}`);
      const workspace_id = this.#workspaceId(planned.workspace, `${planned.path}.workspace`);
      for (const [from, to] of ranges(planned.count, agentsPerBatch)) {
        const records = Array.from({ length: to - from }, () =>
          this.#agent(random, group, planned, workspace_id),
        ).flat();
        yield batch(planned.path, `#${from}-${to - 1}`, records);
      }
    }
  }

  #agent(random: SeededValues, group: number, planned: ResolvedAgents, workspace_id: number): SeedRecord[] {
    const creator = random.pick(this.#usersOf(workspace_id, planned.path));
    const agent = this.#factories.agent.build(
      { workspace_id, creator_user_id: creator.id, status: planned.status, agent_type: planned.type },
      { profile: random.pick(planned.profiles), ...(planned.documents !== null && { documents: planned.documents }) },
    );
    const { id, status, created_on, transcriber_language: language } = agent;
    const ofAgent = { workspace_id, agent_id: id };
    const numbers = this.#factories.phoneNumber.buildList(planned.numbers, (position) => ({ ...ofAgent, position }));
    const calls = { language, timezone: agent.unread.timezone, longestCall: agent.configuration.max_call_duration };
    const outcomes = agent.dispositions.map((one) => String(fieldOf(one, 'name')));
    this.#callers.push({ id, workspace_id, status, created_on, ...calls, group, outcomes });
    return [{ collection: 'agents', record: agent }, ...seedRecords('phone_numbers', numbers)];
  }

  *campaigns(): Generator<SeedBatch> {
    for (const [i, planned] of this.#plan.campaigns.entries()) {
      const random = createRandomSource(this.#plan.seed, `campaigns:${i}`);
      const workspace_id = this.#workspaceId(planned.workspace, `${planned.path}.workspace`);
      const callers = this.#callers.filter(
        (caller) =>
          caller.workspace_id === workspace_id &&
          (planned.agents === null || caller.group === planned.agents) &&
          canCall(caller.status, planned.status),
      );
      for (let nth = 0; nth < planned.count; nth++) yield* this.#campaign(random, planned, nth, random.pick(callers));
    }
  }

  *#campaign(random: SeededValues, planned: ResolvedCampaigns, nth: number, caller: Dialler): Generator<SeedBatch> {
    const campaign = this.#campaignRecord(random, planned, nth, caller);
    const records: SeedRecord[] = [{ collection: 'campaigns', record: campaign }];
    if (planned.audience === null) {
      yield batch(planned.path, `#${nth}`, records);
      return;
    }
    const { counts, outcomes, languages } = planned.audience;
    const halted = this.#haltOf(random, planned, campaign);
    const audience = this.#audienceRecord(planned.audience, campaign, halted);
    yield batch(planned.path, `#${nth}`, [...records, { collection: 'audiences', record: audience }]);
    const lead = this.#factories.leadsOf(audience, {
      since: campaign.created_on,
      until: campaign.status === 'inprogress' ? this.#plan.now : campaign.updated_on,
      outcomes: outcomes ?? caller.outcomes,
      languages: languages ?? [caller.language],
      timezone: caller.timezone,
      longestCall: caller.longestCall,
    });
    const haltedBy = audience.halted === null ? {} : { updated_by: audience.halted.by };
    const drawStatus = drawStatuses(createRandomSource(this.#plan.seed, `statuses:${campaign.id}`), counts);
    for (const [from, to] of ranges(totalOfCounts(counts), leadsPerBatch)) {
      const leads = lead.buildList(to - from, () => {
        const status = drawStatus();
        return { status, ...(status === 2 ? haltedBy : {}) };
      });
      const filled = batch(`${planned.path}.audience`, `#${nth}:${from}-${to - 1}`, []);
      yield { ...filled, leads: { campaignId: campaign.id, records: leads } };
    }
  }

  #campaignRecord(random: SeededValues, planned: ResolvedCampaigns, nth: number, caller: Dialler): CampaignRecord {
    const { now } = this.#plan;
    const earliest = [shift(now, -90 * dayInMs), shift(caller.created_on, 60_000)].toSorted().at(-1) ?? now;
    const latest = [shift(now, -14 * dayInMs), earliest].toSorted().at(-1) ?? now;
    const created_on = momentBetween(random, earliest, latest);
    return this.#factories.campaign.build(
      {
        workspace_id: caller.workspace_id,
        agent_id: caller.id,
        status: planned.status,
        created_on,
        ...(planned.name === null ? {} : { name: planned.count > 1 ? `${planned.name} ${nth + 1}` : planned.name }),
      },
      { language: caller.language },
    );
  }

  #audienceRecord(planned: ResolvedAudience, { id }: CampaignRecord, halted: AudienceRecord['halted']): AudienceRecord {
    return this.#factories.audience.build({
      id,
      halted,
      ...(planned.columns === null ? {} : { columns: inputColumns(planned.columns) }),
      ...(planned.attempts_allowed === null ? {} : { attempts_allowed: planned.attempts_allowed }),
    });
  }

  #haltOf(random: SeededValues, planned: ResolvedCampaigns, campaign: CampaignRecord): AudienceRecord['halted'] {
    if (planned.status !== 'force_completed') return null;
    const user = random.pick(this.#usersOf(campaign.workspace_id, planned.path));
    return { by: fullName(user), on: campaign.updated_on };
  }

  #workspaceId(choice: WorkspaceChoice, path: string): number {
    const { workspaces } = this.#base;
    if (choice === 'first') {
      const [first] = workspaces.toSorted((a, b) => a.id - b.id);
      if (first !== undefined) return first.id;
      throw new PlanError([{ path: 'workspaces', problem: 'there is none yet: expected one in the plan' }]);
    }
    if ('planned' in choice) return this.#made[choice.planned]?.id ?? 0;
    if (workspaces.some(({ id }) => id === choice.id)) return choice.id;
    const ids = workspaces.map(({ id }) => id).join(', ') || 'none';
    throw new PlanError([
      { path, problem: `there is no workspace ${choice.id}: expected the id of one that is there (${ids})` },
    ]);
  }

  #usersOf(workspaceId: number, path: string): readonly UserRecord[] {
    const users = this.#users.filter((user) => user.workspace_id === workspaceId);
    if (users.length > 0) return users;
    throw new PlanError([{ path, problem: `workspace ${workspaceId} has no user who could have made it` }]);
  }
}

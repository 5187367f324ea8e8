import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type {
  AgentRecord,
  AudienceRecord,
  CampaignRecord,
  LeadRecord,
  PhoneNumberRecord,
  ProviderRecord,
  TokenRecord,
  UserRecord,
  VoiceRecord,
  WorkspaceRecord,
} from '../domain/records.ts';
import { buildVoiceCatalogue } from './factories/account-factories.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

function read<T extends object>(path: string): readonly T[] {
  const records: T[] = JSON.parse(readFileSync(join(fixtures, 'default', path), 'utf8'));
  return records;
}

function filesIn(folder: string): Map<string, string> {
  const entries = readdirSync(join(fixtures, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const start = join(fixtures, folder).length + 1;
  return new Map(files.map((file) => [file.slice(start).replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
}

describe('the files that the repository keeps', () => {
  it.each(['api-tokens', 'codes', 'login-tokens', 'users', 'workspaces'])(
    'hold the same %s in both scenarios',
    (name) => {
      expect(filesIn('empty').get(`${name}.json`)).toBe(filesIn('default').get(`${name}.json`));
    },
  );

  it('hold the voices that new scenarios get', () => {
    const kept = ['provider_a', 'provider_b'].flatMap((id) => read<VoiceRecord>(`voices/${id}.json`));
    expect(kept).toEqual(buildVoiceCatalogue());
  });

  it('hold the accounts and the code tables in the scenario empty, and nothing else', () => {
    const names = ['api-tokens.json', 'codes.json', 'login-tokens.json', 'users.json', 'workspaces.json'];
    expect([...filesIn('empty').keys()].sort()).toEqual(names);
  });
});

describe('the well-known accounts', () => {
  const tokensOf = (path: string, workspaceId: number): readonly TokenRecord[] =>
    read<TokenRecord>(path).filter(({ workspace_id }) => workspace_id === workspaceId);

  it.each([
    [101, 'Acme Outreach', 1, 'Amara', 'Okafor', 'owner@acme.example', true],
    [102, 'Globex Support', 2, 'Bruno', 'Lima', 'owner@globex.example', false],
    [103, 'Initech Trial', 3, 'Chiara', 'Conti', 'owner@initech.example', false],
  ])('have workspace %i, %s, with its user', (id, name, userId, first_name, last_name, email, voice_analysis) => {
    const workspace = read<WorkspaceRecord>('workspaces.json').find((record) => record.id === id);
    expect(workspace).toMatchObject({ name, voice_analysis });
    expect(read<UserRecord>('users.json').filter(({ workspace_id }) => workspace_id === id)).toEqual([
      { id: userId, workspace_id: id, first_name, last_name, email },
    ]);
  });

  it.each([
    [101, ['login-acme'], ['ac3d', 'ac3e']],
    [102, ['login-globex'], ['910b']],
    [103, ['login-initech'], []],
  ] as const)('have the tokens of workspace %i that do not expire, oldest first', (id, logins, starts) => {
    const lasting = (path: string): string[] =>
      [...tokensOf(path, id)]
        .filter(({ expires_on }) => expires_on === null)
        .sort((a, b) => Date.parse(a.created_on) - Date.parse(b.created_on))
        .map((token) => token.id);
    expect(lasting('login-tokens.json')).toEqual(logins);
    expect(lasting('api-tokens.json')).toEqual(starts.map((start) => start.repeat(16)));
  });

  it.each([
    ['login-tokens.json', 'login-expired'],
    ['api-tokens.json', 'dead'.repeat(16)],
  ])('have one expired token of workspace 101 in %s, older than the others', (path, id) => {
    const [oldest, ...others] = tokensOf(path, 101);
    expect(oldest).toMatchObject({ id, user_id: 1 });
    expect(Date.parse(oldest?.expires_on ?? '')).toBeLessThan(Date.parse('2026-06-01T00:00:00Z'));
    expect(others.every(({ created_on }) => created_on > (oldest?.created_on ?? ''))).toBe(true);
    expect(read<TokenRecord>(path).filter(({ expires_on }) => expires_on !== null)).toHaveLength(1);
  });
});

describe('the well-known agents', () => {
  const agents = read<AgentRecord>('agents.json');
  const numbers = read<PhoneNumberRecord>('phone-numbers.json');

  it.each([
    [1001, 101, 3, 3, []],
    [1002, 101, 3, 3, [['+15550001002', 101, true]]],
    [1003, 101, 3, 3, [['+15550001003', null, true]]],
    [1004, 101, 1, 3, [['+15550001004', 101, true]]],
    [1005, 101, 2, 3, []],
    [1006, 102, 3, 3, [['+15550001006', 102, true]]],
    [1007, 101, 3, 3, [['+15550001007', 101, false]]],
    [
      1008,
      101,
      3,
      3,
      [
        ['+15550001008', 101, true],
        ['+15550001098', null, true],
      ],
    ],
    [1009, 101, 3, 2, []],
    [1010, 101, 1, 3, [['+15550001010', 101, true]]],
  ] as const)(
    'have %i of workspace %i with status %i and type %i',
    (id, workspace_id, status, agent_type, attached) => {
      const uuid = `00000000-0000-4000-8000-00000000${id}`;
      expect(agents.find((agent) => agent.id === id)).toMatchObject({ workspace_id, status, agent_type, uuid });
      const own = numbers.filter(({ agent_id }) => agent_id === id).sort((a, b) => a.position - b.position);
      expect(own.map((number) => [number.id, number.workspace_id, number.is_active])).toEqual(attached);
      expect(own.map(({ position }) => position)).toEqual(attached.map((_, index) => index));
    },
  );

  it('have no others beside them', () => {
    expect(agents.map(({ id }) => id)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010]);
  });

  it('have two that were updated since they were created', () => {
    expect(agents.filter((agent) => agent.has_been_updated).map(({ id }) => id)).toEqual([1004, 1010]);
    expect(agents.filter((agent) => agent.updated_on > agent.created_on).map(({ id }) => id)).toEqual([1004, 1010]);
  });

  it('have the free numbers', () => {
    const free = numbers.filter(({ agent_id }) => agent_id === null);
    expect(free.map(({ id, workspace_id, is_active }) => [id, workspace_id, is_active])).toEqual([
      ['+15550009001', 101, true],
      ['+15550009002', null, true],
      ['+15550009003', 102, true],
      ['+15550009004', 101, true],
    ]);
  });
});

describe('the well-known campaigns', () => {
  const campaigns = read<CampaignRecord>('campaigns.json');
  const audiences = read<AudienceRecord>('audiences.json');

  it.each([
    [5001, 101, 1004, 'inprogress', [100, 60, 30, 60]],
    [5002, 101, 1004, 'hold', [6, 4, 0, 2]],
    [5003, 101, 1010, 'draft', null],
    [5004, 101, 1004, 'force_completed', [0, 12, 8, 0]],
    [5005, 102, 1006, 'inprogress', [2, 2, 0, 1]],
    [5006, 101, 1004, 'pause', [3, 3, 1, 1]],
    [5007, 101, 1004, 'deleted', [1, 1, 0, 0]],
  ] as const)(
    'have %i of workspace %i and agent %i, %s, with audience %j',
    (id, workspace_id, agent_id, status, mix) => {
      expect(campaigns.find((campaign) => campaign.id === id)).toMatchObject({ workspace_id, agent_id, status });
      expect(audiences.some((audience) => audience.id === id)).toBe(mix !== null);
      if (mix === null) {
        expect(filesIn('default').has(`leads/${id}.json`)).toBe(false);
        return;
      }
      const leads = read<LeadRecord>(`leads/${id}.json`);
      expect([0, 1, 2, 3].map((code) => leads.filter((lead) => lead.status === code).length)).toEqual(mix);
    },
  );

  it('have no others beside them', () => {
    expect(campaigns.map(({ id }) => id)).toEqual([5001, 5002, 5003, 5004, 5005, 5006, 5007]);
  });
});

describe('the well-known audience of 5001', () => {
  const leads = read<LeadRecord>('leads/5001.json');
  const called = leads.filter(({ status }) => status !== 0);

  it('has the input columns name, city and plan, and three attempts allowed', () => {
    const audience = read<AudienceRecord>('audiences.json').find(({ id }) => id === 5001);
    expect(audience?.columns.map(({ key }) => key)).toEqual(['name', 'city', 'plan']);
    expect(audience?.attempts_allowed).toBe(3);
    expect(leads.every(({ input_data }) => Object.keys(input_data).join() === 'name,city,plan')).toBe(true);
  });

  it('has Fresh records without calls', () => {
    expect(leads.filter(({ status, calls }) => status === 0 && calls.length > 0)).toEqual([]);
  });

  it.each([1, 2, 3])('has records with status %i and 1, 2 and 3 attempts', (status) => {
    const attempts = leads.filter((lead) => lead.status === status).map(({ calls }) => calls.length);
    expect([...new Set(attempts)].sort()).toEqual([1, 2, 3]);
  });

  it.each([1, 2, 3])('has records with status %i whose first and last call status differ', (status) => {
    const differing = leads.filter(
      (lead) => lead.status === status && lead.calls[0]?.call_status !== lead.calls.at(-1)?.call_status,
    );
    expect(differing.length).toBeGreaterThan(0);
  });

  it('has several call statuses and dispositions', () => {
    const calls = called.flatMap((lead) => lead.calls);
    const statuses = [...new Set(calls.map(({ call_status }) => call_status))].sort();
    expect(statuses).toEqual(['busy', 'completed', 'failed', 'no-answer', 'voicemail']);
    expect(new Set(calls.map(({ disposition }) => disposition)).size).toBeGreaterThanOrEqual(8);
  });

  it('has the statuses mixed, so that every page of 25 shows at least three', () => {
    const pages = Array.from({ length: 10 }, (_, page) => leads.slice(page * 25, page * 25 + 25));
    expect(pages.filter((page) => new Set(page.map(({ status }) => status)).size < 3)).toEqual([]);
  });
});

describe('the well-known providers', () => {
  it.each([
    ['provider_a', 'Aurora Voices', 37, 10, [101, 102, 103]],
    ['provider_b', 'Birch Speech', 45, 20, [101, 102, 103]],
    ['provider_c', 'Cedar Audio', 0, 25, [101, 102, 103]],
  ] as const)('have %s, %s, with %i voices', (id, name, count, default_page_size, workspace_ids) => {
    const provider = read<ProviderRecord>('providers.json').find((record) => record.id === id);
    expect(provider).toEqual({ id, name, default_page_size, workspace_ids });
    const voices = read<VoiceRecord>(`voices/${id}.json`);
    expect(voices.map(({ provider_id, position }) => [provider_id, position])).toEqual(
      Array.from({ length: count }, (_, position) => [id, position]),
    );
  });

  it('have provider_d, which no workspace has set up', () => {
    const provider = read<ProviderRecord>('providers.json').find(({ id }) => id === 'provider_d');
    expect(provider).toMatchObject({ default_page_size: 50, workspace_ids: [] });
    expect(filesIn('default').has('voices/provider_d.json')).toBe(false);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Factories, buildCampaignWithAudience, createFactories, defaultNow } from './factories.ts';
import { createRandomSource } from './factory.ts';
import { createPeople, regionsSpeaking, spokenLanguages } from './people.ts';
import { agentProfiles } from './prose.gen.ts';

import codeTable from '../../../fixtures/empty/codes.json' with { type: 'json' };

/** Some records of every kind, as the bytes that a file would hold. */
function bytesOf(factories: Factories): string {
  return JSON.stringify([
    factories.workspace.buildList(3),
    factories.user.buildList(3),
    factories.apiToken.buildList(3),
    factories.loginToken.buildList(3),
    factories.provider.buildList(4),
    factories.voice.buildList(20),
    factories.phoneNumber.buildList(3),
    factories.agent.buildList(20),
    factories.campaign.buildList(20),
    factories.audience.buildList(5),
    factories.lead.buildList(50),
    factories.leadsOf(factories.audience.build()).buildList(20),
  ]);
}

describe('createFactories', () => {
  const timezone = process.env['TZ'];

  afterEach(() => {
    vi.useRealTimers();
    if (timezone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = timezone;
  });

  it('builds the same bytes from the same seed, on another day and in another time zone too', () => {
    const expected = bytesOf(createFactories({ seed: 7 }));
    vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z') });
    process.env['TZ'] = 'Pacific/Kiritimati';
    expect(bytesOf(createFactories({ seed: 7 }))).toBe(expected);
  });

  it('builds other records from another seed', () => {
    expect(bytesOf(createFactories({ seed: 8 }))).not.toBe(bytesOf(createFactories({ seed: 7 })));
  });

  it('builds the same agents however many leads and voices were built before', () => {
    const busy = createFactories({ seed: 7 });
    busy.lead.buildList(100);
    busy.voice.buildList(10);
    expect(busy.agent.buildList(5)).toEqual(createFactories({ seed: 7 }).agent.buildList(5));
  });

  it('builds the same leads of an audience in whatever order audiences are filled, their ids and numbers apart', () => {
    const [first, second] = createFactories({ seed: 7 }).audience.buildList(2);
    if (!first || !second) throw new Error('two audiences were asked for');
    const namesOf = (order: 'forwards' | 'backwards'): unknown[] => {
      const factories = createFactories({ seed: 7 });
      const fill = (audience: typeof first): unknown[] =>
        factories
          .leadsOf(audience)
          .buildList(10)
          .map(({ input_data, calls }) => [input_data, calls]);
      if (order === 'forwards') return [fill(first), fill(second)];
      const filledSecond = fill(second);
      return [fill(first), filledSecond];
    };
    expect(namesOf('backwards')).toEqual(namesOf('forwards'));
  });

  it('gives ids of its own to each record, from where it was told to start', () => {
    const factories = createFactories({ seed: 7, firstIds: { agent: 2001, lead: 900 } });
    expect(factories.agent.buildList(3).map(({ id }) => id)).toEqual([2001, 2002, 2003]);
    const leads = [...factories.lead.buildList(2), ...factories.leadsOf(factories.audience.build()).buildList(2)];
    expect(leads.map(({ id }) => id)).toEqual([900, 901, 902, 903]);
  });

  it('lets overrides of a list depend on the place in it', () => {
    const users = createFactories({ seed: 7 }).user.buildList(3, (index) => ({ workspace_id: 101 + index }));
    expect(users.map(({ workspace_id }) => workspace_id)).toEqual([101, 102, 103]);
  });
});

describe('what the factories build', () => {
  const factories = createFactories({ seed: 42 });

  it('has API tokens of 64 hexadecimal digits, all different', () => {
    const ids = factories.apiToken.buildList(50).map(({ id }) => id);
    expect(ids.filter((id) => !/^[0-9a-f]{64}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(50);
  });

  it('has tokens that were made before they expire', () => {
    const token = factories.loginToken.build({ expires_on: '2026-02-01T00:00:00.000Z' });
    expect(token.created_on < '2026-02-01T00:00:00.000Z').toBe(true);
    expect(token.id).toMatch(/^login-[0-9a-f]{32}$/);
  });

  it('has voices of every age and gender in many languages within one short list', () => {
    const voices = createFactories({ seed: 42 }).voice.buildList(37);
    expect(new Set(voices.map(({ age }) => age)).size).toBe(3);
    expect(new Set(voices.map(({ gender }) => gender)).size).toBe(3);
    expect(new Set(voices.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(voices.map(({ id }) => id)).size).toBe(37);
    expect(voices.map(({ position }) => position)).toEqual(voices.map((_, index) => index));
  });

  it.each(spokenLanguages())(
    'has people who speak %s with 1,000 given names and 1,000 family names, and more',
    (language) => {
      const draw = createPeople()(regionsSpeaking([language]));
      const source = createRandomSource(1, language);
      const people = Array.from({ length: 30_000 }, () => draw(source));
      const given = new Set(people.map(({ name, family }) => name.replace(family, '').trim()));
      expect(given.size).toBeGreaterThanOrEqual(1000);
      expect(new Set(people.map(({ family }) => family)).size).toBeGreaterThanOrEqual(1000);
    },
  );

  it('has no two agents of a workspace with one name', () => {
    const names = createFactories({ seed: 42 })
      .agent.buildList(1000, { transcriber_language: 'de-DE' })
      .map(({ agent_name }) => agent_name);
    expect(new Set(names).size).toBe(1000);
  });

  it('has voices whose description says what their fields say', () => {
    const voice = factories.voice.build({ language: 'ja-JP', gender: 'neutral', age: 'middle_aged' });
    expect(voice.description).toMatch(/Japanese voice, middle-aged and gender-neutral/);
  });

  it.each([
    ['a draft', { status: 3 }, false],
    ['a published agent', { status: 1 }, true],
    ['a draft that is said to be updated', { status: 3, has_been_updated: true }, true],
    ['an agent updated long ago', { updated_on: '2020-05-05T00:00:00.000Z' }, true],
    ['a draft made long ago', { created_on: '2020-05-05T00:00:00.000Z' }, false],
    ['an untouched agent with a time of update', { has_been_updated: false, updated_on: defaultNow }, false],
  ] as const)('keeps the times of %s in order', (_, overrides, isUpdated) => {
    for (const agent of factories.agent.buildList(20, overrides)) {
      expect(agent.has_been_updated).toBe(isUpdated);
      if (isUpdated) expect(agent.created_on <= agent.updated_on).toBe(true);
      else expect(agent.updated_on).toBe(agent.created_on);
      expect(agent.updated_on <= defaultNow).toBe(true);
    }
  });

  it.each([
    {},
    { status: 'draft' },
    { status: 'draft', updated_on: '2020-05-05T00:00:00.000Z' },
    { updated_on: '2020-05-05T00:00:00.000Z' },
    { created_on: '2020-05-05T00:00:00.000Z' },
  ] as const)('keeps the times of a campaign with %j in order', (overrides) => {
    for (const campaign of factories.campaign.buildList(20, overrides)) {
      expect(campaign.created_on <= campaign.updated_on).toBe(true);
      expect(campaign.updated_on <= defaultNow).toBe(true);
      if (campaign.status === 'draft') expect(campaign.updated_on).toBe(campaign.created_on);
    }
  });

  it('has agents whose codes, models and providers belong together', () => {
    for (const agent of factories.agent.buildList(60)) {
      const nameOf = (kind: string, code: number): string | null | undefined =>
        codeTable.find((entry) => entry.kind === kind && entry.code === code)?.name;
      const brand = agent.voice_id.split('-')[0];
      expect(nameOf('voice_provider', agent.voice_provider)).toBe(agent.unread.voice['provider']);
      expect(nameOf('tts_model', agent.configuration.tts_model)).toBe(agent.unread.voice['model']);
      expect(agent.unread.voice['model']).toMatch(new RegExp(`^${brand}-`));
      expect(nameOf('stt_model', agent.configuration.stt_model)).toBe(agent.unread.speech_to_text['model']);
      expect(nameOf('transcriber_provider', agent.transcriber_provider)).toBe(agent.unread.speech_to_text['provider']);
      expect(agent.transcriber_language).toBe(agent.unread.speech_to_text['language']);
    }
  });

  it('has agents with guardrails of integers alone, their id apart, which may be null', () => {
    const guardrails = factories.agent.buildList(40).map((agent) => agent.guardrails);
    const values = guardrails.flatMap(({ id: _, ...rest }) => Object.values(rest));
    expect(values.filter((value) => !Number.isInteger(value))).toEqual([]);
    expect(new Set(guardrails.map(({ id }) => typeof id))).toEqual(new Set(['number', 'object']));
  });

  it('has agents that leave no placeholder for the business unfilled', () => {
    expect(JSON.stringify(factories.agent.buildList(100))).not.toMatch(/\{(?:company|city|family)\}(?!\})/);
  });

  it('has agents that are told apart by their names', () => {
    const namesOf = (profile?: string) =>
      createFactories({ seed: 7 })
        .agent.buildList(200, {}, profile === undefined ? {} : { profile })
        .map(({ agent_name }) => agent_name);
    expect(new Set(namesOf()).size).toBeGreaterThanOrEqual(190);
    for (const { key } of agentProfiles) expect(new Set(namesOf(key)).size, key).toBeGreaterThanOrEqual(120);
    expect(agentProfiles.flatMap(({ key }) => namesOf(key)).filter((name) => Array.from(name).length > 100)).toEqual(
      [],
    );
  });

  it('has people for every language that an agent speaks', () => {
    const spoken = spokenLanguages();
    expect(agentProfiles.filter(({ language }) => !spoken.includes(language))).toEqual([]);
  });

  it('has a campaign call people who speak as its agent does', () => {
    const agent = factories.agent.build({}, { profile: 'dental-reminder' });
    const mix = { fresh: 30, completed: 0, halted: 0, inqueue: 0 };
    const { leads } = buildCampaignWithAudience(factories, agent, mix);
    expect(leads.filter(({ mobile_no }) => !mobile_no.startsWith('+49'))).toEqual([]);
  });

  it('has the agent that a profile describes, and names the known ones where there is no such profile', () => {
    expect(factories.agent.build({}, { profile: 'table-booking' }).transcriber_language).toBe('ja-JP');
    expect(() => factories.agent.build({}, { profile: 'astrology' })).toThrow(/'astrology'. Known: dental-reminder/);
  });
});

describe('seeded people and agents', () => {
  const factories = createFactories({ seed: 11 });
  const people = (languages: readonly string[], count: number): readonly string[] =>
    factories
      .leadsOf({ ...factories.audience.build(), columns: [{ key: 'name', label: 'Name' }] }, { languages })
      .buildList(count)
      .map(({ input_data }) => JSON.stringify(input_data['name']));

  it.each(spokenLanguages())('have names of their own in %s: hardly two people of 10,000 share one', (language) => {
    expect(new Set(people([language], 10_000)).size).toBeGreaterThan(9300);
  });

  it('have a name that no other agent of the workspace has', () => {
    const names = factories.agent
      .buildList(400, {}, { profile: 'dental-reminder' })
      .map(({ agent_name }) => agent_name);
    expect(new Set(names).size).toBe(400);
  });

  it('write in chats and speak everywhere else', () => {
    const promptsOf = (agent_type: number) =>
      factories.agent.buildList(60, { agent_type }).map(({ agent_prompt }) => agent_prompt.includes('chat assistant'));
    expect([new Set(promptsOf(2)), new Set(promptsOf(3))]).toEqual([new Set([true]), new Set([false])]);
  });

  it('speak the language that is asked for', () => {
    const agents = factories.agent.buildList(20, { transcriber_language: 'de-DE' });
    expect(new Set(agents.map(({ unread }) => unread.timezone))).toEqual(new Set(['Europe/Berlin']));
  });

  it.each([
    ['America/New_York', 180],
    ['Asia/Tokyo', 60],
  ])('are called in the working hours of %s, for %i seconds at most', (timezone, longestCall) => {
    const context = { since: '2026-03-01T00:00:00.000Z', until: '2026-04-20T00:00:00.000Z', timezone, longestCall };
    const calls = factories
      .leadsOf({ ...factories.audience.build(), attempts_allowed: 4 }, context)
      .buildList(500, { status: 1 })
      .flatMap((lead) => lead.calls);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'short', hour: '2-digit' });
    const times = new Set(calls.map(({ started_on }) => clock.format(Date.parse(started_on))));
    expect([...times].filter((time) => !/^(?:Mon|Tue|Wed|Thu|Fri),? (?:0[89]|1[0-7])$/.test(time))).toEqual([]);
    expect(times.size).toBe(50);
    expect(Math.max(...calls.map(({ duration }) => duration))).toBeLessThanOrEqual(longestCall);
  });

  it('have campaigns with names in their language', () => {
    const names = factories.campaign.buildList(50, {}, { language: 'de-DE' }).map(({ name }) => name);
    expect(names.filter((name) => !/, KW \d+$/.test(name))).toEqual([]);
    expect(factories.campaign.build({}, { language: 'zh-CN' }).name).toMatch(/, week \d+$/);
  });

  it('have values that fit the names of known columns', () => {
    const columns = ['amount', 'Due Date', 'city', 'ticket'].map((key) => ({ key, label: key }));
    const context = { until: '2027-05-01T00:00:00.000Z', languages: ['de-DE'] };
    for (const { input_data } of factories.leadsOf({ ...factories.audience.build(), columns }, context).buildList(50)) {
      expect(input_data['amount']).toMatch(/^\d+\.\d\d$/);
      expect(input_data['Due Date']).toMatch(/^2027-0[5-7]-\d\d$/);
      expect(['Köln', 'München', 'Düsseldorf', 'Nürnberg', 'Lübeck', 'Görlitz', 'Berlin']).toContain(
        input_data['city'],
      );
      expect(input_data['ticket']).toMatch(/^REF-\d+$/);
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { AgentRecord, KnowledgeFile, LeadRecord, PhoneNumberRecord, TokenRecord } from '../records.ts';
import { chooseRules, ruleAlternatives, defaultRules, type Rules } from './rules.ts';

type RuleId = keyof typeof ruleAlternatives;

/** The rule of a choice by the name of its alternative. */
function rule<Id extends RuleId>(id: Id, alternative: string): Rules[Id] {
  return chooseRules(new Map([[id, alternative]]), new Map())[id];
}

const then = '2026-11-20T11:59:58.900Z';
const now = new Date('2026-11-20T12:00:00.000Z');
const lead = { updated_by: 'Lena' } as LeadRecord;
const user = { id: 1, workspace_id: 1, first_name: 'Ada', last_name: '', email: 'ada@acme.example' };

describe('by default', () => {
  it.each(Object.keys(ruleAlternatives) as RuleId[])('%s is decided by its first alternative', (id) => {
    const [first] = Object.values(ruleAlternatives[id]);
    expect(defaultRules[id]).toBe(first);
  });
});

describe('an alternative that is a value', () => {
  it.each<[RuleId, string, unknown]>([
    ['agent.token', 'signed', 'signed'],
    ['agent.token', 'unsigned', 'unsigned'],
    ['agent.campaigns.active', 'inprogress-or-pause', ['inprogress', 'pause']],
    ['agent.campaigns.active', 'inprogress', ['inprogress']],
    ['agent.campaigns.active', 'not-ended', ['draft', 'inprogress', 'pause']],
    ['create-agent.status.refused', 'nothing', 'nothing'],
    ['create-agent.status.refused', 'saved', 'saved'],
    ['create-agent.create.name', 'required', 'required'],
    ['create-agent.create.name', 'optional', 'optional'],
    ['create-agent.create.agent-type', 'telephony', 3],
    ['create-agent.create.agent-type', 'voice', 1],
    ['create-agent.create.agent-type', 'chat', 2],
    ['create-agent.create.agent-type', 'general', 4],
    ['create-agent.create.agent-privacy', 'private', 0],
    ['create-agent.create.agent-privacy', 'public', 1],
    ['create-agent.order', 'status-agent-fields', ['status', 'agent', 'fields']],
    ['create-agent.order', 'agent-status-fields', ['agent', 'status', 'fields']],
    ['create-agent.order', 'fields-status-agent', ['fields', 'status', 'agent']],
    ['create-agent.order', 'agent-fields-status', ['agent', 'fields', 'status']],
    ['agent.last-modified.unchanged', 'kept', 'kept'],
    ['agent.last-modified.unchanged', 'fields', 'fields'],
    ['agent.last-modified.unchanged', 'every', 'every'],
    ['createagentorupdate.guardrails.id', 'none', false],
    ['createagentorupdate.guardrails.id', 'agent', true],
    ['create-agent.read-back.unknown-names', 'zero', 'zero'],
    ['create-agent.read-back.unknown-names', 'refused', 'refused'],
    ['create-agent.read-back.unknown-names', 'no-table', 'no-table'],
    ['create-agent.status.without-agent', 'refused', 'refused'],
    ['create-agent.status.without-agent', 'ignored', 'ignored'],
    ['create-agent.status.without-agent', 'draft', 'draft'],
    ['createagentorupdate.phone-numbers.last', 'published', 1],
    ['createagentorupdate.phone-numbers.last', 'draft', 3],
    ['createagentorupdate.phone-numbers.attached', 'refused', 'refused'],
    ['createagentorupdate.phone-numbers.attached', 'moved', 'moved'],
    ['campaign.running.statuses', 'inprogress-hold-or-pause', ['inprogress', 'hold', 'pause']],
    ['campaign.running.statuses', 'inprogress', ['inprogress']],
    ['campaign.running.statuses', 'every', ['inprogress', 'hold', 'pause', 'draft', 'deleted']],
    ['campaign.completed.answer', 'refused', 'refused'],
    ['campaign.completed.answer', 'repeated', 'repeated'],
    ['campaign.other-status.effect', 'set', 'set'],
    ['campaign.other-status.effect', 'ignored', 'ignored'],
    ['campaign.deleted.audience', 'missing', 'missing'],
    ['campaign.deleted.audience', 'listed', 'listed'],
    ['campaign.deleted.status', 'missing', 'missing'],
    ['campaign.deleted.status', 'set', 'set'],
    ['audience-list.filter.several', 'all', 'all'],
    ['audience-list.filter.several', 'any', 'any'],
    ['audience-list.pages.past-the-end', 'empty', 'empty'],
    ['audience-list.pages.past-the-end', 'not-found', 'not-found'],
    ['audience-list.pages.past-the-end', 'last', 'last'],
    ['audience-list.order', 'by-id', 'by-id'],
    ['audience-list.order', 'latest-first', 'latest-first'],
    ['audience-list.pages.none', 'zero', 0],
    ['audience-list.pages.none', 'one', 1],
    ['errors.order', 'token-first', 'token-first'],
    ['errors.order', 'body-first', 'body-first'],
    ['voice-list.page-token.invalid.answer', 'refused', 'refused'],
    ['voice-list.page-token.invalid.answer', 'first-page', 'first-page'],
    ['voice-list.page-token.form', 'signed', 'signed'],
    ['voice-list.page-token.form', 'offset', 'offset'],
    ['voice-list.page-token.form', 'encoded-offset', 'encoded-offset'],
  ])('%s, %s: %j', (id, alternative, value) => {
    expect(rule(id, alternative)).toEqual(value);
  });
});

describe('what an agent shows', () => {
  it.each([
    ['empty', ''],
    ['age', '5 minutes ago'],
  ])('of an agent never updated: %s', (alternative, shown) => {
    expect(rule('agent.last-modified.before', alternative)('5 minutes ago')).toBe(shown);
  });

  it.each([
    ['long', '2026-11-20T11:55:00.000Z', '5 minutes ago'],
    ['long', '2026-11-20T11:45:00.000Z', '15 minutes ago'],
    ['short', '2026-11-20T11:55:00.000Z', '5m ago'],
    ['short', '2026-11-20T11:45:00.000Z', '15m ago'],
    ['short', then, 'just now'],
    ['seconds', '2026-11-20T11:59:59.900Z', '0 seconds ago'],
    ['seconds', then, '1 second ago'],
    ['seconds', '2026-11-20T11:45:00.000Z', '15 minutes ago'],
    ['short-seconds', '2026-11-20T11:59:48.000Z', '12s ago'],
    ['short-seconds', '2026-11-20T11:55:00.000Z', '5m ago'],
    ['about', '2026-11-20T11:45:00.000Z', 'about 15 minutes ago'],
    ['about', then, 'just now'],
    ['two-units', then, '0 minutes ago'],
    ['two-units', '2026-11-20T12:00:30.000Z', '0 minutes ago'],
    ['two-units', '2026-11-20T11:45:00.000Z', '15 minutes ago'],
    ['two-units', '2026-11-20T10:30:00.000Z', '1 hour, 30 minutes ago'],
    ['two-units', '2026-11-19T09:30:00.000Z', '1 day, 2 hours ago'],
    ['two-units', '2026-11-19T11:30:00.000Z', '1 day ago'],
    ['few', then, 'a few seconds ago'],
    ['few', '2026-11-20T11:59:00.000Z', 'a minute ago'],
    ['few', '2026-11-20T11:00:00.000Z', 'an hour ago'],
    ['few', '2026-11-20T01:00:00.000Z', '11 hours ago'],
    ['less', then, 'less than a minute ago'],
    ['less', '2026-11-20T11:45:00.000Z', '15 minutes ago'],
    ['less', '2026-11-20T01:00:00.000Z', 'about 11 hours ago'],
    ['less', '2026-11-18T01:00:00.000Z', '2 days ago'],
  ])('as its age: %s of %s', (alternative, changed, shown) => {
    expect(rule('agent.last-modified.words', alternative)(changed, now)).toBe(shown);
  });

  it('as tools in one place or in two', () => {
    const tool = { id: 3, isEnabled: true };
    expect(rule('createagentorupdate.tools.places', 'both')([tool])).toEqual([tool]);
    expect(rule('createagentorupdate.tools.places', 'knowledge-base')([tool])).toEqual([]);
  });

  it.each([
    ['counts', ['draft']],
    ['ignored', ['draft', 'force_completed', 'deleted']],
  ])('as a draft beside campaigns: %s', (alternative, ended) => {
    const statuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'] as const;
    expect(statuses.filter(rule('agent.is-draft.ended', alternative))).toEqual(ended);
  });

  it('as an audience', () => {
    const { 'agent.is-audience.campaigns': every } = defaultRules;
    const notDeleted = rule('agent.is-audience.campaigns', 'not-deleted');
    expect([every('deleted'), every('draft')]).toEqual([true, true]);
    expect([notDeleted('deleted'), notDeleted('draft')]).toEqual([false, true]);
  });

  it('as a number in a text', () => {
    const [json, decimal] = ['json', 'decimal'].map((name) => rule('create-agent.read-back.numbers', name));
    expect([json?.(1), json?.(0.5), json?.('x')]).toEqual(['1', '0.5', '"x"']);
    expect([decimal?.(1), decimal?.(0.5), decimal?.('x')]).toEqual(['1.0', '0.5', '"x"']);
  });
});

describe('what a request does to an agent', () => {
  it('needs a number to publish', () => {
    const telephony = rule('create-agent.publish.types', 'telephony');
    expect([1, 2, 3, 4].filter(defaultRules['create-agent.publish.types'])).toEqual([1, 2, 3, 4]);
    expect([1, 2, 3, 4].filter(telephony)).toEqual([3]);
  });

  it.each([
    ['agent.deleted', 'restorable', []],
    ['agent.deleted', 'missing', [2]],
    ['agent.deleted.elsewhere', 'missing', [2]],
    ['agent.deleted.elsewhere', 'there', []],
  ] as const)('%s, %s: misses those of the status %j', (id, alternative, missing) => {
    const isMissing = rule(id, alternative);
    expect(([1, 2, 3] as const).filter((status) => isMissing({ status } as AgentRecord))).toEqual(missing);
  });

  it('looks in the body and in the query, in this order or the other', () => {
    const [body, query] = ['body', 'query'].map((name) => rule('create-agent.agent-id.place', name));
    expect([body?.(1, () => 2), body?.(undefined, () => 2), body?.(1, () => undefined)]).toEqual([1, 2, 1]);
    expect([query?.(1, () => 2), query?.(undefined, () => 2), query?.(1, () => undefined)]).toEqual([2, 2, 1]);
  });

  it.each([
    ['updates', [1, 2]],
    ['in-form', [1, undefined]],
    ['in-query', [undefined, 2]],
    ['ignored', [undefined, undefined]],
  ] as const)('takes the agent of a form from where it counts: %s', (name, places) => {
    const [form, query] = rule('createagentorupdate.agent-id', name)(1, () => 2);
    expect([form, query()]).toEqual(places);
  });

  it('merges with what there is or replaces it', () => {
    expect(rule('create-agent.update.sections', 'merged')({ a: 1 })).toEqual({ a: 1 });
    expect(rule('create-agent.update.sections', 'replaced')({ a: 1 })).toEqual({});
    const attached = [{ id: '+1' }] as PhoneNumberRecord[];
    expect(rule('createagentorupdate.phone-numbers.effect', 'replace')(['+2'], attached)).toEqual(['+2']);
    expect(rule('createagentorupdate.phone-numbers.effect', 'add')(['+2'], attached)).toEqual(['+1', '+2']);
    for (const name of ['replace', 'add'] as const) {
      expect(rule('createagentorupdate.phone-numbers.effect', name)(undefined, attached)).toBeUndefined();
    }
    expect(rule('createagentorupdate.phone-numbers.effect', 'whole')(undefined, attached)).toEqual([]);
    expect(rule('createagentorupdate.phone-numbers.effect', 'whole')(['+2'], attached)).toEqual(['+2']);
    expect(rule('createagentorupdate.arrays', 'replace')([1], [2])).toEqual([2]);
    expect(rule('createagentorupdate.arrays', 'append')([1], [2])).toEqual([1, 2]);
    expect(rule('createagentorupdate.files.effect', 'add')([{} as KnowledgeFile])).toEqual([{}]);
    expect(rule('createagentorupdate.files.effect', 'replace')([{} as KnowledgeFile])).toEqual([]);
  });
});

describe('what a campaign and its audience show', () => {
  it.each([
    ['full-name', 'Ada', 'System user'],
    ['email', 'ada@acme.example', 'System user'],
    ['system', 'System', 'System user'],
    ['unchanged', 'ada@acme.example', 'Lena'],
  ])('as who halted it: %s', (alternative, by, shown) => {
    const halted = rule('campaign.halt.updated-by', alternative);
    expect([halted.by(user), halted.shown(lead, 'System user')]).toEqual([by, shown]);
    if (alternative === 'full-name') expect(halted.by({ ...user, last_name: 'King' })).toBe('Ada King');
  });

  it.each([
    ['plus', ' 155', '+155'],
    ['plus', '1 55', '1 55'],
    ['blank', ' 155', ' 155'],
  ])('for a number with a blank: %s %j', (alternative, text, looked) => {
    expect(rule('audience-list.filter.mobile-no.blank', alternative)(text)).toBe(looked);
  });

  it('for a call status', () => {
    const call = { started_on: then, disposition: '', duration: 0 };
    const calls = ['busy', 'failed', 'done'].map((call_status) => ({ ...call, call_status }));
    expect(rule('audience-list.filter.call-status.calls', 'any')(calls)).toEqual(calls);
    expect(rule('audience-list.filter.call-status.calls', 'last')(calls)).toEqual([calls[2]]);
    expect(rule('audience-list.filter.call-status.case', 'exact')('Busy')).toBe('Busy');
    expect(rule('audience-list.filter.call-status.case', 'any')('Busy')).toBe('busy');
  });

  it.each([
    ['clock', 3725, '01:02:05'],
    ['clock', 45_296, '12:34:56'],
    ['minutes', 3725, '62:05'],
    ['seconds', 3725, '3725'],
    ['words', 3725, '62m 5s'],
  ])('as a duration: %s of %i s', (alternative, seconds, shown) => {
    expect(rule('audience-list.item.duration.form', alternative)(seconds)).toBe(shown);
  });

  it.each([
    ['utc', '2026-11-20 11:59:58'],
    ['india', '2026-11-20 17:29:58'],
    ['new-york', '2026-11-20 06:59:58'],
  ])('as the last attempt: %s', (alternative, shown) => {
    const inZone = rule('audience-list.item.last-attempt.zone', alternative);
    expect([inZone(then), inZone(then)]).toEqual([shown, shown]);
  });

  it('as columns and metadata', () => {
    const field = { key: 'plan', type: 'string', description: 'The plan' };
    expect(rule('audience-list.is-new.metadata.label', 'description')(field)).toBe('The plan');
    expect(rule('audience-list.is-new.metadata.label', 'key')(field)).toBe('plan');
  });
});

it.each([
  ['every', [true, true, true]],
  ['newest', [false, true, false]],
] as const)('holds tokens to be valid: %s', (alternative, valid) => {
  const token = (id: string, created_on: string, expires_on: string | null = null): TokenRecord => {
    return { id, user_id: 1, workspace_id: 101, created_on, expires_on };
  };
  const own = [
    token('old', '2026-01-01T00:00:00.000Z'),
    token('new', '2026-02-01T00:00:00.000Z'),
    token('over', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'),
  ];
  const isValid = rule('auth.valid-tokens', alternative);
  expect(own.map((one) => isValid(one, () => own, now))).toEqual(valid);
  expect(own.map((one) => isValid(one, () => [], now))).toEqual(own.map(() => alternative === 'every'));
});

it('the default limit of a provider is that of a profile', () => {
  const values = new Map<string, unknown>([
    ['voice-list.default-limit.provider_a', 7],
    ['voice-list.default-limit.provider_b', '7'],
  ]);
  const limits = ['provider_a', 'provider_b', 'provider_c'].map(
    chooseRules(new Map(), values)['voice-list.default-limit'],
  );
  expect(limits).toEqual([7, undefined, undefined]);
});

it('what an agent has that a form makes is what every new one has, with what the profile says of it', () => {
  const settings: [string, unknown][] = [['new-agent', { '/a': 1, '/b': 1 }]];
  const byForm = (values: [string, unknown][]) => chooseRules(new Map(), new Map(values))['new-agent-by-form'];
  expect(byForm(settings)).toEqual({ '/a': 1, '/b': 1 });
  expect(byForm([...settings, ['new-agent-by-form', { '/b': 2 }]])).toEqual({ '/a': 1, '/b': 2 });
});

it.each([
  ['nowhere', { pages: [1] }],
  ['pages', { pages: [1, { name: 'Hours', content: 'Nine to five' }] }],
  ['numbered', { pages: [1, { id: 1, name: 'Hours', content: 'Nine to five' }] }],
  ['own-list', { pages: [1], text_knowledge_bases: [{ id: 1, name: 'Hours', content: 'Nine to five' }] }],
] as const)('texts of a form are shown in their place: %s', (alternative, shown) => {
  const texts = [{ name: 'Hours', content: 'Nine to five' }];
  expect(rule('createagentorupdate.texts.places', alternative)(texts, [1])).toEqual(shown);
});

import { expect, it } from 'vitest';
import type { CheckedAnswer } from '../report/violation.ts';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import { disparities } from './compare.ts';
import { normalised, type Names } from './normalise.ts';
import { factNames, hasSameData, SeenAnswer, withAgents } from './twin.ts';

const answerOf = (body: unknown, { status = 200, operation = 'getAgent' } = {}): CheckedAnswer =>
  ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(body),
    body,
    request: { operation, query: [], headers: {}, body: { kind: 'none' } },
  }) as unknown as CheckedAnswer;

const sideOf = (body: unknown, about = {}, names: Names = new Map(), roots: readonly string[] = []) =>
  new SeenAnswer({ answer: answerOf(body, about), roots }, names);

it.each([
  ['ids of own agents', { id: 1011 }, [1011], { id: 77 }, [77]],
  ['ids of what belongs to an agent', { id: 2011, agent_id: 1011 }, [1011], { id: 9, agent_id: 77 }, [77]],
  ['own ids in a text', { message: 'agent 1011 saved' }, [1011], { message: 'agent 77 saved' }, [77]],
  [
    'moments',
    { on: '2026-03-01T12:00:00.000Z', timestamp: 1795292231650 },
    [],
    { on: '2027-01-01T00:00:00.500Z', timestamp: 1795292231295 },
    [],
  ],
  [
    'moments of a clock that leaves out zeros',
    { on: '2026-03-01T12:00:00.12345678Z' },
    [],
    { on: '2026-03-01T12:00:00.123456789Z' },
    [],
  ],
  ['names of requests that count', { request_id: 'r-0' }, [], { request_id: 'r-000082' }, []],
  ['UUIDs', { id: '00000000-0000-4000-8000-000000001011' }, [], { id: '11111111-2222-4333-8444-555555555555' }, []],
  ['names of requests', { trace: '9e117088bf1b' }, [], { trace: 'e99201c5652a' }, []],
  ['names of requests, one by digits alone', { trace: '9e117088bf1b' }, [], { trace: '003705434329' }, []],
  ['hex in addresses', { url: 'https://h.example/in/9f31c0' }, [], { url: 'https://h.example/in/77a0b2' }, []],
  [
    'long letters drawn for addresses',
    { url: 'https://h.example/in/VnXPRUE_Hfsx9goRQANsBGUM' },
    [],
    { url: 'https://h.example/in/aXpRUzKqHfsxTgoRQANsBGUM' },
    [],
  ],
  ['hex in masked addresses', { url: 'https://h.example/****11f1' }, [], { url: 'https://h.example/****abba' }, []],
  ['page tokens', { next_page_token: 'MTAu' }, [], { next_page_token: 'zz' }, []],
  ['signed addresses', { url: 'https://a.example/f?X-Sig=1' }, [], { url: 'https://a.example/f?X-Sig=2' }, []],
  [
    'files of a mock at another address',
    { image: 'http://127.0.0.1:1/__mock/voices/a/portrait.svg' },
    [],
    { image: 'https://mock.example/__mock/voices/a/portrait.svg' },
    [],
  ],
  ['lists in another order', { list: [{ a: 1 }, { a: 2 }] }, [], { list: [{ a: 2 }, { a: 1 }] }, []],
])('takes for equal: %s', (_, mock, ours, deployment, theirs) => {
  const [one, other] = [ours, theirs].map((agents) => withAgents(new Map(), [], agents));
  expect(disparities(sideOf(mock, {}, one), sideOf(deployment, {}, other), true)).toEqual([]);
});

const nowhere = 'http://127.0.0.1:1';
const own = throwAwaySettings({ base_url: nowhere, api_url: nowhere, alt_url: nowhere });
const theirs = {
  ...own,
  token: 'of another deployment',
  numbers: { owned: ['+4915550007', '+4915550008'], shared: ['+18005550003'] },
  campaigns: { changeable: { id: 7002, agent: 7, status: 'hold' as const } },
};

it('takes for equal what both sides call otherwise in their settings, and the ids of what an agent has', () => {
  const [ours, others] = [own, theirs].map((settings) => factNames(settings, theirs)) as [Names, Names];
  const mock = { phone_numbers: [{ id: 1, number: '+15550009001' }], message: 'Campaign 5002' };
  const deployment = { phone_numbers: [{ id: 93, number: '+4915550007' }], message: 'Campaign 7002' };
  expect(disparities(sideOf(mock, {}, ours), sideOf(deployment, {}, others), false)).toEqual([]);
  const wrong = { ...deployment, phone_numbers: [{ id: 93, number: '+4915550008' }] };
  expect(disparities(sideOf(mock, {}, ours), sideOf(wrong, {}, others), false)).toHaveLength(1);
  const called = (end: string) => ({ phone_numbers: [{ id: `PN${end}`, file: `F${end}` }] });
  expect(disparities(sideOf(called('9001'), {}, ours), sideOf(called('0007'), {}, others), false)).toEqual([]);
  expect(disparities(sideOf(called('9001'), {}, ours), sideOf(called('0008'), {}, others), false)).toHaveLength(2);
  const masked = (end: string) => ({ phone_numbers: [{ label: `…${end}` }] });
  expect(disparities(sideOf(masked('9001'), {}, ours), sideOf(masked('0007'), {}, others), false)).toEqual([]);
  const named = (id: string) => ({ phone_numbers: [{ id, active: true }] });
  const [opaque, another] = [named('pn_je7llv'), named('pn_1db7yzs')];
  expect(disparities(sideOf(opaque, {}, ours), sideOf(another, {}, others), false)).toEqual([]);
  const text = { prompt: 'Call +15550009001' };
  expect(disparities(sideOf(text, {}, ours), sideOf(text, {}, others), false)).toEqual([]);
});

it('takes for the same what requests of both sides read, and their agents for other ones', () => {
  const reading = (campaign: number, agent: number, foreign: number): Names =>
    factNames({ ...theirs, campaigns: { read: [campaign], foreign }, agents: { read: [{ id: agent }] } }, theirs);
  const [ours, others] = [reading(5001, 1004, 5005), reading(905, 70_211, 970)];
  expect([...ours.values()]).toEqual([...others.values()]);
  expect(ours.get('5005')).toEqual(others.get('970') ?? 'a name');
  const shown = (id: number, name: string, names: Names) =>
    sideOf({ data: { basic_details: { id, name } } }, {}, names);
  expect(disparities(shown(1004, 'Desk', ours), shown(70_211, 'Lobby', others), false)).toEqual([]);
});

it('takes for equal the voices that each side was sent', () => {
  const uuid = '11111111-2222-4333-8444-555555555555';
  const named = (id: string): Names => new Map([[id, '<voice 0 3>']]);
  const mock = sideOf({ voice_id: 'aurora-jip-010' }, {}, named('aurora-jip-010'));
  expect(disparities(mock, sideOf({ voice_id: uuid }, {}, named(uuid)), false)).toEqual([]);
  const strange = sideOf({ voice_id: uuid }, {}, named('another'));
  expect(disparities(mock, strange, false).map(({ at }) => at)).toEqual(['/voice_id']);
});

it('takes for equal what both sides show alike, and of agents that no step has made their kinds', () => {
  const shown = (id: number, name: string, names?: Names) =>
    sideOf({ data: { basic_details: { id, name, company_id: 1013 } } }, {}, names);
  const own = shown(1013, 'Desk', new Map([['1013', '<agent 1>']]));
  const other = shown(77, 'Lobby', new Map([['77', '<agent 1>']]));
  const places = (isSame: boolean) => disparities(own, other, isSame).map(({ at }) => at);
  expect([places(true), places(false)]).toEqual([['/data/basic_details/name'], ['/data/basic_details/name']]);
  expect(disparities(shown(1004, 'Desk'), shown(1004, 'Lobby'), true)).toHaveLength(1);
  expect(disparities(shown(1004, 'Desk'), shown(1004, 'Lobby'), false)).toEqual([]);
  const more = sideOf({ data: { basic_details: { id: 1004, name: 'Desk', company_id: 1013 }, greeting: 'Hi' } });
  expect([true, false].map((isSame) => disparities(shown(1004, 'Desk'), more, isSame).length)).toEqual([1, 0]);
});

it('takes ids that a side has made up for any of their type', () => {
  const names = new Map([['5001', '<fact 1>']]);
  const differ = (one: unknown, other: unknown) =>
    disparities(
      ...([one, other].map((id) => sideOf({ files: [{ id }] }, {}, names)) as [SeenAnswer, SeenAnswer]),
      false,
    );
  expect(differ('8', '4103')).toEqual([]);
  expect(differ('8', 8)).toHaveLength(1);
});

it('takes the columns of a simplified list for the own of its campaign, where both sides hold other records', () => {
  const listed = (columns: object) =>
    sideOf({ datalist: [{ id: 1, mobile_no: '+15550001', ...columns }] }, { operation: 'listAudience' });
  const [one, other] = [listed({ plan: 'basic' }), listed({ city: 'Pune' })];
  expect(disparities(one, other, false)).toEqual([]);
  expect(disparities(one, other, true)).toHaveLength(2);
  expect(disparities(one, sideOf({ datalist: [{ id: 1 }] }, { operation: 'listAudience' }), true)).not.toEqual([]);
});

it('takes a campaign that the configuration names for one that it does not', () => {
  const shown = (id: number) =>
    sideOf({ data: { basic_details: { id: 1004 }, campaigns: [{ id }] } }, {}, new Map([['5001', '<fact 1>']]));
  expect(disparities(shown(5001), shown(913), false)).toEqual([]);
});

it('takes both sides to hold the same records unless a configuration says what the deployment holds', () => {
  expect([own, { ...own, isDefaultScenario: false }, theirs].map(hasSameData)).toEqual([true, false, false]);
});

it('calls nothing otherwise where both sides hold the same records', () => {
  expect(factNames(own, own).size).toBe(0);
  const having = (id: number): SeenAnswer => sideOf({ phone_numbers: [{ id }] });
  expect(disparities(having(1), having(2), true)).toHaveLength(1);
});

it.each([
  ['a status', sideOf({}, { status: 200 }), sideOf({}, { status: 201 }), ['status']],
  ['a success and a refusal, in nothing else', sideOf({ a: 1 }), sideOf({ b: 2 }, { status: 404 }), ['status']],
  ['a value', sideOf({ a: { b: 1 } }), sideOf({ a: { b: 2 } }), ['/a/b']],
  ['a missing member', sideOf({ a: 1 }), sideOf({}), ['/a']],
  ['a type', sideOf({ a: 1 }), sideOf({ a: '1' }), ['/a']],
  ['the form of a moment', sideOf({ on: '2026-03-01T12:00:00.000Z' }), sideOf({ on: '2026-03-01T12:00:00Z' }), ['/on']],
  ['items, told once', sideOf({ a: [1, 2] }), sideOf({ a: [3, 4] }), ['/a/[]']],
  ['an id of another type', sideOf({ id: 2, agent_id: 1 }), sideOf({ id: '2', agent_id: 1 }), ['/id']],
  ['a length', sideOf({ a: [1] }), sideOf({ a: [] }), ['/a']],
])('tells apart by %s', (_, mock, deployment, places) => {
  expect(disparities(mock, deployment, true).map(({ at }) => at)).toEqual(places);
});

it('takes a number that counts refusals for any, and no other', () => {
  const tellsApart = (status: number, mock: object, deployment: object) =>
    disparities(sideOf(mock, { status }), sideOf(deployment, { status }), true).length > 0;
  expect(tellsApart(400, { trace: 't0' }, { trace: 't97' })).toBe(false);
  const named = sideOf({ trace: 't905' }, { status: 400 }, new Map([['905', '<fact 6>']]));
  expect(disparities(sideOf({ trace: 't0' }, { status: 400 }), named, true)).toEqual([]);
  expect(tellsApart(400, { message: 'No 0' }, { message: 'No 97' })).toBe(true);
  expect(tellsApart(400, { trace: 't1' }, { trace: 't97' })).toBe(true);
  expect(tellsApart(200, { duration: '0s' }, { duration: '12s' })).toBe(true);
});

it('takes for equal what each side serves at its own address, and nothing else', () => {
  const [ours, theirs] = ['http://127.0.0.1:4010', 'https://staging.example'];
  const of = (root: string, path: string) => ({ url: `${root}${path}` });
  const mock = sideOf(of(ours, '/voices/a.wav'), {}, new Map(), [ours]);
  expect(disparities(mock, sideOf(of(theirs, '/voices/a.wav'), {}, new Map(), [theirs]), true)).toEqual([]);
  for (const other of [of(theirs, '/voices/b.wav'), of('https://cdn.example', '/voices/a.wav')]) {
    expect(disparities(mock, sideOf(other, {}, new Map(), [theirs]), true).map(({ at }) => at)).toEqual(['/url']);
  }
});

it('compares records of other data by their kinds alone', () => {
  const about = { operation: 'listAudience' };
  const mock = sideOf({ datalist: [{ name: 'Ada', duration: '00:02:14' }] }, about);
  expect(disparities(mock, sideOf({ datalist: [{ name: 'Grace', duration: '01:00:09' }] }, about), false)).toEqual([]);
  const never = ['', '-', '–', null].map((duration) =>
    sideOf({ datalist: [{ name: 'Alan', duration, input_data: { city: 'Ulm' } }] }, about),
  );
  const called = sideOf({ datalist: [{ name: 'Ada', duration: '00:02:14', input_data: { plan: 'B' } }] }, about);
  expect(never.flatMap((each) => disparities(called, each, false))).toEqual([]);
  const scored = [1.01, 1].map((speed) => sideOf({ datalist: [{ speed: String(speed) }] }, about));
  expect(scored[0] && scored[1] && disparities(scored[0], scored[1], false)).toEqual([]);
  const other = sideOf({ datalist: [{ name: 'Grace', duration: '2m 14s' }] }, about);
  expect(disparities(mock, other, false).map(({ at }) => at)).toEqual(['/datalist/[]/duration']);
  const named = ['10231', 'aurora-cruz', '1/2', 7].map((id) => sideOf({ datalist: [{ id }] }, about));
  const isSame = (at: number) => named[0] && named[at] && disparities(named[0], named[at], false).length === 0;
  expect([1, 2, 3].map(isSame)).toEqual([true, true, false]);
  const spoken = ['231', '00m 07s'].map((duration) => sideOf({ datalist: [{ duration }] }, about));
  expect(spoken[0] && spoken[1] && disparities(spoken[0], spoken[1], false)).toHaveLength(1);
  const own = sideOf({ datalist: [{ name: 'Ada' }], total: 1 }, about);
  expect(disparities(mock, own, false).map(({ at }) => at)).toEqual(['/total']);
  expect(disparities(own, sideOf({ datalist: [{}] }, about), false).map(({ at }) => at)).toEqual(['/total']);
  expect(disparities(own, mock, false).map(({ at }) => at)).toEqual(['/datalist/[]/duration', '/total']);
});

it('takes colours, and numbers beside signs, of other records for the same kind, whatever they are called', () => {
  const shown = (id: number, colour: string, label: string) => ({ data: { basic_details: { id }, colour, label } });
  const names = (id: number): Names => new Map([[String(id), '<fact 7>']]);
  const [one, other] = [sideOf(shown(1004, '#1B4B8F', '…1004'), {}, names(1004)), shown(48_204, '#444444', '…0104')];
  expect(disparities(one, sideOf(other, {}, names(48_204)), false)).toEqual([]);
  const worded = sideOf({ data: { ...other.data, label: 'line 104', colour: 'grey' } }, {}, names(48_204));
  expect(disparities(one, worded, false).map(({ at }) => at)).toEqual(['/data/colour', '/data/label']);
});

it('compares the type of what the mock has made up by examples', () => {
  const mock = new SeenAnswer({ answer: madeUp({ data: { sum: 11, list: [{ sum: 'a' }] } }), roots: [] }, new Map());
  expect(disparities(mock, sideOf({ data: { sum: 23, list: [{ sum: 'b' }] } }), true)).toEqual([]);
  const other = sideOf({ data: { sum: '23', list: [{ sum: null }] } });
  expect(disparities(mock, other, true).map(({ at }) => at)).toEqual(['/data/sum', '/data/list/[]/sum']);
});

function madeUp(body: unknown): CheckedAnswer {
  const answer = answerOf(body);
  return { ...answer, headers: { ...answer.headers, 'x-mock-made-up': '/data/sum /data/list/*/sum' } };
}

it.each(['files', 'links', 'pages', 'text_knowledge_bases'])('takes the ids of %s for each side’s own', (list) => {
  const names = new Map([['5001', '<fact 1>']]);
  expect(normalised({ [list]: [{ id: 701, name: 'Hours' }] }, names)).toEqual({
    [list]: [{ id: '<id>', name: 'Hours' }],
  });
  expect(normalised({ tools: [{ id: 701 }] }, names)).toEqual({ tools: [{ id: 701 }] });
});

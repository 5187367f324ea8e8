import type { AudienceRecord, CampaignRecord, CampaignStatus, InputColumn, Timestamp } from '../../domain/records.ts';
import {
  createSequence,
  dayInMs,
  defineFactory,
  type Factory,
  momentBetween,
  type SeededValues,
  shift,
} from './factory.ts';
import type { Person } from './people.ts';
import { campaignWords } from './prose.gen.ts';

const statuses: readonly CampaignStatus[] = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];
export interface CampaignTraits {
  /** The language of its name, as agents have it; English if absent, or if there are no words for it. */
  readonly language?: string;
}

/** Campaigns that were made before `now`, with `updated_on` no earlier than `created_on`. */
export function createCampaignFactory(
  random: SeededValues,
  now: Timestamp,
  firstId: number,
): Factory<CampaignRecord, CampaignTraits> {
  const nextId = createSequence(firstId);

  return defineFactory<CampaignRecord, CampaignTraits>((overrides, { language }) => {
    const status = overrides.status ?? random.pick(statuses);
    const latest = overrides.updated_on ?? shift(now, -14 * dayInMs);
    const isUntouched = status === 'draft';
    const created_on =
      overrides.created_on ??
      momentBetween(random, isUntouched && overrides.updated_on ? latest : shift(latest, -76 * dayInMs), latest);
    return {
      id: overrides.id ?? nextId(),
      workspace_id: 1,
      agent_id: 1,
      name: drawCampaignName(random, language),
      status,
      created_on,
      updated_on: isUntouched ? created_on : momentBetween(random, created_on, now),
      ...overrides,
    };
  });
}

function drawCampaignName(random: SeededValues, language = 'en'): string {
  const [english] = campaignWords;
  const words = campaignWords.find((one) => language.startsWith(one.language)) ?? english;
  return `${random.pick(words.subjects)}, ${random.pick(words.groups)}, ${words.week.replace('{week}', String(random.int(1, 52)))}`;
}

const columnSets = [
  ['name', 'city', 'plan'],
  ['name', 'city', 'appointment'],
  ['name', 'order_no', 'delivery_date'],
  ['name', 'amount_due', 'due_date'],
  ['name', 'course', 'city'],
  ['name', 'company', 'email', 'language'],
];

/** What holds for a campaign's audience; ids follow those of the campaigns. */
export function createAudienceFactory(random: SeededValues, firstId: number): Factory<AudienceRecord> {
  const nextId = createSequence(firstId);

  return defineFactory<AudienceRecord>((overrides) => ({
    id: overrides.id ?? nextId(),
    columns: inputColumns(random.pick(columnSets)),
    attempts_allowed: random.int(2, 5),
    halted: null,
    ...overrides,
  }));
}

/** @param now the last moment that is known of: dates lie after it */
type DrawValue = (random: SeededValues, person: Person, now: Timestamp) => string;

const plans = ['Basic', 'Plus', 'Premium', 'Family', 'Business'];
const courses = ['Data Science', 'Interior Design', 'Nursing', 'Marketing', 'Mechatronics', 'Hotel Management'];

const knownColumns: Readonly<Record<string, { readonly label: string; readonly draw: DrawValue }>> = {
  name: { label: 'Name', draw: (_, person) => person.name },
  city: { label: 'City', draw: (_, person) => person.city },
  language: { label: 'Language', draw: (_, person) => person.language },
  plan: { label: 'Plan', draw: (random) => random.pick(plans) },
  course: { label: 'Course', draw: (random) => random.pick(courses) },
  company: { label: 'Company', draw: (_, person) => `${person.family} & Co.` },
  email: { label: 'Email', draw: (random) => `contact-${random.int(10_000, 9_999_999)}@mail.example` },
  amount: { label: 'Amount', draw: drawAmount },
  amount_due: { label: 'Amount due', draw: drawAmount },
  date: { label: 'Date', draw: drawDate },
  due_date: { label: 'Due date', draw: drawDate },
  delivery_date: { label: 'Delivery date', draw: drawDate },
  renewal_date: { label: 'Renewal date', draw: drawDate },
  appointment: {
    label: 'Appointment',
    draw: (random, _, now) =>
      `${drawDate(random, _, now)} ${twoDigits(random.int(8, 17))}:${random.pick(['00', '15', '30', '45'])}`,
  },
  order_no: { label: 'Order number', draw: (random) => `SO-${random.int(100_000, 999_999)}` },
  nights: { label: 'Nights', draw: (random) => String(random.int(1, 9)) },
};

/** The keys of the columns whose values fit their names. */
export function knownColumnKeys(): readonly string[] {
  return Object.keys(knownColumns);
}

/** Columns with these keys, labelled as a person would. */
export function inputColumns(keys: readonly string[]): InputColumn[] {
  return keys.map((key) => ({ key, label: knownColumn(key)?.label ?? toLabel(key) }));
}

/** How to draw the values of a column; one that is not known gets a reference number. */
export function columnValues(key: string): DrawValue {
  return knownColumn(key)?.draw ?? ((random) => `REF-${random.int(100_000, 999_999)}`);
}

/** A column may be called `constructor`: only the table's own members count. */
function knownColumn(key: string): { readonly label: string; readonly draw: DrawValue } | undefined {
  const known = key.toLowerCase().replace(/[ -]/g, '_');
  return Object.hasOwn(knownColumns, known) ? knownColumns[known] : undefined;
}

/** `policy_no` as `Policy no`. */
function toLabel(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function drawAmount(random: SeededValues): string {
  return `${random.int(18, 940)}.${twoDigits(random.int(0, 99))}`;
}

function drawDate(random: SeededValues, _: Person, now: Timestamp): string {
  return shift(now, random.int(1, 90) * dayInMs).slice(0, 'yyyy-mm-dd'.length);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

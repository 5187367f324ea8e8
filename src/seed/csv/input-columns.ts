import type { InputColumn } from '../../domain/records.ts';
import type { Person } from '../factories/people.ts';
import type { SeededValues } from '../factories/random-source.ts';

type DrawValue = (random: SeededValues, person: Person) => string;

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
  amount_due: { label: 'Amount due', draw: (random) => `${random.int(18, 940)}.${twoDigits(random.int(0, 99))}` },
  due_date: { label: 'Due date', draw: drawDate },
  delivery_date: { label: 'Delivery date', draw: drawDate },
  renewal_date: { label: 'Renewal date', draw: drawDate },
  appointment: {
    label: 'Appointment',
    draw: (random) => `${drawDate(random)} ${twoDigits(random.int(8, 17))}:${random.pick(['00', '15', '30', '45'])}`,
  },
  order_no: { label: 'Order number', draw: (random) => `SO-${random.int(100_000, 999_999)}` },
  nights: { label: 'Nights', draw: (random) => String(random.int(1, 9)) },
};

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
  return Object.hasOwn(knownColumns, key) ? knownColumns[key] : undefined;
}

/** `policy_no` as `Policy no`. */
function toLabel(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function drawDate(random: SeededValues): string {
  return `2026-${twoDigits(random.int(10, 12))}-${twoDigits(random.int(1, 30))}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

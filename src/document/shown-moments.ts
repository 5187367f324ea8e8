/** How moments are written: as ISO 8601 in several ways, and as numbers since 1970. */

export interface MomentFormat {
  readonly digits: number;
  readonly zone: string;
  readonly separator: 'T' | ' ';
}

/** Moments as numbers since 1970, and what stands for any of them where two sides are compared. */
export const momentForms: Readonly<
  Record<string, { readonly per: number; readonly isText: boolean; readonly mark: string }>
> = {
  ms: { per: 1, isText: false, mark: '<time>' },
  s: { per: 1000, isText: false, mark: '<time in s>' },
  'ms-text': { per: 1, isText: true, mark: '<time as a text>' },
  's-text': { per: 1000, isText: true, mark: '<time in s as a text>' },
};

/** A moment of ISO 8601 in one of `momentForms`; what stands for any is shown as what stands for any. */
export function momentInForm(value: string, form: string): string | number | undefined {
  const { per, isText, mark } = momentForms[form] ?? {};
  if (per === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)) return undefined;
  const moment = Math.floor(Date.parse(value) / per);
  if (Number.isNaN(moment)) return mark;
  return isText === true ? String(moment) : moment;
}

/**
 * What stands for a moment that is a number since 1970, or date and clock without a zone, in a place whose name says that it
 * is a moment; undefined for none.
 */
export function markOfMoment(value: string | number, name: string): string | undefined {
  const isText = typeof value === 'string';
  if (isText && namesMoment.test(name) && bareMoment.test(value)) return value.replaceAll(/\d/g, '9');
  if (isText && !/^\d{10}(?:\d{3})?$/.test(value)) return undefined;
  const found = Object.values(momentForms).find(
    (form) => form.isText === isText && isOfOurTime(Number(value) * form.per),
  );
  // A number so large is nothing else.
  return found?.mark === momentForms['ms']?.mark || namesMoment.test(name) ? found?.mark : undefined;
}

const bareMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/;
const namesMoment = /(?:^|_)(?:time|timestamp|epoch|at|on|ts)$|(?:Time|Timestamp|Epoch|At|On)$/;

/** Of the years from 2015 to 2100; in milliseconds since 1970. */
function isOfOurTime(moment: number): boolean {
  return moment > 1_420_000_000_000 && moment < 4_100_000_000_000;
}

/** How a moment is written that stands for any; undefined of what is none. */
export function formatOfMark(mark: unknown): { readonly form: string } | { readonly time: MomentFormat } | undefined {
  const [form] = Object.entries(momentForms).find(([, each]) => each.mark === mark) ?? [];
  if (form !== undefined) return { form };
  const [, separator, fraction = '', zone = ''] = markOfText.exec(typeof mark === 'string' ? mark : '') ?? [];
  return separator === undefined ? undefined : { time: { digits: fraction.length, zone, separator: separator as 'T' } };
}

const markOfText = /^9999-99-99([T ])99:99:99(?:\.(9+))?(Z|[+-]\d\d:?\d\d)?$/;

/** A moment of ISO 8601 as another service writes it. */
export function momentShown(value: string, { digits, zone, separator }: MomentFormat): string {
  const [, sign = '+', hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const ahead = Number(`${sign}1`) * (60 * Number(hours) + Number(minutes)) * 60_000;
  const at = Date.parse(value) + ahead;
  // One whose digits stand for any others is in no zone.
  const [date = '', clock = ''] = (Number.isNaN(at) ? value : new Date(at).toISOString()).split('T');
  const fraction = digits === 0 ? '' : `.${clock.slice(9, 12).padEnd(digits, '0').slice(0, digits)}`;
  return `${date}${separator}${clock.slice(0, 8)}${fraction}${zone}`;
}

const pattern =
  /^(?<sign>[+-])?P(?=.)(?:(?<years>\d+)Y)?(?:(?<months>\d+)M)?(?:(?<weeks>\d+)W)?(?:(?<days>\d+)D)?(?:T(?=.)(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+(?:[.,]\d+)?)S)?)?$/;

/** A length of time: months are of the calendar, the rest is in milliseconds. Both negative for one that goes back. */
interface IsoDuration {
  readonly months: number;
  readonly milliseconds: number;
}

/** Reads an ISO 8601 duration, `P1DT2H30M`, with a sign in front where it goes back; undefined for what is none. */
export function parseIsoDuration(text: string): IsoDuration | undefined {
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const number = (name: string) => Number((parts[name] ?? '0').replace(',', '.'));
  const sign = parts['sign'] === '-' ? -1 : 1;
  const hours = (number('weeks') * 7 + number('days')) * 24 + number('hours');
  const seconds = (hours * 60 + number('minutes')) * 60 + number('seconds');
  return {
    months: sign * (number('years') * 12 + number('months')),
    milliseconds: sign * Math.round(seconds * 1000),
  };
}

/** The time that is a duration later, by UTC; where that month has no such day it is the month's last. */
export function addDuration(time: Date, { months, milliseconds }: IsoDuration): Date {
  const moved = new Date(time);
  // Stryker disable next-line ConditionalExpression: to move by no month changes nothing.
  if (months !== 0) {
    moved.setUTCMonth(moved.getUTCMonth() + months);
    if (moved.getUTCDate() !== time.getUTCDate()) moved.setUTCDate(0);
  }
  return new Date(moved.getTime() + milliseconds);
}

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Says in English how long ago a moment was: `2 hours ago`, `1 minute ago`; `just now` under a minute and for a moment
 * that has not come yet. Months count 30 days, years 365.
 * @param then an ISO 8601 timestamp
 */
export function timeAgo(then: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(then)) / 1000);
  const largest = units.find(([, length]) => seconds >= length);
  return largest === undefined ? 'just now' : `${inUnits(seconds, largest)} ago`;
}

function inUnits(seconds: number, [unit, length]: (typeof units)[number]): string {
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The same with the unit below, where there is one of it: `1 day, 3 hours ago`; `0 minutes ago` where there is none, in the last unit. */
export function timeAgoInTwoUnits(then: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(then)) / 1000);
  const [largest = units[4], below] = units.slice(units.findIndex(([, length]) => seconds >= length));
  const rest = seconds % largest[1];
  const more = below !== undefined && rest >= below[1] ? `, ${inUnits(rest, below)}` : '';
  return `${inUnits(seconds, largest)}${more} ago`;
}

/** The same with its seconds, where they are less than a minute: `12 seconds ago`, `0 seconds ago`. */
export function timeAgoInSeconds(then: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(then)) / 1000));
  return seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'} ago` : timeAgo(then, now);
}

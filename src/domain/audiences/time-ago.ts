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
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

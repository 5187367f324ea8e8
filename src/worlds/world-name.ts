// Clients take `.` and `..` out of an address before they send it.
const pattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

/** The world of requests that name none. */
export const defaultWorldName = 'default';

/** What a world or a snapshot may be called. */
export function isWorldName(name: string): boolean {
  return pattern.test(name);
}

/** The rule in words, to end a message with. */
export const nameRule =
  'give 1 to 64 letters, digits, points, underscores and hyphens, and not only one or two points.';

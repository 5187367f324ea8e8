/** What a path below which another server mounts the application may be: it stands in pages. */
const plainPath = /^(?:\/[\w.~%@:+-]+)+$/;

/**
 * The path that another server (Express, Connect) has mounted the application below, `/platform`; '' at the root. Both
 * take it off `url` and leave it in `originalUrl`.
 */
export function mountPath({ url, originalUrl }: { readonly url: string; readonly originalUrl?: string }): string {
  if (originalUrl === undefined || originalUrl === url) return '';
  const whole = pathOf(originalUrl);
  const rest = pathOf(url);
  const prefix = whole.endsWith(rest) ? whole.slice(0, whole.length - rest.length) : rest === '/' ? whole : '';
  return plainPath.test(prefix) ? prefix : '';
}

/**
 * An address without a prefix of its path, `/platform`; as it is where it does not begin so.
 * @param url path and query
 */
export function withoutPrefix(url: string, prefix: string): string {
  const rest = url.slice(prefix.length);
  if (prefix === '' || !url.startsWith(prefix) || !/^(?:[/?]|$)/.test(rest)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

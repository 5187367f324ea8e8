import { fileURLToPath } from 'node:url';

/**
 * The absolute path of the package's folder, without a slash at its end; `openapi/` and `fixtures/` lie in it.
 * Sources and built files both stand exactly one folder below it: `src/package-root.ts`, `dist/*.js`.
 */
export function packageRoot(): string {
  return fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
}

import { MIMEType } from 'node:util';

export interface MediaType {
  /** `application/json`, in lower case and without parameters. */
  readonly essence: string;
  /** The value of a parameter, its name in any case. */
  parameter(name: string): string | undefined;
}

/**
 * Reads a Content-Type header; undefined if it is absent or empty, 'malformed' if it is not a media type.
 */
export function readMediaType(header: string | undefined): MediaType | 'malformed' | undefined {
  if (header === undefined || header.trim() === '') {
    return undefined;
  }
  try {
    const { essence, params } = new MIMEType(header);
    return { essence, parameter: (name) => params.get(name) ?? undefined };
  } catch {
    return 'malformed';
  }
}

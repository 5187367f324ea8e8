import { MIMEType } from 'node:util';

export interface MediaType {
  /** `application/json`, in lower case and without parameters. */
  readonly essence: string;
  /** The value of a parameter, its name in any case. */
  parameter(name: string): string | undefined;
}

/** The time that Node's MIMEType takes grows with the square of the blanks within a value. */
const longestHeader = 1000;

/**
 * Reads a Content-Type header; undefined if it is absent or empty, 'malformed' if it is not a media type or has more
 * than 1,000 characters.
 */
export function readMediaType(header: string | undefined): MediaType | 'malformed' | undefined {
  if (header === undefined || header.trim() === '') {
    return undefined;
  }
  if (header.length > longestHeader) return 'malformed';
  try {
    const { essence, params } = new MIMEType(header);
    return { essence, parameter: (name) => params.get(name) ?? undefined };
  } catch {
    return 'malformed';
  }
}

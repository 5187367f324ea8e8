/** The formats that the document defines beside those of JSON Schema, and those that ajv-formats reads too widely. */
export const valueFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'iana-time-zone': isTimeZone,
  'web-address': isWebAddress,
  uuid: isUuid,
};

/** Spares most texts a formatter, which costs more than the rest of a request; aliases and other spellings still need one. */
const commonTimeZones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Whether the text names a time zone of the IANA database; an offset such as +05:30 names none. */
export function isTimeZone(text: string): boolean {
  if (commonTimeZones.has(text)) {
    return true;
  }
  if (!/^[A-Za-z]/.test(text)) {
    return false;
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a complete http or https address. */
export function isWebAddress(text: string): boolean {
  // The parser takes blanks and single slashes by mending them; what is stored is the text as sent.
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** Whether the text is a bare UUID; ajv-formats would take one behind `urn:uuid:` too. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

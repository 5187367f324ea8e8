/** Whether the text names a time zone of the IANA database; an offset such as +05:30 names none. */
export function isTimeZone(text: string): boolean {
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

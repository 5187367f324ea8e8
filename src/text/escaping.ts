/*
 * What comes from outside is escaped by the output that it goes to, by one function for each. In all of them what would
 * be obeyed, turns text around or hides in it is shown: `\u001b`.
 */

/**
 * What a terminal obeys instead of showing it (C0, DEL, C1), what ends a line, what turns text around or hides in it,
 * and halves of characters. The joiners of scripts and emoji stay.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** The text as one line that a terminal shows and does not obey: other characters are escaped as in JSON, `\u001b`. */
export function terminalLine(text: string): string {
  return text.replaceAll(unsafe, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** The text for HTML and XML; its lines and tabulators stay. */
export function htmlText(text: string): string {
  return visibleLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The text as code in a line of Markdown, in which nothing is a link, a picture or the name of somebody to be told. */
export function markdownCode(text: string): string {
  const line = terminalLine(text);
  const ticks = '`'.repeat(longestTicks(line) + 1);
  return ticks.length === 1 && line.trim() !== '' ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}

/** The text as a block of code in Markdown, in a fence longer than any run of backticks in it. */
export function markdownBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `\n${fence}${language}\n${visibleLines(text)}\n${fence}\n`;
}

/** The message of an annotation of GitHub Actions: nothing in it ends the line, or begins another command. */
export function annotationMessage(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property of an annotation, such as its title. */
export function annotationProperty(text: string): string {
  return annotationMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A comment of one line in YAML. */
export function yamlComment(text: string): string {
  return `# ${terminalLine(text)}`;
}

/** A text as YAML, and as JSON, whatever it holds. */
export function yamlText(text: string): string {
  return jsonText(text, 0);
}

/** A value as JSON whose texts show nothing that turns them around or hides in them. */
export function jsonText(value: unknown, indent = 2): string {
  return asciiEscapes(JSON.stringify(value, null, indent));
}

/** What is unsafe in the text of JSON, or of quoted YAML, as its escapes; line ends stay. */
export function asciiEscapes(text: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(unsafe, (character) =>
    character === '\n' ? character : character.replaceAll(/[^]/g, escaped),
  );
}

/** Whether a text has anything that outputs must not show as it is. */
export function isUnsafe(text: string): boolean {
  return text.search(unsafe) >= 0;
}

function visibleLines(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, terminalLine);
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

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

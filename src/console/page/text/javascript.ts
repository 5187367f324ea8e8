/** A string of JavaScript: that of JSON, without the line ends that only newer engines allow in it. */
export function literal(text: string): string {
  const plain = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") ? plain : `'${plain.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** The name of a member of an object literal. */
export function propertyName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name);
}

/** A text of several lines that goes on at this indent. */
export function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

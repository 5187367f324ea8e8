/** A request as it can be sent again. */
export interface SendableRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** JSON, the fields of a form, a text, or nothing. */
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
    | { readonly kind: 'text'; readonly text: string };
}

/** As a command for a POSIX shell. */
export function asCurl(request: SendableRequest): string {
  const { method, url, body } = request;
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`];
  for (const { name, value } of request.headers) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body.kind === 'json') parts.push(`--data-raw ${quoted(JSON.stringify(body.value))}`);
  if (body.kind === 'text') parts.push(`--data-raw ${quoted(body.text)}`);
  if (body.kind === 'form') {
    parts.push(...body.fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`));
  }
  return parts.join(' \\\n  ');
}

/** As JavaScript for a browser or Node. */
export function asFetch(request: SendableRequest): string {
  return [...formLines(request, ''), `const response = await ${fetchCall(request, '')};`, ''].join('\n');
}

/** As a vitest test, which expects the status that was answered; a connection that was cut, if there was none. */
export function asVitest(
  request: SendableRequest,
  answer: { readonly title: string; readonly status: number | null },
): string {
  const call = fetchCall(request, '  ');
  const steps =
    answer.status === null
      ? [`  await expect(${call}).rejects.toThrow();`]
      : [`  const response = await ${call};`, `  expect(response.status).toBe(${answer.status});`];
  return [
    "import { expect, it } from 'vitest';",
    '',
    `it(${literal(answer.title)}, async () => {`,
    ...formLines(request, '  '),
    ...steps,
    '});',
    '',
  ].join('\n');
}

function formLines({ body }: SendableRequest, indent: string): string[] {
  if (body.kind !== 'form') return [];
  const appends = body.fields.map(([name, value]) => `${indent}form.append(${literal(name)}, ${literal(value)});`);
  return [`${indent}const form = new FormData();`, ...appends];
}

function fetchCall({ method, url, headers, body }: SendableRequest, indent: string): string {
  const members = [];
  if (method !== 'GET') members.push(`method: ${literal(method)},`);
  if (headers.length > 0) {
    const lines = headers.map(({ name, value }) => `    ${propertyName(name)}: ${literal(value)},`);
    members.push(['headers: {', ...lines, '  },'].join('\n'));
  }
  if (body.kind === 'json') {
    members.push(`body: JSON.stringify(${indented(JSON.stringify(body.value, null, 2), '  ')}),`);
  }
  if (body.kind === 'text') members.push(`body: ${literal(body.text)},`);
  if (body.kind === 'form') members.push('body: form,');
  if (members.length === 0) return `fetch(${literal(url)})`;
  const text = [`fetch(${literal(url)}, {`, ...members.map((member) => `  ${member}`), '})'].join('\n');
  return indented(text, indent);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

function propertyName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name);
}

/** A string of JavaScript: that of JSON, without the line ends that only newer engines allow in it. */
function literal(text: string): string {
  const plain = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") ? plain : `'${plain.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** For a POSIX shell: in single quotes nothing means anything but the quote that ends them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

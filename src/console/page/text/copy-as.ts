import { literal, indented, propertyName } from './javascript.ts';
import { fileBytes, type SendableFile } from './stand-in-file.ts';

/** A request as it can be sent again. */
export interface SendableRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** JSON, a form, a text, or nothing. */
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'json'; readonly value: unknown }
    | {
        readonly kind: 'form';
        readonly fields: readonly (readonly [string, string])[];
        readonly files: readonly SendableFile[];
      }
    | { readonly kind: 'text'; readonly text: string };
}

/** As a command for a POSIX shell. Files are read from where it is run. */
export function asCurl(request: SendableRequest): string {
  const { method, url, body } = request;
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`];
  for (const { name, value } of request.headers) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body.kind === 'json') parts.push(`--data-raw ${quoted(JSON.stringify(body.value))}`);
  if (body.kind === 'text') parts.push(`--data-raw ${quoted(body.text)}`);
  if (body.kind === 'form') {
    parts.push(...body.fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`));
    parts.push(...body.files.map(({ field, name, type }) => `-F ${quoted(`${field}=@"${name}";type=${type}`)}`));
  }
  return parts.join(' \\\n  ');
}

/** As JavaScript for a browser or Node. */
export function asFetch(request: SendableRequest): string {
  return [...formLines(request, ''), `const response = await ${fetchCall(request, '')};`, ''].join('\n');
}

/** The lines that make the form of a request; none if it has no form. */
export function formLines({ body }: SendableRequest, indent: string): string[] {
  if (body.kind !== 'form') return [];
  const appends = body.fields.map(([name, value]) => `form.append(${literal(name)}, ${literal(value)});`);
  const files = body.files.map((file) => {
    const made = `new File([${fileBytes(file)}], ${literal(file.name)}, { type: ${literal(file.type)} })`;
    return `form.append(${literal(file.field)}, ${made});`;
  });
  return ['const form = new FormData();', ...appends, ...files].map((line) => indent + line);
}

/** The call of fetch that sends it. */
export function fetchCall({ method, url, headers, body }: SendableRequest, indent: string): string {
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

/** For a POSIX shell: in single quotes nothing means anything but the quote that ends them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

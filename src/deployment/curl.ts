import { terminalLine } from '../text/escaping.ts';
import { type OperationPlaces, basePrefix, placeOf, urlOf } from './addresses.ts';
import type { Addresses } from './configuration/settings.ts';
import type { ApiRequest, FormPart, Method } from './transport.ts';

/** The variables that stand for the settings' tokens in a curl line, by token. */
export type TokenVariables = ReadonlyMap<string, string>;

/** A request to an operation as a line for a shell. @param addresses null: a variable stands for them */
export function curlTo(
  request: ApiRequest,
  places: OperationPlaces,
  addresses: Addresses | null,
  variables: TokenVariables,
): string {
  const shown = addresses ?? { base_url: `$URL${basePrefix}`, api_url: '$URL', alt_url: '$URL' };
  return curlLine(request, placeOf(places, request).method, urlOf(shown, places, request), variables);
}

/** The request as a line for a shell, which runs as it is once the variables of its tokens are set. */
export function curlLine(request: ApiRequest, method: Method, url: string, variables: TokenVariables): string {
  const words = ['curl', '-sS', '-i'];
  if (method !== 'GET') words.push('-X', method);
  words.push(quoted(url));
  for (const [name, value] of Object.entries(request.headers)) {
    words.push('-H', header(name, value, variables));
  }
  words.push(...bodyWords(request));
  return words.join(' ');
}

function bodyWords({ body }: ApiRequest): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'json':
      return ['-H', quoted('content-type: application/json'), '--data-raw', quoted(JSON.stringify(body.value))];
    case 'raw':
      return ['-H', quoted(`content-type: ${body.contentType ?? ''}`), '--data-raw', quoted(body.text)];
    case 'form':
      return body.parts.flatMap(formWords);
  }
}

function formWords({ name, value, file }: FormPart): string[] {
  // curl ends a name at its first equals sign, and takes what follows for a file to send.
  const field = name.replaceAll('=', '%3D');
  if (file === undefined) return ['--form-string', quoted(`${field}=${String(value)}`)];
  const bytes = Buffer.from(value);
  // The shell makes a file of the same size and first bytes, because the suite's own are not on the disk.
  const start = bytes.subarray(0, 64).toString('base64');
  const content = `<(printf %s ${quoted(start)} | base64 -d; head -c ${Math.max(0, bytes.length - 64)} /dev/zero)`;
  const [type = ''] = file.type.split(';', 1);
  const rest = `;filename="${file.name.replaceAll(/["\\]/g, '\\$&')}";type=${type}`;
  return ['-F', `${quoted(`${field}=@`)}${content}${quoted(rest)}`];
}

function header(name: string, value: string, variables: TokenVariables): string {
  for (const [token, variable] of variables) {
    const at = token === '' ? -1 : value.indexOf(token);
    if (at < 0) continue;
    const [before, after] = [`${name}: ${value.slice(0, at)}`, value.slice(at + token.length)];
    if (after === '' && /^[\w :-]*$/.test(before)) return `"${before}$${variable}"`;
    return `${quoted(before)}"$${variable}"${after === '' ? '' : quoted(after)}`;
  }
  return quoted(value === '' ? `${name};` : `${name}: ${value}`);
}

/**
 * A text as a word for bash, which runs and replaces nothing in it. What a terminal would obey is written as bash writes
 * it, so that the line stays one that runs.
 */
function quoted(text: string): string {
  const shown = terminalLine(text);
  if (shown === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  const plain = text.replaceAll(/[\\']/g, '\\$&');
  return `$'${terminalLine(plain).replaceAll(/\\u\{([\da-f]+)\}/g, (_, code: string) => `\\U${code.padStart(8, '0')}`)}'`;
}

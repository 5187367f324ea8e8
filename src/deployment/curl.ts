import { terminalLine } from '../text/terminal-text.ts';
import type { ApiRequest, FormPart, Method } from './transport.ts';

/** The variables that stand for the settings' tokens in a curl line, by token. */
export type TokenVariables = ReadonlyMap<string, string>;

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
  if (file === undefined) return ['--form-string', quoted(`${name}=${String(value)}`)];
  const size = typeof value === 'string' ? value.length : value.byteLength;
  // The shell makes a file of the same size and first bytes, because the suite's own are not on the disk.
  const start = Buffer.from(value).subarray(0, 64).toString('base64');
  const content = `<(printf %s ${start} | base64 -d; head -c ${Math.max(0, size - 64)} /dev/zero)`;
  return ['-F', `"${name}=@"${content}";filename=${file.name};type=${file.type}"`];
}

function header(name: string, value: string, variables: TokenVariables): string {
  for (const [token, variable] of variables) {
    if (token !== '' && value.includes(token)) return `"${name}: ${value.replace(token, `$${variable}`)}"`;
  }
  return quoted(value === '' ? `${name};` : `${name}: ${value}`);
}

/** What a terminal would obey is written as bash writes it, so that the line stays one that runs. */
function quoted(text: string): string {
  const shown = terminalLine(text);
  if (shown === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  const plain = text.replaceAll(/[\\']/g, '\\$&');
  return `$'${terminalLine(plain).replaceAll(/\\u\{([\da-f]+)\}/g, (_, code: string) => `\\U${code.padStart(8, '0')}`)}'`;
}

import { mask } from '../../../text/secret-looks.ts';
import { fileBeginnings, runners, snippets as snippetTexts, test } from './copy-as.gen.ts';

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
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`];
  for (const { name, value } of request.headers) parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  if (body.kind === 'json') parts.push(`--data-raw ${shellQuoted(JSON.stringify(body.value))}`);
  if (body.kind === 'text') parts.push(`--data-raw ${shellQuoted(body.text)}`);
  if (body.kind === 'form') {
    parts.push(...body.fields.map(([name, value]) => `--form-string ${shellQuoted(`${name}=${value}`)}`));
    parts.push(...body.files.map(({ field, name, type }) => `-F ${shellQuoted(`${field}=@"${name}";type=${type}`)}`));
  }
  return parts.join(' \\\n  ');
}

/** As JavaScript for a browser or Node. */
export function asFetch(request: SendableRequest): string {
  return [...formLines(request), `const response = await ${fetchCall(request)};`, ''].join('\n');
}

/** The lines that make the form of a request; none if it has no form. */
function formLines({ body }: SendableRequest): string[] {
  if (body.kind !== 'form') return [];
  const appends = body.fields.map(([name, value]) => `form.append(${literal(name)}, ${literal(value)});`);
  const files = body.files.map((file) => {
    const made = `new File([${fileBytes(file)}], ${literal(file.name)}, { type: ${literal(file.type)} })`;
    return `form.append(${literal(file.field)}, ${made});`;
  });
  return ['const form = new FormData();', ...appends, ...files];
}

/** The call of fetch that sends it. */
function fetchCall({ method, url, headers, body }: SendableRequest, name = 'fetch'): string {
  const options = [];
  if (method !== 'GET') options.push(`method: ${literal(method)},`);
  if (headers.length > 0) {
    const lines = headers.map(({ name, value }) => `    ${propertyName(name)}: ${literal(value)},`);
    options.push(['headers: {', ...lines, '  },'].join('\n'));
  }
  if (body.kind === 'json') {
    options.push(`body: JSON.stringify(${indented(JSON.stringify(body.value, null, 2))}),`);
  }
  if (body.kind === 'text') options.push(`body: ${literal(body.text)},`);
  if (body.kind === 'form') options.push('body: form,');
  if (options.length === 0) return `${name}(${literal(url)})`;
  return [`${name}(${literal(url)}, {`, ...options.map((option) => `  ${option}`), '})'].join('\n');
}

/** For a POSIX shell: in single quotes nothing means anything but the quote that ends them. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface ExpectedAnswer {
  /** Null if the client got no whole answer. */
  readonly status: number | null;
  /** Undefined if it is not known whole: the status alone is asserted then. */
  readonly body: { readonly json: unknown } | { readonly text: string } | undefined;
}

interface TestedRequest {
  readonly title: string;
  readonly request: SendableRequest;
  readonly answer: ExpectedAnswer;
  /** The name of the snapshot that is the state which the request found; its file lies beside the test. */
  readonly snapshot: string;
  /** What faults did to the request. */
  readonly effects: readonly object[];
}

export type RunnerName = keyof typeof runners;
export const runnerNames = Object.keys(runners) as RunnerName[];

/** As a test of a project that has the package: a world of its own, as the request found it, and the answer asserted. */
export function asTest(runner: RunnerName, { title, request, answer, snapshot, effects }: TestedRequest): string {
  const { world, state, ...parts } = runners[runner];
  const { pathname, search } = new URL(request.url);
  const headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'x-mock-world');
  const call = fetchCall({ ...request, url: pathname + search, headers }, `${world}.fetch`);
  const faults = effects.map(
    (effect) => `await ${world}.fault(${JSON.stringify({ when: { times: 1 }, effect }, null, 2)});`,
  );
  const steps = [...faults, '', ...formLines(request), ...answerLines(call, answer)];
  return filledIn(test, {
    ...parts,
    world,
    title: literal(title),
    snapshot: literal(snapshot),
    state: filledIn(state, { file: literal(`./${snapshot}.json`) }),
    steps: steps.map((step) => (step === '' ? '' : `  ${indented(step)}`)).join('\n'),
  });
}

/** A template with these texts in place of their names in braces. */
function filledIn(template: string, texts: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => texts[name] ?? whole);
}

function answerLines(call: string, { status, body }: ExpectedAnswer): string[] {
  if (status === null) {
    return [`const answer = ${call}.then((response) => response.text());`, 'await expect(answer).rejects.toThrow();'];
  }
  const lines = [`const response = await ${call};`, `expect(response.status).toBe(${status});`];
  if (body === undefined) return lines;
  const assertion =
    'json' in body
      ? `expect(await response.json()).toEqual(${expectedText(body.json)});`
      : `expect(await response.text()).toBe(${literal(body.text)});`;
  return [...lines, assertion];
}

/** What the journal masks may be anything. */
function expectedText(value: unknown): string {
  const anything = '\u0001any';
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => (typeof inner === 'string' && inner.includes(mask) ? anything : inner),
    2,
  );
  return text.replaceAll(JSON.stringify(anything), 'expect.any(String)');
}

/** A string of JavaScript: that of JSON, without the line ends that only newer engines allow in it. */
function literal(text: string): string {
  const plain = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") ? plain : `'${plain.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** The name of a field of an object literal. */
function propertyName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name);
}

/** A text of several lines that goes on by a step further in. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** A file whose content is not known: another of its name, type and size stands in for it. */
export interface SendableFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Whether its content is to be of the type that its name tells. */
  readonly isOfItsType: boolean;
}

/** What a file's content begins with; the rest is blank. */
function fileBeginning({ name, size, isOfItsType }: SendableFile): string {
  const beginnings: Readonly<Record<string, string>> = fileBeginnings;
  const beginning = beginnings[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? '';
  // A control byte at its start makes it no text either.
  return (isOfItsType ? beginning : '\0').slice(0, size);
}

/** The file itself, for a form. */
export function standInFile(file: SendableFile): File {
  return new File([bytesOf(fileBeginning(file)), ' '.repeat(file.size - fileBeginning(file).length)], file.name, {
    type: file.type,
  });
}

/** Its content as JavaScript: the items of a list that `File` takes. */
function fileBytes(file: SendableFile): string {
  const beginning = fileBeginning(file);
  const blank = `' '.repeat(${file.size - beginning.length})`;
  return beginning === '' ? blank : `new Uint8Array([${[...bytesOf(beginning)].join(', ')}]), ${blank}`;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

interface SnippetFacts {
  /** The base address, with its prefix. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly token: string;
  readonly world: string;
}

/** How to reach the mock from the clients that people use; the world is named if it is not the default one. */
export function snippets({ baseUrl, origin, token, world }: SnippetFacts): readonly { name: string; text: string }[] {
  const pairs = Object.entries({ token, ...(world === 'default' ? {} : { 'x-mock-world': world }) });
  const headers = pairs.map(([name, value]) => `${propertyName(name)}: ${literal(value)}`).join(', ');
  const request: SendableRequest = {
    method: 'GET',
    url: `${baseUrl}/agents/get-by-id?agent_id=1004`,
    headers: pairs.map(([name, value]) => ({ name, value })),
    body: { kind: 'none' },
  };
  return [
    { name: 'fetch', text: `${asFetch(request)}const { data } = await response.json();\n` },
    ...Object.entries(snippetTexts).map(([name, text]) => ({
      name,
      text: filledIn(text, { baseUrl, origin, headers }),
    })),
    { name: 'curl', text: `${asCurl(request)}\n` },
  ];
}

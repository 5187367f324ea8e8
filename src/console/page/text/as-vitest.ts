import { fetchCall, formLines, type SendableRequest } from './copy-as.ts';
import { indented, literal } from './javascript.ts';

export interface ExpectedAnswer {
  /** Null if the client got no whole answer. */
  readonly status: number | null;
  /** Undefined if it is not known whole: the status alone is asserted then. */
  readonly body: { readonly json: unknown } | { readonly text: string } | undefined;
}

export interface TestedRequest {
  readonly title: string;
  readonly request: SendableRequest;
  readonly answer: ExpectedAnswer;
  /** The address of the mock. */
  readonly origin: string;
  /** The world that the test runs in: its own. */
  readonly world: string;
  /** The state that the request found. */
  readonly snapshot: string;
  /** What faults did to the request. */
  readonly effects: readonly object[];
  /** Whether the mock asks for its control token. */
  readonly isGuarded: boolean;
}

type PlaceOfTest = 'origin' | 'world' | 'snapshot' | 'isGuarded';

/** What the journal shows of a secret. */
const mask = '[masked]';

/** As a vitest test: a world of its own, made as the request found it, and the answer asserted. */
export function asVitest({ title, request, answer, ...place }: TestedRequest): string {
  const { world, effects } = place;
  const headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'x-mock-world');
  const call = fetchCall({ ...request, headers: [...headers, { name: 'x-mock-world', value: world }] }, '  ');
  return [
    "import { expect, it } from 'vitest';",
    '',
    `it(${literal(title)}, async () => {`,
    ...worldLines(place),
    ...effects.flatMap((effect) => faultLines(effect, world)),
    '',
    ...formLines(request, '  '),
    ...answerLines(call, answer),
    '});',
    '',
  ].join('\n');
}

function worldLines({ origin, world, snapshot, isGuarded }: Pick<TestedRequest, PlaceOfTest>): string[] {
  return [
    `  const mock = ${literal(origin)};`,
    '  const headers = {',
    "    'content-type': 'application/json',",
    ...(isGuarded ? ["    'x-mock-control-token': process.env.MOCK_CONTROL_TOKEN ?? '',"] : []),
    '  };',
    '  // A new world, as the request found it, at its time. The mock keeps the snapshot until it stops.',
    `  await fetch(\`\${mock}/__mock/worlds/${world}\`, { method: 'DELETE', headers });`,
    '  const made = await fetch(`${mock}/__mock/worlds`, {',
    "    method: 'POST',",
    '    headers,',
    `    body: JSON.stringify({ name: ${literal(world)}, from: { snapshot: ${literal(snapshot)} } }),`,
    '  });',
    '  expect(made.status, await made.text()).toBe(201);',
  ];
}

function faultLines(effect: object, world: string): string[] {
  const fault = JSON.stringify({ when: { times: 1 }, effect }, null, 2);
  return [
    '  await fetch(`${mock}/__mock/faults`, {',
    "    method: 'POST',",
    `    headers: { ...headers, 'x-mock-world': ${literal(world)} },`,
    `    body: JSON.stringify(${indented(fault, '    ')}),`,
    '  });',
  ];
}

function answerLines(call: string, { status, body }: ExpectedAnswer): string[] {
  if (status === null) {
    return [
      `  const answer = ${call}.then((response) => response.text());`,
      '  await expect(answer).rejects.toThrow();',
    ];
  }
  const lines = [`  const response = await ${call};`, `  expect(response.status).toBe(${status});`];
  if (body === undefined) return lines;
  const assertion =
    'json' in body
      ? `expect(await response.json()).toEqual(${expectation(body.json)});`
      : `expect(await response.text()).toBe(${literal(body.text)});`;
  return [...lines, `  ${indented(assertion, '  ')}`];
}

/** What is masked may be anything. */
function expectation(value: unknown): string {
  const anything = '\u0001any';
  const text = JSON.stringify(
    value,
    (_, member: unknown) => (typeof member === 'string' && member.includes(mask) ? anything : member),
    2,
  );
  return text.replaceAll(JSON.stringify(anything), 'expect.any(String)');
}

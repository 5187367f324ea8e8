import type { ApiRequest } from '../../deployment/transport.ts';
import { anyItem } from '../../document/validate/check-response.ts';
import { stepsOf, valueAt } from '../../json/json-value.ts';
import { terminalLine } from '../../text/escaping.ts';
import type { Masker } from '../../text/masker.ts';
import type { Excerpt, ViolationReport } from './outcome.ts';
import type { CheckedAnswer, Finding } from './violation.ts';

/** How requests and answers are shown: without secrets, each in one line. */
export interface Showing {
  readonly show: (text: string) => string;
  readonly maskJson: (value: unknown) => unknown;
  readonly curl: (request: ApiRequest) => string;
  /** An exchange: the request as a line for a shell, the answer shortened. */
  readonly evidence: (answer: CheckedAnswer) => { readonly request: string; readonly answer: string };
}

/** @param curlOf gives a request as a line, in which secrets may be left */
export function showingBy(masker: Masker, curlOf: (request: ApiRequest) => string): Showing {
  const show: Showing['show'] = (text) => terminalLine(masker.text(text));
  const curl: Showing['curl'] = (request) => terminalLine(masker.line(curlOf(request)));
  return {
    show,
    curl,
    maskJson: masker.json,
    evidence: ({ request, status, text }) => ({
      request: cutOff(curl(request), longestRequest),
      answer: show(`${status} ${cutOff(masker.body(cutOff(text, 200_000)), 300)}`.trim()),
    }),
  };
}

/** In characters. */
const longestRequest = 600;

function cutOff(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A request on the way to a violation, and how it was answered. */
export function stepLine({ request, status }: CheckedAnswer, { curl }: Showing): string {
  return `${cutOff(curl(request), longestRequest)}  # ${status}`;
}

/** The same for what is wrong alike: a list of a thousand wrong items is one violation. */
export function violationKey({ clauses, path = '' }: Finding): string {
  return `${clauses.join()} ${anyItem(path)}`;
}

/** What a report shows of a violation, and of the answer that is wrong. @param check the title of that which found it */
export function shownViolation(
  facts: Finding,
  answer: CheckedAnswer | undefined,
  check: string,
  { show, maskJson, curl }: Showing,
): Omit<ViolationReport, 'steps'> {
  const { clauses, path = '' } = facts;
  // A token may be a part of a rule's name, which is no secret.
  const [words = '', rule = ''] = causeTold(facts, answer?.status).split(/(?= \([a-z\d-]+\.[a-z\d.-]+\)$)/);
  const [expected, came, at] = [facts.expected, facts.came, path].map(show) as [string, string, string];
  const told = { clauses, expected, came, path: at, check, cause: `${show(words)}${rule}` };
  if (answer === undefined) return { ...told, operation: null, curl: '' };
  const sent = { operation: answer.request.operation, curl: curl(answer.request) };
  // Of a longer answer the place is told, and nothing around it: all of it would be masked first.
  if (path === '' || answer.body === undefined || answer.text.length > 2 ** 20) return { ...told, ...sent };
  const { lines, marked } = excerptOf(maskJson(answer.body), path);
  return { ...told, ...sent, excerpt: { lines: lines.map(show), marked } };
}

function causeTold({ cause, path = '', expected }: Finding, status = 0): string {
  if (status >= 500) return `answers ${status}`;
  if (cause !== undefined) return cause;
  // Items of a list are wrong alike.
  return path === '' ? `does not give ${expected}` : `is wrong at ${anyItem(path)}`;
}

/** Fields shown on each side of the marked one. */
const neighbours = 2;
const longestLine = 100;

/** Shows the path to a field by its JSON pointer, the fields beside it, and where it would be if it is missing. */
export function excerptOf(body: unknown, pointer: string): Excerpt {
  const steps = stepsOf(pointer);
  const isLeaf = steps.length === 0 || typeof body !== 'object' || body === null;
  return isLeaf ? { lines: [cutOff(inLine(body), longestLine)], marked: 0 } : around(body, steps, '', '');
}

/** The lines of an object or a list, with those of the field on the path in full. */
function around(value: object, [step = '', ...rest]: readonly string[], indent: string, name: string): Excerpt {
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const keys = Object.keys(value);
  const isMissing = !keys.includes(step);
  // A missing field is shown behind the first ones that are there.
  if (isMissing) keys.splice(2 * neighbours, 0, step);
  const named = (key: string): string => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `);
  const line = (key: string): string => {
    const head = `${indent}  ${named(key)}`;
    if (isMissing && key === step) return `${head}(missing)`;
    return cutOff(`${head}${inLine(valueAt(value, [key]))}`, longestLine);
  };
  const place = keys.indexOf(step);
  const child = valueAt(value, [step]);
  const isOnTheWay = rest.length > 0 && typeof child === 'object' && child !== null;
  const inner: Excerpt = isOnTheWay
    ? around(child, rest, `${indent}  `, named(step))
    : { lines: [line(step)], marked: 0 };
  const beside = isOnTheWay ? 0 : neighbours;
  const [from, to] = [isMissing ? 0 : Math.max(0, place - beside), place + 1 + beside];
  const more = [`${indent}  …`];
  const before = [`${indent}${name}${open}`, ...(from > 0 ? more : []), ...keys.slice(from, place).map(line)];
  const after = [...keys.slice(place + 1, to).map(line), ...(to < keys.length ? more : []), `${indent}${close}`];
  return { lines: [...before, ...inner.lines, ...after], marked: before.length + inner.marked };
}

/** An object in an object would fill the line: how much it holds is enough. */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[… ${value.length}]`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}';
  return JSON.stringify(value);
}

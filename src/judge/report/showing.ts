import type { ApiRequest } from '../../deployment/transport.ts';
import { anyItem } from '../../document/validate/check-response.ts';
import { terminalLine } from '../../text/escaping.ts';
import type { Masker } from '../../text/masker.ts';
import { excerptOf } from './excerpt.ts';
import type { ViolationReport } from './outcome.ts';
import type { CheckedAnswer, Finding } from './violation.ts';

/** How requests and answers are shown: without secrets, each in one line. */
export interface Showing {
  readonly show: (text: string) => string;
  readonly maskJson: (value: unknown) => unknown;
  /** A request as a line for a shell. */
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
export function placeOf({ clauses, path = '' }: Finding): string {
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

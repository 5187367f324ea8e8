import type { OperationId } from '../document/names.gen.ts';
import { tokenHeaders, type OperationPlaces } from '../deployment/addresses.ts';
import type { DeploymentClient } from '../deployment/client.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type FormPart,
  type Place,
  type RequestBody,
} from '../deployment/transport.ts';
import type { DocumentFindings } from './validate-answer.ts';
import type { Addresses, Settings } from '../deployment/configuration/settings.ts';
import { type CheckedAnswer, type Finding, NotVerified, type ViolationFacts } from './report/violation.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { Twin } from './as-mock/twin.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[];

export interface CallOptions {
  /** A list is sent as repeated names. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly json?: unknown;
  readonly form?: readonly FormPart[];
  readonly raw?: { readonly contentType: string | null; readonly text: string };
  /** The token, sent as the operation asks for it; null: none. */
  readonly token?: string | null;
  /** The headers that say who calls, instead of the operation's own. */
  readonly auth?: Readonly<Record<string, string>>;
  /** Where it goes instead, to no operation. */
  readonly place?: Place | undefined;
}

/** What the checks of a session share. */
export interface ApiParts {
  readonly settings: Settings;
  readonly document: ContractDocument;
  /** A world of the mock to compare with; absent: the run compares with none. */
  readonly twin: Twin | undefined;
  /** Where the requests go. */
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  readonly client: DeploymentClient;
  readonly read: (request: ApiRequest, response: ApiResponse) => ReadBody;
  readonly shared: Map<string, { readonly making: Promise<unknown>; readonly answers: readonly HeldAnswer[] }>;
  readonly newName: (label: string) => string;
  readonly curl: (request: ApiRequest) => string;
}

/** The body of an answer as JSON, undefined if it is not JSON, and what the document says of the answer. */
export interface ReadBody {
  readonly body: unknown;
  readonly findings: DocumentFindings;
}

export interface HeldAnswer {
  readonly answer: CheckedAnswer;
  readonly findings: DocumentFindings;
}

/** In characters: the answers of a check are kept until its end. */
const mostHeld = 2 ** 26;

/** The deployment as a check sees it: every operation by its id, and the expectations that a check can have. */
export class Api {
  readonly settings: Settings;
  readonly document: ContractDocument;
  readonly twin: Twin | undefined;
  readonly addresses: Addresses;
  /** Where the operations lie. */
  readonly places: OperationPlaces;
  /** Every answer so far, in order, with what the document says of it. */
  readonly answers: HeldAnswer[] = [];
  /** Those of requests that were sent at once. */
  readonly together = new Set<CheckedAnswer>();
  /** What does not hold of rules that the check is not for. */
  readonly noted: ViolationFacts[] = [];
  readonly #parts: ApiParts;
  #held = 0;

  constructor(parts: ApiParts) {
    this.#parts = parts;
    this.settings = parts.settings;
    this.document = parts.document;
    this.twin = parts.twin;
    this.addresses = parts.addresses;
    this.places = parts.places;
  }

  /**
   * Sends a request.
   * @throws NoAnswerError if no answer comes
   */
  call(operation: OperationId, options: CallOptions = {}): Promise<CheckedAnswer> {
    return this.#send(apiRequest(operation, options, options.auth ?? this.#authOf(operation, options.token)));
  }

  async #send(request: ApiRequest): Promise<CheckedAnswer> {
    const { response, fault } = await this.#parts.client.send(request);
    this.#held += response.text.length;
    if (this.#held > mostHeld) this.notVerified(`its answers hold more than ${mostHeld / 2 ** 20} MB together`);
    const { body, findings } = this.#parts.read(request, response);
    const answer: CheckedAnswer = { ...response, request, body, unread: findings.unread };
    this.answers.push({ answer, findings: fault === null ? findings : withFault(findings, fault) });
    return answer;
  }

  /** Notes a violation without ending the check. */
  note(facts: ViolationFacts): void {
    this.noted.push(facts);
  }

  /** The request as a line for a shell, without secrets. */
  curl(request: ApiRequest): string {
    return this.#parts.curl(request);
  }

  /** A name for an agent of this run, unique in it. */
  newName(label: string): string {
    return this.#parts.newName(label);
  }

  /**
   * What `make` gives, made once for all checks of the session: only for what is read, because what a check creates is
   * gone after it.
   */
  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#parts.shared.get(key);
    if (known !== undefined) {
      try {
        return (await known.making) as T;
      } finally {
        this.answers.push(...known.answers);
      }
    }
    const start = this.answers.length;
    const answers: HeldAnswer[] = [];
    const making = make().finally(() => answers.push(...this.answers.slice(start)));
    this.#parts.shared.set(key, { making, answers });
    return making;
  }

  /** Ends the check without a verdict. */
  notVerified(reason: string, setting?: string): never {
    throw new NotVerified(reason, setting);
  }

  /** The setting that the check needs; the runner has seen that it is there. */
  need<T>(value: T | undefined, setting: string): T {
    return value ?? this.notVerified('it is not given', setting);
  }

  #authOf(operation: OperationId, token = this.#tokenOf(operation)): Record<string, string> {
    if (token === null) return {};
    return tokenHeaders(this.places, operation, token);
  }

  #tokenOf(operation: OperationId): string | null {
    return operation === 'getToken' ? (this.settings.login?.token ?? null) : this.settings.token;
  }
}

function withFault(findings: DocumentFindings, fault: Finding): DocumentFindings {
  return { ...findings, faults: [fault, ...findings.faults] };
}

/** The request to an operation, or to a place near it, with these headers. */
export function apiRequest(
  operation: OperationId,
  { place, query = {}, ...options }: CallOptions,
  headers: Readonly<Record<string, string>>,
): ApiRequest {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  const to = place === undefined ? { operation } : { operation: null, place };
  return { ...to, query: pairs, headers, body: bodyToSend(options) };
}

function bodyToSend({ json, form, raw }: CallOptions): RequestBody {
  if (json !== undefined) return { kind: 'json', value: json };
  if (form !== undefined) return { kind: 'form', parts: form };
  return raw === undefined ? { kind: 'none' } : { kind: 'raw', ...raw };
}

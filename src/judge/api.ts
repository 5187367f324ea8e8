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
import type { Addresses, Settings } from '../deployment/configuration/settings.ts';
import { type CheckedAnswer, NotVerified, type ViolationFacts } from './report/violation.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { Twin } from './as-mock/twin.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[];

export interface CallOptions {
  /** A list is sent as repeated names, and nothing of what is undefined. */
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  readonly json?: unknown;
  readonly form?: readonly FormPart[] | undefined;
  readonly raw?: { readonly contentType: string | null; readonly text: string } | undefined;
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
  readonly addresses: Addresses;
  readonly places: OperationPlaces;
  readonly client: DeploymentClient;
  readonly read: (request: ApiRequest, response: ApiResponse) => ReadAnswer;
  /** A name for an agent of this run, unique in it. */
  readonly newName: (label: string) => string;
  /** A request as a line for a shell, without secrets. */
  readonly curl: (request: ApiRequest) => string;
}

/** The body of an answer, and what the document says of it. */
export type ReadAnswer = Pick<CheckedAnswer, 'body' | 'faults' | 'drift' | 'unread'>;

/** The deployment as a check sees it: every operation by its id. */
export interface Api extends Omit<ApiParts, 'client' | 'read'> {
  /** Every answer so far, in order. */
  readonly answers: readonly CheckedAnswer[];
  /** Those of requests that were sent at once. */
  readonly together: Set<CheckedAnswer>;
  /** What does not hold of rules that the check is not for; it does not end the check. */
  readonly noted: ViolationFacts[];
  /** Sends a request. @throws NoAnswerError if no answer comes */
  readonly call: (operation: OperationId, options?: CallOptions) => Promise<CheckedAnswer>;
}

/** In characters: the answers of a check are kept until its end. */
const mostHeld = 2 ** 26;

export function openApi({ client, read, ...parts }: ApiParts): Api {
  const answers: CheckedAnswer[] = [];
  let held = 0;
  return {
    ...parts,
    answers,
    together: new Set(),
    noted: [],
    call: async (operation, options = {}) => {
      const { login, token: own } = parts.settings;
      const { token = operation === 'getToken' ? (login?.token ?? null) : own } = options;
      const usual = token === null ? {} : tokenHeaders(parts.places, operation, token);
      const request = apiRequest(operation, options, options.auth ?? usual);
      const { response, fault } = await client.send(request);
      held += response.text.length;
      if (held > mostHeld) throw new NotVerified(`its answers hold more than ${mostHeld / 2 ** 20} MB together`);
      const { faults = [], ...about } = read(request, response);
      const answer = { ...response, request, ...about, faults: fault === null ? faults : [fault, ...faults] };
      answers.push(answer);
      return answer;
    },
  };
}

/** The request to an operation, or to a place near it, with these headers. */
export function apiRequest(
  operation: OperationId,
  { place, query = {}, ...options }: CallOptions,
  headers: Readonly<Record<string, string>>,
): ApiRequest {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  const to = place === undefined ? { operation } : { operation: null, place };
  return { ...to, query: pairs, headers, body: bodyToSend(options) };
}

function bodyToSend({ json, form, raw }: CallOptions): RequestBody {
  if (json !== undefined) return { kind: 'json', value: json };
  if (form !== undefined) return { kind: 'form', parts: form };
  return raw === undefined ? { kind: 'none' } : { kind: 'raw', ...raw };
}

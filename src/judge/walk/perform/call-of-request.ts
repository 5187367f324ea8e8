import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePrefix, tokenHeaders } from '../../../deployment/addresses.ts';
import { type FormPart, NotSentError, type Place } from '../../../deployment/transport.ts';
import type { CallOptions } from '../../api.ts';
import { unknownToken } from '../../stated/callers.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';
import { filled } from './known.ts';
import type { WalkState } from './walk-state.ts';
import { packageRoot } from '../../../package-root.ts';

/**
 * A request of a step with what the run knows in the place of its placeholders.
 * @throws NotSentError if the run does not know it
 */
export async function callOfRequest(
  request: SentRequest,
  state: WalkState,
): Promise<[SentRequest['operation'], CallOptions]> {
  const query = (await filled(request.query ?? {}, state)) as NonNullable<CallOptions['query']>;
  const options: CallOptions = {
    query,
    auth: callerHeaders(request, state),
    place: request.at && placeNear(request, state),
    ...(request.json !== undefined && { json: await filled(request.json, state) }),
    ...(request.form !== undefined && {
      form: await Promise.all(request.form.map((field) => partToSend(field, state))),
    }),
    ...(request.raw !== undefined && {
      raw: { contentType: request.raw.contentType, text: String(await filled(request.raw.text, state)) },
    }),
  };
  return [request.operation, options];
}

/** @throws NotSentError for an operation's place on a host where it does not lie */
function placeNear({ operation, at = {} }: SentRequest, { api: { places, addresses } }: WalkState): Place {
  const { spelled, ...given } = at;
  const own = places.get(operation);
  if (own === undefined) throw new Error(`The document has no operation ${operation}.`);
  const { prefix, path, method } = own;
  const ways = {
    longer: () => `${path}x`,
    slash: () => `${path}/`,
    capital: () => path.toUpperCase(),
    cut: () => path.slice(0, path.lastIndexOf('/') + 1),
    whole: () => `${prefix === 'base_url' ? basePrefix : ''}${path}`,
  };
  const { base_url: base, api_url: api, alt_url: alternative } = addresses;
  const origins = [base, api, alternative].map((url) => new URL(url).origin);
  if (spelled === 'whole' && new Set(origins).size > 1) {
    throw new NotSentError('the deployment has its addresses on several hosts or ports', 'api_url');
  }
  return { prefix, method, path: spelled === undefined ? path : ways[spelled](), ...given };
}

async function partToSend({ name, value, file }: FormField, state: WalkState): Promise<FormPart> {
  const text = String(await filled(value, state));
  if (file !== undefined) return { name, ...contentOf(file) };
  return { name, value: text };
}

/** A file of the kind that its name says; padded where a size is given. */
function contentOf({ name, size, content: kindOf }: NonNullable<FormField['file']>): Pick<FormPart, 'value' | 'file'> {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const { content } = sampleFile(kindOf ?? kind);
  return { value: size === undefined ? content : pdfOfSize(size), file: { name, type: sampleFile(kind).type } };
}

function callerHeaders({ operation, as }: SentRequest, { api, facts }: WalkState): Record<string, string> {
  const { tokens } = facts;
  const right = operation === 'getToken' ? tokens.login : tokens.own;
  const expired = operation === 'getToken' ? tokens.expiredLogin : tokens.expired;
  const usual = (token: string): Record<string, string> => tokenHeaders(api.places, operation, token);
  const ways: Readonly<Record<Caller, () => Record<string, string>>> = {
    own: () => usual(tokens.own),
    access: () => ({ api_access_token: right }),
    both: () => ({ token: right, api_access_token: right }),
    capital: () => ({ TOKEN: right }),
    second: () => usual(tokens.second),
    none: () => ({}),
    empty: () => usual(''),
    expired: () => usual(expired),
    unknown: () => usual(unknownToken),
    login: () => usual(tokens.login),
    tokenless: () => usual(tokens.tokenless),
    longer: () => usual(`${right}.0`),
    prefixed: () => usual(`0.${right}`),
    shorter: () => usual(right.slice(0, -1)),
    half: () => usual(right.slice(0, Math.ceil(right.length / 2))),
    header: () => ({ token: right }),
    bearer: () => ({ authorization: `Bearer ${right}` }),
    bare: () => ({ authorization: right }),
    unknownAccess: () => ({ api_access_token: unknownToken }),
    expiredAccess: () => ({ api_access_token: expired }),
    rightFirst: () => ({ token: right, api_access_token: unknownToken }),
    wrongFirst: () => ({ token: unknownToken, api_access_token: right }),
    expiredFirst: () => ({ token: expired, api_access_token: right }),
    emptyFirst: () => ({ token: '', api_access_token: right }),
    rightBeside: () => ({ token: right, authorization: `Bearer ${unknownToken}` }),
    wrongBeside: () => ({ token: unknownToken, authorization: `Bearer ${right}` }),
    older: () => usual(tokens.older),
  };
  return ways[as]();
}

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  png: 'image/png',
} as const;

interface SampleFile {
  readonly type: string;
  readonly content: Uint8Array;
}

/** The smallest file of a kind that its program opens, by its extension; of any other kind one that is no document. */
export function sampleFile(kind: string): SampleFile {
  if (!Object.hasOwn(types, kind)) return { type: 'application/octet-stream', content: Buffer.from('MZ no document') };
  const content = readFileSync(join(packageRoot(), 'contract-tests', 'sample-files', `sample.${kind}`));
  return { type: types[kind as keyof typeof types], content };
}

/** A PDF of this many bytes; of too few for one, nothing but zeros. */
function pdfOfSize(bytes: number): Uint8Array {
  const { content } = sampleFile('pdf');
  if (bytes < content.length) return new Uint8Array(bytes);
  return Buffer.concat([content, Buffer.alloc(bytes - content.length, 0x20)]);
}

import type { OperationId } from '../src/document/names.gen.ts';
import type { Script } from '../src/judge/script.ts';
import type { Elsewhere, Step } from '../src/judge/steps.ts';
import { send, scriptsOf } from './steps.ts';

const reading: readonly OperationId[] = ['getAgent', 'listVoices', 'listAudience', 'getToken'];
const writing: readonly OperationId[] = [
  ...(['createAgent', 'createAgentOrUpdate', 'updateAgent'] as const),
  ...(['forceCompleteCampaign', 'verifyToken'] as const),
];
const every = [...reading, ...writing];

const prefixes = ['base_url', 'api_url', 'alt_url'] as const;

/** What other services often serve beside the operations of an API. */
const usual = ['', '/', '/health', '/docs', '/openapi.json', '/agents', '/agents/', '/agents/1', '/campaigns'];

/** What is answered where no operation is. */
export const addressScripts: readonly Script[] = [
  ...scriptsOf({
    // What answers there asks who calls.
    'addresses.one-port': [
      ...every.map((operation) => send(operation, { as: 'none' })),
      ...prefixes.flatMap((prefix) =>
        prefix === 'base_url' ? [] : [near('getAgent', { prefix, spelled: 'whole', method: 'POST' })],
      ),
    ],
    'addresses.unknown': prefixes.flatMap((prefix) =>
      (['header', 'none'] as const).map((as) =>
        near('getAgent', { prefix, path: '/no-such-address', method: 'GET' }, as),
      ),
    ),
  }),

  ...(['GET', 'POST'] as const).map((method) => ({
    title: `a misspelt address, asked with ${method}, is answered with the operation that was meant`,
    clauses: ['addresses.unknown'] as const,
    steps: { GET: reading, POST: writing }[method].map((operation) => near(operation, { method, spelled: 'longer' })),
  })),

  ...(['GET', 'POST', 'PUT'] as const).map((method) => ({
    title: `${method} at the address of an operation that takes another method is answered with 405 and Allow`,
    clauses: ['addresses.method'] as const,
    shows: ['allow'],
    steps: { GET: writing, POST: reading, PUT: every }[method].flatMap((operation) => [
      near(operation, { method }),
      near(operation, { method }, 'none'),
    ]),
  })),
  ...scriptsOf({
    'addresses.nothing-undocumented': [
      ...usual.map((path) => near('verifyToken', { prefix: 'base_url', path, method: 'GET' })),
      ...every.flatMap((operation) =>
        (['slash', 'capital', 'cut'] as const).map((spelled) => near(operation, { spelled, method: 'GET' })),
      ),
    ],
  }),
];

/** Asks a place near an operation's. */
function near(operation: OperationId, at: Elsewhere, as: 'header' | 'none' = 'header'): Step {
  return send(operation, { as, at });
}

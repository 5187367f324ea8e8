import type { OperationId } from '../src/document/names.gen.ts';
import type { Script } from '../src/judge/script.ts';
import type { Elsewhere, Step } from '../src/judge/steps.ts';
import { only, scriptsOf, send } from './steps.ts';

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
export const addressScripts: readonly Script[] = scriptsOf({
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
  'addresses.unknown: a misspelt address is answered with the operation that was meant': [
    ...reading.map((operation) => near(operation, { method: 'GET', spelled: 'longer' })),
    ...writing.map((operation) => near(operation, { method: 'POST', spelled: 'longer' })),
  ],
  'addresses.method': only('allow', [
    ...writing.map((operation) => near(operation, { method: 'GET' })),
    ...reading.map((operation) => near(operation, { method: 'POST' })),
    ...every.flatMap((operation) => [near(operation, { method: 'PUT' }), near(operation, { method: 'PUT' }, 'none')]),
  ]),
  'addresses.nothing-undocumented': [
    ...usual.map((path) => near('verifyToken', { prefix: 'base_url', path, method: 'GET' })),
    ...every.flatMap((operation) =>
      (['slash', 'capital', 'cut'] as const).map((spelled) => near(operation, { spelled, method: 'GET' })),
    ),
  ],
});

function near(operation: OperationId, at: Elsewhere, as: 'header' | 'none' = 'header'): Step {
  return send(operation, { as, at });
}

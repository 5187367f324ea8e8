import { createClientFromOperations, type PrismHttp } from '@stoplight/prism-http/dist/client.js';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadContractDocument } from './load.ts';

const { openapi, operations } = loadContractDocument();
const config = {
  isProxy: false,
  upstreamProxy: undefined,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: true,
  errors: false,
} as const;
let prism: PrismHttp;

beforeAll(async () => {
  // Prism replaces the references in the object that it is given, and logs each answer.
  const spec = await getHttpOperationsFromSpec(structuredClone(openapi));
  const logger = pino({ level: 'silent' });
  prism = createClientFromOperations(spec, {
    ...config,
    mock: { dynamic: false },
    logger: Object.assign(logger, { success: logger.info }),
  });
});

const answers = [...operations.values()].flatMap((operation) =>
  [...operation.responses.keys()].map((status) => [operation.id, status] as const),
);

test.each(answers)(
  'Prism makes the answer of %s with %i from the examples, and finds no fault with it',
  async (id, status) => {
    const operation = operations.get(id);
    const method = operation?.method === 'GET' ? 'get' : 'post';
    // Prism takes the prefix for a part of the server.
    const path = operation?.path.replace('/api/v1/global', '') ?? '';
    const request = { method, headers: { accept: 'application/json' } } as const;
    const answer = await prism.request(path, request, {
      ...config,
      mock: { dynamic: false, code: status },
    });
    const examples = [...(operation?.successExamples.values() ?? []), ...(operation?.refusals.values() ?? [])];
    expect(answer.status).toBe(status);
    expect(answer.violations.output).toEqual([]);
    expect(examples.map(({ body }) => body)).toContainEqual(answer.data);
  },
);

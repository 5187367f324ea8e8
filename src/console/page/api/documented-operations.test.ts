import { expect, it } from 'vitest';
import { documentedOperations } from './documented-operations.ts';

const document = {
  servers: [
    { url: 'http://{host}:4010{prefix}', variables: { host: { default: 'mock' }, prefix: { default: '/api' } } },
  ],
  paths: {
    '/agents': {
      get: {
        operationId: 'getAgent',
        summary: 'Get an agent',
        responses: {
          200: { description: 'The agent' },
          400: { description: 'Bad', content: { 'application/json': { examples: { missing: {}, invalid: {} } } } },
          500: { $ref: '#/components/responses/Failure' },
        },
      },
    },
    '/update': {
      servers: [{ url: 'http://mock:4010/' }],
      post: { operationId: 'updateAgent', responses: { 200: { description: 'Done' } } },
    },
  },
  components: {
    responses: { Failure: { description: 'Failed', content: { 'application/json': { examples: { failed: {} } } } } },
  },
};

it('reads operations with their whole addresses and documented answers', () => {
  expect(documentedOperations(document)).toEqual([
    {
      id: 'getAgent',
      method: 'GET',
      url: 'http://mock:4010/api/agents',
      path: '/agents',
      summary: 'Get an agent',
      responses: [
        { status: 200, description: 'The agent', examples: [] },
        { status: 400, description: 'Bad', examples: ['missing', 'invalid'] },
        { status: 500, description: 'Failed', examples: ['failed'] },
      ],
    },
    {
      id: 'updateAgent',
      method: 'POST',
      url: 'http://mock:4010/update',
      path: '/update',
      summary: '',
      responses: [{ status: 200, description: 'Done', examples: [] }],
    },
  ]);
});

it.each([null, {}, { paths: { '/x': null } }, 'text'])('finds none in %j', (value) => {
  expect(documentedOperations(value)).toEqual([]);
});

import type { ContractDocument } from '../../document/read/load.ts';
import type { Operation } from '../../document/operation.ts';
import { sampleSchema } from './sample-schema.ts';

export interface SampleRequest {
  readonly operation: Operation;
  readonly status: number;
  /** Of the status; undefined: the engine's choice. */
  readonly example: string | undefined;
  /** Generated from the schema, starting from this seed; undefined: an example. */
  readonly seed: string | undefined;
}

/** Makes documented response bodies. Rejects where the engine cannot. */
export type Samples = (request: SampleRequest) => Promise<unknown>;

/**
 * Documented responses by Prism's engine, which is loaded when first asked: loading takes 0.3 s. It gets a document of
 * the responses alone, their references followed and what is assumed made part of the schemas, so that what it
 * generates keeps the assumed rules too; and a request of our making, never the client's, for it would remember the
 * first client's Accept header for all. Each generated body has a seed, for the source it draws from is the process's.
 */
export function createPrismSamples(document: ContractDocument): Samples {
  let engine: Promise<Engine> | undefined;
  return async (request) => {
    engine ??= loadEngine(document);
    return (await engine)(request);
  };
}

type Engine = (request: SampleRequest) => Promise<unknown>;

async function loadEngine(document: ContractDocument): Promise<Engine> {
  const { createInstance, getHttpOperationsFromSpec } = (await import('@stoplight/prism-http')).default;
  const operations = await getHttpOperationsFromSpec(responsesDocument(document));
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  return async ({ operation, status, example, seed }) => {
    const resource = byPath.get(operation.path);
    if (resource === undefined) throw new Error(`Prism does not know ${operation.path}.`);
    const mock = {
      code: status,
      dynamic: seed !== undefined,
      mediaTypes: ['application/json'],
      ...(example === undefined ? {} : { exampleKey: example }),
      ...(seed === undefined ? {} : { seed, ignoreExamples: true }),
    };
    const prism = createInstance(
      {
        isProxy: false,
        upstreamProxy: undefined,
        errors: false,
        checkSecurity: false,
        validateRequest: false,
        validateResponse: false,
        mock,
      },
      { logger: silentLogger() },
    );
    const request = { method: resource.method.toLowerCase() as 'get', url: { path: operation.path } };
    const result = await prism.request(request, [resource])();
    if (result._tag === 'Left') throw result.left;
    return result.right.output.body;
  };
}

/** An OpenAPI document of every operation's responses, and nothing else. */
function responsesDocument({ operations }: ContractDocument): object {
  const paths: Record<string, object> = {};
  for (const operation of operations.values()) {
    const responses = [...operation.responses.values()].map(({ status, content, examples }) => {
      const schema = sampleSchema(content.get('application/json')?.assumed.schema ?? {});
      const named = [...examples].map(([name, value]) => [name, { value: structuredClone(value) }]);
      const media = { schema, examples: Object.fromEntries(named) as object };
      return [status, { description: '', content: { 'application/json': media } }];
    });
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        responses: Object.fromEntries(responses) as object,
      },
    };
  }
  return { openapi: '3.1.0', info: { title: 'Responses', version: '1' }, paths };
}

function silentLogger() {
  const say = () => undefined;
  const logger = {
    trace: say,
    debug: say,
    info: say,
    success: say,
    warn: say,
    error: say,
    fatal: say,
    child: () => logger,
  };
  return logger as never;
}

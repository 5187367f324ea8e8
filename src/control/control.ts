import type { Request } from 'express';
import { deepestJson } from '../json/read-json.ts';
import { errorAnswer } from '../http/answer/error-answer.ts';
import { Problem } from '../http/answer/problem.ts';
import type { RequestParts } from '../http/request/read-parts.ts';
import { requireHandlers } from '../http/require-handlers.ts';
import type { HandlerAnswer, ServedDocument } from '../http/served-document.ts';
import type { Access } from '../http/access.ts';
import { worldOfRequest } from '../http/world-of-request.ts';
import type { ControlDocument, ControlOperation } from './control-document.ts';
import type { ControlContext, ControlServices } from './control-handler.ts';
import { documentOf } from '../worlds/followed-profile.ts';
import { defaultWorldName } from '../worlds/world-name.ts';
import { asProblem } from './records/refused-by-store.ts';
import { controlRoutes } from './control-routes.ts';

/** What every handler is, its operation left out. */
type AnyHandler = (
  request: {
    readonly path: unknown;
    readonly query: unknown;
    readonly body: unknown;
    readonly raw: Request;
  },
  context: ControlContext,
) => HandlerAnswer | Promise<HandlerAnswer>;

/** In bytes: a snapshot to be imported may be large; nothing else is. */
const bodyLimit = 2 ** 29;

/** A snapshot holds what the API took, some levels further down. */
const bodyDepth = deepestJson + 20;

const noHeaders = {};

/** The control API, to be served (`serve-document.ts`): what lives under /__mock. */
export function createControl(
  document: ControlDocument,
  services: ControlServices,
  access: Access,
): ServedDocument<ControlOperation> {
  requireHandlers(document, controlRoutes, 'src/control/control-routes.ts');
  const handlers = controlRoutes as unknown as Readonly<Record<string, AnyHandler>>;
  return {
    operations: document.operations,
    worldOf(request, response, operation) {
      // Before a world is made for it.
      if (operation?.isOpen !== true) access.check(request, response.locals.host);
      return worldOfRequest(request, response.locals.worldName ?? defaultWorldName, services.worlds, 'always');
    },
    operationIn: (_, operation) => operation,
    bodyLimit,
    bodyDepth,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    encode: (text) => Buffer.from(text),
    steer: () => Promise.resolve('not steered'),
    authenticate: () => undefined,
    validate({ undocumented }, operation, { path, query, body }) {
      path.valid();
      const stranger = undocumented.find(({ kind }) => kind === 'query-parameter');
      if (stranger !== undefined) throw unknownParameter(stranger.name, operation);
      query.valid();
      body.valid();
    },
    handle({ request, world }, operation, parts) {
      const handler = handlers[operation.id];
      if (handler === undefined) throw new Error(`The operation ${operation.id} has no handler.`);
      const document = documentOf(world, services.document);
      return handler({ ...valuesOf(parts), raw: request }, { ...services, world, document });
    },
    answer: (_exchange, _operation, { status, body, clause }) => ({ status, headers: noHeaders, body, clause }),
    refuseAddress: ({ path }) =>
      new Problem(404, `There is no ${path}. What there is, /__mock/control.json describes.`),
    refuseMethod: ({ request, path }, allow) =>
      new Problem(405, `${path} takes ${allow.join(' or ')}, not ${request.method}.`, undefined, {
        allow: allow.join(', '),
      }),
    answerError: (error) => errorAnswer(asProblem(error)),
    record({ request }, answer, _sent, failure) {
      if (answer?.status === 500) services.onFailure(request, failure);
    },
  };
}

function valuesOf({ path, query, body }: RequestParts): Omit<Parameters<AnyHandler>[0], 'raw'> {
  return { path: path.valid(), query: query.valid(), body: body.valid() };
}

function unknownParameter(name: string, { parameters }: ControlOperation): Problem {
  const known = parameters.map((parameter) => parameter.name).join(', ');
  return new Problem(400, `There is no ${name}: ${known === '' ? 'no query is taken' : `take ${known}`}.`, name);
}

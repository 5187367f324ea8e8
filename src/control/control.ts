import { type Access, worldOfRequest } from '../http/locate.ts';
import { Problem, errorAnswer } from '../http/answer/error-answer.ts';
import type { HandlerAnswer, ServedDocument } from '../http/exchange.ts';
import { requireHandlers } from '../http/express-app.ts';
import { deepestJson } from '../json/json-value.ts';
import { ProfileError } from '../document/overlay.ts';
import { InvalidRecordError } from '../store/state/apply-changes.ts';
import { IdsExhaustedError } from '../store/state/id-counters.ts';
import { DiallingError } from '../worlds/diallers.ts';
import { type World, documentOfWorld } from '../worlds/world.ts';
import { defaultWorldName } from '../worlds/worlds.ts';
import type {
  ControlContext,
  ControlDocument,
  ControlOperation,
  ControlOperationId,
  ControlRoutes,
  ControlServices,
} from './control-handler.ts';
import * as coverage from './journal/coverage-routes.ts';
import * as journal from './journal/journal-routes.ts';
import * as verify from './journal/verify-journal.ts';
import * as operating from './operating-routes.ts';
import * as identity from './records/identity-routes.ts';
import * as records from './records/records-routes.ts';
import * as steering from './worlds/steering-routes.ts';
import * as worldsRoutes from './worlds/worlds-routes.ts';

/** Every operation of `control.yaml`. These files export nothing but handlers, each named for its operation. */
export const controlRoutes: ControlRoutes = {
  ...coverage,
  ...journal,
  ...verify,
  ...operating,
  ...identity,
  ...records,
  ...steering,
  ...worldsRoutes,
};

/** What every handler is, its operation left out. */
type AnyHandler = (request: object, context: ControlContext) => HandlerAnswer | Promise<HandlerAnswer>;

/** A snapshot holds what the API took, some levels further down. */
const bodyDepth = deepestJson + 20;

/** Operations that look at what was answered before, or forget it. */
const needsJournals: ReadonlySet<string> = new Set<ControlOperationId>([
  ...(['listJournal', 'clearJournal', 'getJournalEntry', 'exportJournal', 'verifyJournal'] as const),
  ...(['getCoverage', 'clearCoverage', 'makeRepro', 'resetWorld'] as const),
]);

/** Operations that tell how the mock is, whether or not the engine of its store answers. */
const tellsOfMock: ReadonlySet<string> = new Set<ControlOperationId>([
  'getHealth',
  'getLive',
  'getReady',
  'getMetrics',
]);

/** Operations that change nothing, though they are not sent with GET. */
const onlyReads: ReadonlySet<string> = new Set<ControlOperationId>(['verifyJournal', 'makeRepro']);

/** The control API, to be served (`express-app.ts`): what lives under /__mock. */
export function createControl(
  document: ControlDocument,
  services: ControlServices,
  access: Access,
): ServedDocument<ControlOperation> {
  requireHandlers(document, controlRoutes, 'src/control/control.ts');
  const handlers = controlRoutes as unknown as Readonly<Record<string, AnyHandler>>;
  return {
    addresses: document.addresses,
    worldOf(request, response, operationId) {
      // Before a world is made for it.
      if (document.operations.get(operationId ?? '')?.isOpen !== true) access.check(request, response.locals.host);
      const { worlds } = services;
      const name = response.locals.worldName ?? defaultWorldName;
      const find = () => worldOfRequest(request, name, worlds, 'always');
      if (services.shared !== undefined && tellsOfMock.has(operationId ?? '')) {
        return worlds.find(name) ?? worlds.default;
      }
      return worlds.shared?.current().then(find) ?? find();
    },
    operationIn(_, id) {
      const operation = document.operations.get(id);
      if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
      return operation;
    },
    memory: services.worlds.memory,
    bodyDepth,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    steer: () => Promise.resolve('not steered'),
    authenticate: () => undefined,
    validate({ read: { undocumented } }, operation, { path, query, body }) {
      path.valid();
      const stranger = undocumented.find(({ kind }) => kind === 'query-parameter');
      if (stranger !== undefined) throw unknownParameter(stranger.name, operation);
      query.valid();
      body.valid();
    },
    async handle({ request, world }, operation, parts) {
      const handler = handlers[operation.id];
      if (handler === undefined) throw new Error(`The operation ${operation.id} has no handler.`);
      const { shared } = services;
      const run = (found: World) => {
        const document = documentOfWorld(found, services.document);
        const [path, query, body] = [parts.path.valid(), parts.query.valid(), parts.body.valid()];
        const context = { ...services, world: found, view: found.store.view(), document };
        return handler({ path, query, body, raw: request }, context);
      };
      if (shared !== undefined && needsJournals.has(operation.id)) await shared.mirror.journals.current(world);
      return operation.method === 'GET' || onlyReads.has(operation.id) ? run(world) : world.turn(run);
    },
    answer: (_exchange, _operation, { status, body, clause }) => ({ status, headers: {}, body, clause }),
    refuse: ({ request, path }, allow) => refusedAddress(request.method, path, allow),
    answerError: (error) => errorAnswer(refusedByWorld(error)),
    record({ request }, answer, _sent, failure) {
      if (answer?.status === 500) services.onFailure(request, failure);
    },
  };
}

function refusedAddress(method: string, path: string, allow?: readonly string[]): Problem {
  if (allow === undefined) {
    return new Problem(404, `There is no ${path}. What there is, /__mock/control.json describes.`);
  }
  const message = `${path} takes ${allow.join(' or ')}, not ${method}.`;
  return new Problem(405, message, undefined, { allow: allow.join(', ') });
}

function unknownParameter(name: string, { parameters }: ControlOperation): Problem {
  const known = parameters.map((parameter) => parameter.name).join(', ');
  return new Problem(400, `There is no ${name}: ${known === '' ? 'no query is taken' : `take ${known}`}.`, name);
}

/** What a world has thrown over the data of a request, as a refusal of that request; any other error as it is. */
function refusedByWorld(error: unknown): unknown {
  if (error instanceof InvalidRecordError) return new Problem(400, error.message, error.place?.replaceAll('/', '.'));
  if (error instanceof ProfileError) return new Problem(400, error.lines.slice(0, 5).join(' '), 'profile');
  if (error instanceof IdsExhaustedError) return new Problem(409, error.message);
  if (!(error instanceof DiallingError)) return error;
  return new Problem(error.kind === 'unknown' ? 404 : 409, error.message, 'campaign_id');
}

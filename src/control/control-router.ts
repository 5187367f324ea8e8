import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConflictError } from '../store/store.ts';
import type { World } from '../worlds/world.ts';
import type { ControlDocument, ControlOperation } from './control-document.ts';
import { ControlError, MethodNotAllowed } from './control-error.ts';
import type {
  ControlContext,
  ControlOperationId,
  ControlRoutes,
  ControlServices,
  StreamAnswer,
} from './control-handler.ts';
import { readControlRequest, type ControlParts } from './control-request.ts';
import { sendError } from './send-error.ts';
import { sendJson } from './send-json.ts';

/** Answers a request under /__mock; it never rejects. */
export type ControlRouter = (request: IncomingMessage, response: ServerResponse, world: World) => Promise<void>;

/** What every handler is, its operation left out. */
type AnyHandler = (
  request: ControlParts & { readonly raw: IncomingMessage },
  context: ControlContext,
) => AnyAnswer | Promise<AnyAnswer>;
type AnyAnswer = { readonly status: number; readonly body?: unknown } | StreamAnswer;

/** Commits that meet a conflict are run again; so many in a row means that something else is wrong. */
const maximumRuns = 1000;

/** Serves the operations of `control.yaml`: routes, reads, decides, answers. */
export function createControlRouter(
  document: ControlDocument,
  routes: ControlRoutes,
  services: ControlServices,
): ControlRouter {
  return async (request, response, world) => {
    try {
      const [path, query] = splitTarget(request.url ?? '');
      const steps = path.slice(1).split('/');
      const operation = route(document, request.method ?? 'GET', path, steps);
      const parts = await readControlRequest(request, operation, steps, query);
      // The document has checked the parts, so the handler's own types hold.
      const handler = routes[operation.id as ControlOperationId] as unknown as AnyHandler;
      const answer = await run(() => handler({ ...parts, raw: request }, { ...services, world }));
      if ('stream' in answer) await answer.stream(response);
      else sendJson(response, answer.status, 'body' in answer ? answer.body : undefined);
    } catch (error) {
      await sendError(request, response, error, services.onFailure);
    }
  };
}

function route(
  { operations }: ControlDocument,
  method: string,
  path: string,
  steps: readonly string[],
): ControlOperation {
  const there = operations.filter((operation) => fits(operation.steps, steps));
  const found = there.find((operation) => operation.method === method);
  if (found !== undefined) return found;
  if (there.length === 0) {
    throw new ControlError(404, `There is no ${path}. What there is, /__mock/control.json describes.`);
  }
  const allow = there.map((operation) => operation.method);
  throw new MethodNotAllowed(allow, `${path} takes ${allow.join(' or ')}, not ${method}.`);
}

function fits(template: readonly string[], steps: readonly string[]): boolean {
  return (
    template.length === steps.length && template.every((step, index) => step === steps[index] || step.startsWith('{'))
  );
}

async function run<T>(decide: () => T | Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof ConflictError) || runs >= maximumRuns) throw error;
    }
  }
}

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

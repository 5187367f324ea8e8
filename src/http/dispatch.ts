import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsolePage } from '../console/console-page.ts';
import type { Access } from '../control/access.ts';
import { sendError } from '../control/send-error.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { corsHeaders, isPreflight } from './cors.ts';
import type { OnFailure } from './log-exchange.ts';
import { takeWorldName } from './world-address.ts';

type ServeInWorld = (request: IncomingMessage, response: ServerResponse, world: World) => Promise<void>;

export interface DispatchParts {
  readonly worlds: Worlds;
  readonly access: Access;
  readonly consolePage: ConsolePage;
  /** Both answer whatever comes, and never reject. */
  readonly api: ServeInWorld;
  readonly control: ServeInWorld;
  readonly onFailure: OnFailure;
}

/** Hands each request to what serves it, in the world that it is for. `host` is what the server listens on, if known. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse, host: string | undefined) => void;

export function createDispatch({ worlds, access, consolePage, api, control, onFailure }: DispatchParts): Dispatch {
  const printDate = createDatePrinter();
  const dispatch: Dispatch = (request, response, host) => {
    const name = takeWorldName(request);
    const isControl = request.url?.startsWith('/__mock') === true;
    const headers = isControl ? access.corsHeaders(request) : corsHeaders(request.method, request.headers);
    for (const [header, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(header, value);
    }
    if (isControl) access.check(request, host);
    if (isPreflight(request.method, request.headers)) {
      response.writeHead(204).end();
      return;
    }
    const serveIn = (world: World) => {
      // All that depends on time goes by the world's, this header too.
      response.setHeader('date', printDate(world.clock.now()));
      void (isControl ? control : api)(request, response, world);
    };
    const world = worlds.named(name);
    if (world instanceof Promise)
      world.then(serveIn).catch((error: unknown) => sendError(request, response, error, onFailure));
    else serveIn(world);
  };
  return (request, response, host) => {
    try {
      // The page holds nobody's data: whoever can reach the mock may load it, and is asked for the control token there.
      if (consolePage(request, response)) return;
      dispatch(request, response, host);
    } catch (error) {
      void sendError(request, response, error, onFailure);
    }
  };
}

/** Prints times as HTTP does, by the second: most requests come in the same one as the request before. */
function createDatePrinter(): (time: Date) => string {
  let printed = { second: NaN, text: '' };
  return (time) => {
    const second = Math.floor(time.getTime() / 1000);
    if (second !== printed.second) printed = { second, text: time.toUTCString() };
    return printed.text;
  };
}

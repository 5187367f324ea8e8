import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from '../http/reading/body-stream.ts';
import type { OnFailure } from '../http/log-exchange.ts';
import { announcesBody } from '../http/send-answer.ts';
import { WorldsError } from '../worlds/worlds.ts';
import { ControlError, errorBody, MethodNotAllowed } from './control-error.ts';
import { asControlError } from './refused-by-store.ts';
import { sendJson } from './send-json.ts';

const statusOf: Readonly<Record<WorldsError['kind'], number>> = {
  'invalid-name': 400,
  default: 400,
  exists: 409,
  'too-many': 503,
};

/** Answers in the error shape; what is no refusal of the control API's own is a failure of the server. */
export async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
  onFailure: OnFailure,
): Promise<void> {
  const error = asControlError(thrown);
  if (!(error instanceof ControlError || error instanceof WorldsError)) onFailure(request, error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!request.complete && announcesBody(request) && !(await discardBody(request)))
    response.setHeader('connection', 'close');
  if (error instanceof MethodNotAllowed) response.setHeader('allow', error.allow.join(', '));
  if (error instanceof ControlError) {
    sendJson(response, error.status, errorBody(error.status, error.message, error.field));
  } else if (error instanceof WorldsError) {
    const status = statusOf[error.kind];
    sendJson(response, status, errorBody(status, error.message, error.kind === 'too-many' ? undefined : 'name'));
  } else {
    const reason = error instanceof Error ? error.message : String(error);
    sendJson(response, 500, errorBody(500, `The mock failed: ${reason}`));
  }
}

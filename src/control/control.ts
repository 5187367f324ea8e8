import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createDocsPage } from '../http/docs-page.ts';
import type { World } from '../worlds/world.ts';
import { loadControlDocument, type ControlDocument } from './control-document.ts';
import type { ControlServices } from './control-handler.ts';
import { createControlRouter, type ControlRouter } from './control-router.ts';
import { controlRoutes } from './control-routes.ts';
import { healthOf } from './health.ts';
import { sendJson } from './send-json.ts';

/** Serves what lives under /__mock: the documentation and the control API; it never rejects. */
export function createControl(
  services: ControlServices,
): (request: IncomingMessage, response: ServerResponse, world: World) => Promise<void> {
  // Read when it is first needed: most starts are for the API alone.
  let document: ControlDocument | undefined;
  let router: ControlRouter | undefined;
  const controlDocument = () => (document ??= loadControlDocument());
  const pages = [
    createDocsPage({
      title: 'Voice Agent Platform API',
      page: '/__mock/docs',
      file: '/__mock/openapi',
      document: () => services.document.openapi as unknown as OpenAPIV3_1.Document,
    }),
    createDocsPage({
      title: "The mock's control API",
      page: '/__mock/docs/control',
      file: '/__mock/control',
      document: () => controlDocument().openapi as unknown as OpenAPIV3_1.Document,
    }),
  ];
  return async (request, response, world) => {
    if (request.method === 'GET' && request.url === '/__mock/health') {
      // Asked while others wait for the mock to be there: without the document, which takes a while to be read.
      const { status, body } = healthOf(services.worlds);
      sendJson(response, status, body);
      return;
    }
    if (pages.some((answers) => answers(request, response))) return;
    router ??= createControlRouter(controlDocument(), controlRoutes, services);
    await router(request, response, world);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createDocsPage } from '../http/docs-page.ts';
import type { World } from '../worlds/world.ts';
import { loadControlDocument } from './control-document.ts';
import type { ControlServices } from './control-handler.ts';
import { createControlRouter, type ControlRouter } from './control-router.ts';
import { controlRoutes } from './control-routes.ts';

/** Serves what lives under /__mock: the documentation and the control API; it never rejects. */
export function createControl(
  services: ControlServices,
): (request: IncomingMessage, response: ServerResponse, world: World) => Promise<void> {
  const docsPage = createDocsPage(services.document.openapi as unknown as OpenAPIV3_1.Document);
  let router: ControlRouter | undefined;
  return async (request, response, world) => {
    if (docsPage(request, response)) return;
    // Read when it is first needed: most starts are for the API alone.
    router ??= createControlRouter(loadControlDocument(), controlRoutes, services);
    await router(request, response, world);
  };
}

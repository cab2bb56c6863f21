import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createComponents } from './create-components.ts';
import { deleteComponent } from './delete-component.ts';
import { listComponents } from './list-components.ts';
import { updateComponent } from './update-component.ts';

export function registerComponentsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listComponents', ({ actor }, { query }) => listComponents(platform, actor, query));
  registerRoute(server, 'createComponents', (context, { body }) => createComponents(platform, context, body));
  registerRoute(server, 'updateComponent', (context, { params, body }) =>
    updateComponent(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'deleteComponent', (context, { params }) =>
    deleteComponent(platform, context, params.id),
  );
}

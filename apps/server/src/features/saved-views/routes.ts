import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseView } from './choose-view.ts';
import { createView } from './create-view.ts';
import { deleteView } from './delete-view.ts';
import { readViews } from './read-views.ts';
import { updateView } from './update-view.ts';

export function registerSavedViewsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listSavedViews', ({ actor }, { query }) => readViews(platform.db, actor, query));
  registerRoute(server, 'createSavedView', (context, { body }) => createView(platform, context, body));
  registerRoute(server, 'updateSavedView', (context, { params, body }) =>
    updateView(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'deleteSavedView', (context, { params }) => deleteView(platform, context, params.id));
  registerRoute(server, 'chooseSavedView', (context, { params, body }) =>
    chooseView(platform, context, { id: params.id, ...body }),
  );
}

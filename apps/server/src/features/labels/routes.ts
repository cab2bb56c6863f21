import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLabel } from './create-label.ts';
import { deleteLabel } from './delete-label.ts';
import { listLabels } from './list-labels.ts';
import { updateLabel } from './update-label.ts';

export function registerLabelsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listLabels', ({ actor }) => listLabels(platform, actor));
  registerRoute(server, 'createLabel', (context, { body }) => createLabel(platform, context, body));
  registerRoute(server, 'updateLabel', (context, { params, body }) =>
    updateLabel(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'deleteLabel', (context, { params }) => deleteLabel(platform, context, params.id));
}

import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRole } from './create-role.ts';
import { deleteRole } from './delete-role.ts';
import { listRoles } from './list-roles.ts';
import { updateRole } from './update-role.ts';

type Needs = Pick<Platform, 'db' | 'bus' | 'text'>;

export function registerRolesRoutes(server: HttpServer, platform: Needs): void {
  registerRoute(server, 'listRoles', ({ actor }, { query }) => listRoles(platform, actor, query));
  registerRoute(server, 'createRole', (context, { body }) => createRole(platform, context, body));
  registerRoute(server, 'updateRole', (context, { params, body }) =>
    updateRole(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'deleteRole', async (context, { params }) => {
    await deleteRole(platform, context, params.id);
    return null;
  });
}

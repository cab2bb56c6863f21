import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createOwnProfile, deleteOwnProfile, updateOwnProfile } from './edit-own-profiles.ts';
import { getOwnProfile, listOwnProfiles } from './list-own-profiles.ts';

export function registerOwnProfilesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listOwnProfiles', ({ actor }) => listOwnProfiles(platform.db, actor));
  registerRoute(server, 'getOwnProfile', ({ actor }, { params }) =>
    getOwnProfile(platform.db, actor, params.id),
  );
  registerRoute(server, 'createOwnProfile', (context, { body }) => createOwnProfile(platform, context, body));
  registerRoute(server, 'updateOwnProfile', (context, { params, body }) =>
    updateOwnProfile(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'deleteOwnProfile', (context, { params }) =>
    deleteOwnProfile(platform, context, params.id),
  );
}

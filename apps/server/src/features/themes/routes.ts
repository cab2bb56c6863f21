import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listThemes } from './list-themes.ts';
import { saveThemes } from './save-themes.ts';

const CACHED_SECONDS = 60;

export function registerThemesRoutes(
  server: HttpServer,
  platform: Pick<Platform, 'db' | 'config' | 'text'>,
): void {
  registerRoute(server, 'listThemes', (_context, _request, { reply }) => {
    reply.header('cache-control', `public, max-age=${CACHED_SECONDS}`);
    return listThemes(platform);
  });
  registerRoute(server, 'saveThemes', (context, { body }) => saveThemes(platform, context, body));
}

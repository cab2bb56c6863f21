import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listThemes } from './list-themes.ts';

export function registerThemesRoutes(server: HttpServer, platform: Pick<Platform, 'config'>): void {
  registerRoute(server, 'listThemes', async () => listThemes(platform.config.themes));
}

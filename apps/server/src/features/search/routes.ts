import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAll } from './find-all.ts';
import { pageFound } from './page-found.ts';

export function registerSearchRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'findAll', ({ actor }, { query }) => findAll(platform, actor, query));
  registerRoute(server, 'pageFound', ({ actor }, { query }) => pageFound(platform, actor, query));
}

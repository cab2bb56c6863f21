import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createIngestKey } from './ingest-keys.ts';

export function registerOrganisationsRoutes(server: HttpServer, platform: Pick<Platform, 'db'>): void {
  registerRoute(server, 'createIngestKey', (context, { body }) => createIngestKey(platform, context, body));
}

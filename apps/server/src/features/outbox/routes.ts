import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOutbox } from './list-outbox.ts';
import { retryMessage } from './retry-message.ts';

export function registerOutboxRoutes(server: HttpServer, platform: Pick<Platform, 'db' | 'clock'>): void {
  registerRoute(server, 'listOutbox', (_context, { query }) => listOutbox(platform, query));
  registerRoute(server, 'retryMessage', (context, { params }) => retryMessage(platform, context, params.id));
}

import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLocalModes } from './list-local-modes.ts';
import { removeLocalMode, setLocalMode } from './set-local-mode.ts';

export function registerLocalModesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listLocalModes', ({ actor }) => listLocalModes(platform.db, actor));
  registerRoute(server, 'setLocalMode', (context, { params, body }) =>
    setLocalMode(platform, context, { productId: params.id, ...body }),
  );
  registerRoute(server, 'removeLocalMode', (context, { params }) =>
    removeLocalMode(platform, context, params.id),
  );
}

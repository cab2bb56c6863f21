import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { setStationDesign } from './set-station-design.ts';
import { stationDesignOf } from './station-design-of.ts';

export function registerStationDesignsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'stationDesignOf', ({ actor }, { params }) =>
    stationDesignOf(platform, actor, params.id),
  );
  registerRoute(server, 'setStationDesign', (context, { params, body }) =>
    setStationDesign(platform, context, { id: params.id, ...body }),
  );
}

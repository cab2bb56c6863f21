import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSeveral } from './end-several.ts';
import { favouriteSeveral } from './favourite-several.ts';
import { grantSeveral } from './grant-several.ts';
import { labelSeveral } from './label-several.ts';
import { moveSeveral } from './move-several.ts';
import { nameSeveral } from './name-several.ts';

export function registerSeveralStationsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'labelSeveralStations', (context, { body }) => labelSeveral(platform, context, body));
  registerRoute(server, 'favouriteSeveralStations', (context, { body }) =>
    favouriteSeveral(platform, context, body),
  );
  registerRoute(server, 'grantSeveralStations', (context, { body }) => grantSeveral(platform, context, body));
  registerRoute(server, 'moveSeveralStations', (context, { body }) => moveSeveral(platform, context, body));
  registerRoute(server, 'nameSeveralStations', (context, { body }) => nameSeveral(platform, context, body));
  registerRoute(server, 'endSeveralStations', (context, { body }) => endSeveral(platform, context, body));
}

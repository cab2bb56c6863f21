import type { RouteName } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import { admitStill } from '../../platform/http/admit.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSeveral } from './end-several.ts';
import { favouriteSeveral } from './favourite-several.ts';
import { grantSeveral } from './grant-several.ts';
import { labelSeveral } from './label-several.ts';
import { moveSeveral } from './move-several.ts';
import { nameSeveral } from './name-several.ts';

export function registerSeveralStationsRoutes(server: HttpServer, platform: Platform): void {
  // Each station has a row in the audit log.
  const still = (name: RouteName, request: FastifyRequest) => async () => {
    const now = await admitStill(server, name, request);
    server.objects.take(senderOf(now).person, 1);
    return now;
  };
  registerRoute(server, 'labelSeveralStations', (context, { body }, { request }) =>
    labelSeveral(platform, context, body, still('labelSeveralStations', request)),
  );
  registerRoute(server, 'favouriteSeveralStations', (context, { body }, { request }) =>
    favouriteSeveral(platform, context, body, still('favouriteSeveralStations', request)),
  );
  registerRoute(server, 'grantSeveralStations', (context, { body }) => grantSeveral(platform, context, body));
  registerRoute(server, 'moveSeveralStations', (context, { body }, { request }) =>
    moveSeveral(platform, context, body, still('moveSeveralStations', request)),
  );
  registerRoute(server, 'nameSeveralStations', (context, { body }) => nameSeveral(platform, context, body));
  registerRoute(server, 'endSeveralStations', (context, { body }, { request }) =>
    endSeveral(platform, context, body, still('endSeveralStations', request)),
  );
}

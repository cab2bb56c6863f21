import type { RouteName, StationTarget } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import { admitStill } from '../../platform/http/admit.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { Sender } from '../../platform/http/shared-room.ts';
import { createTurnsOfMany } from '../../platform/http/turns-of-many.ts';
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
    if (now.written) now.written.entries -= 1;
    return now;
  };
  const ofMany = createTurnsOfMany();
  const inTurn = <T>(
    sender: Sender,
    { body }: { body: { target: StationTarget } },
    work: () => Promise<T>,
  ): Promise<T> => ofMany(sender, sizeOf(body.target), work);
  registerRoute(
    server,
    'labelSeveralStations',
    (context, { body }, { request }) =>
      labelSeveral(platform, context, body, still('labelSeveralStations', request)),
    { inTurn },
  );
  registerRoute(
    server,
    'favouriteSeveralStations',
    (context, { body }, { request }) =>
      favouriteSeveral(platform, context, body, still('favouriteSeveralStations', request)),
    { inTurn },
  );
  registerRoute(
    server,
    'grantSeveralStations',
    (context, { body }) => grantSeveral(platform, context, body),
    { inTurn },
  );
  registerRoute(
    server,
    'moveSeveralStations',
    (context, { body }, { request }) =>
      moveSeveral(platform, context, body, still('moveSeveralStations', request)),
    { inTurn },
  );
  registerRoute(server, 'nameSeveralStations', (context, { body }) => nameSeveral(platform, context, body));
  registerRoute(
    server,
    'endSeveralStations',
    (context, { body }, { request }) =>
      endSeveral(platform, context, body, still('endSeveralStations', request)),
    { inTurn },
  );
}

const sizeOf = (target: StationTarget): number => ('ids' in target ? target.ids.length : target.count);

import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { addAndRemove, replaceWith } from '../labels/index.ts';
import { createStation } from './create-station.ts';
import { editStation } from './edit-station.ts';
import { favouriteStation } from './favourites/favourite-station.ts';
import { labelStations } from './label-stations.ts';
import { openStation } from './open-station.ts';
import { listStationEdits } from './list-station-edits.ts';
import { listStations } from './list-stations.ts';
import { mapStations } from './map-stations.ts';

export function registerStationsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listStations', ({ actor, language }, { query }) =>
    listStations(platform, actor, { ...query, language }),
  );
  registerRoute(server, 'mapStations', ({ actor, language }, { query }) =>
    mapStations(platform, actor, { ...query, language }),
  );
  registerRoute(server, 'getStation', (context, { params }) => openStation(platform, context, params.id));
  registerRoute(server, 'createStation', (context, { body }) => createStation(platform, context, body));
  registerRoute(server, 'editStation', (context, { params, body: { version, ...fields } }) =>
    editStation(platform, context, { id: params.id, version, fields }),
  );
  registerRoute(server, 'listStationEdits', ({ actor }, { params, query }) =>
    listStationEdits(platform.db, actor, { id: params.id, since: query.since }),
  );
  registerRoute(server, 'favouriteStation', async (context, { params, body }) => {
    await favouriteStation(platform, context, { id: params.id, ...body });
    return null;
  });
  registerRoute(server, 'labelStation', async (context, { params, body }) => {
    await labelStations(platform, context, { ids: [params.id], ...replaceWith(body) });
    return null;
  });
  registerRoute(server, 'labelStations', async (context, { body }) => ({
    changed: await labelStations(platform, context, { ids: body.ids, ...addAndRemove(body) }),
  }));
}

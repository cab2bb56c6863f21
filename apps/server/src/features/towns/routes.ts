import { LARGEST_TOWN_TILE } from '@sunfleet/contract';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { TownAtlas } from './create-towns.ts';

/** Suggestions of one search. */
const FOUND = 8;
/** Names that a square of the map has room for; of the finest ones every town is told. */
const OF_TILE = 120;
const OF_FINEST_TILE = 1_000;

export function registerTownsRoutes(server: HttpServer, towns: TownAtlas): void {
  registerRoute(server, 'findTowns', ({ language }, { query: { q, latitude, longitude } }) => {
    const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    return towns.find({ text: q, near, language, limit: FOUND });
  });
  registerRoute(server, 'estimateElevation', async (_, { query }) => {
    const [elevation] = await towns.elevations([query]);
    return { elevation: elevation ?? null };
  });
  registerRoute(server, 'mapTowns', ({ language }, { query: tile }) => {
    const limit = tile.z === LARGEST_TOWN_TILE ? OF_FINEST_TILE : OF_TILE;
    return towns.ofTile(tile, { limit, language });
  });
}

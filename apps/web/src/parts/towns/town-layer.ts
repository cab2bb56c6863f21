import type { OutputOf } from '@sunfleet/api-client';
import type { GeoJSONSource, Map as DrawnMap } from 'maplibre-gl';
import type { ReadyMap } from '../../ui/map/map-base.tsx';
import { type Square, squaresInView } from './squares-in-view.ts';
import { townStyle, TOWN_SOURCE } from './town-style.ts';

type MapTown = OutputOf<'mapTowns'>[number];

interface TownLayer {
  remove(): void;
}

/** Answers the towns of a square; it rejects where they cannot be had. */
type LoadSquare = (square: Square) => Promise<readonly MapTown[]>;

/** Names of towns on the shipped outline, more of them the nearer one looks. They are asked for by the squares in view. */
export function drawTowns(
  { map, dark, during }: Pick<ReadyMap, 'map' | 'dark' | 'during'>,
  load: LoadSquare,
): TownLayer {
  const asked = new Set<string>();
  const towns = new Map<string, { town: MapTown; from: number }>();
  let gone = false;
  townStyle(map, dark);
  const fetchSquare = async (square: Square) => {
    const key = `${square.z}/${square.x}/${square.y}`;
    if (asked.has(key)) return;
    asked.add(key);
    try {
      add(await load(square), square.z);
    } catch {
      // The map is whole without names, and the next move asks again.
      asked.delete(key);
    }
  };
  const add = (list: readonly MapTown[], z: number) => {
    for (const town of list) {
      const key = `${town.latitude},${town.longitude}`;
      const from = Math.min(z, towns.get(key)?.from ?? z);
      towns.set(key, { town, from });
    }
    if (!gone) map.getSource<GeoJSONSource>(TOWN_SOURCE)?.setData(collection([...towns.values()]));
  };
  const look = () => {
    for (const square of squaresInView(viewOf(map))) during(fetchSquare(square));
  };
  map.on('moveend', look);
  look();
  return {
    remove() {
      gone = true;
      map.off('moveend', look);
    },
  };
}

function viewOf(map: DrawnMap) {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    east: bounds.getEast(),
    south: bounds.getSouth(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  };
}

function collection(towns: readonly { town: MapTown; from: number }[]) {
  return {
    type: 'FeatureCollection' as const,
    features: towns.map(({ town: { name, longitude, latitude, population }, from }) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      properties: { name, population, from },
    })),
  };
}

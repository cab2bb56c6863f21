import { STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { ReadyMap } from '../../ui/map/map-base.tsx';
import { drawStations } from './station-layer.ts';

interface Drawn {
  source?: { clusterProperties: { worst: readonly unknown[] } };
  layers: { filter: readonly unknown[]; paint: { 'circle-color': readonly unknown[] } }[];
  features: { properties: { rank: number } }[];
}

/** A map that remembers what is drawn on it. */
function rememberingMap(): { ready: ReadyMap; drawn: Drawn } {
  const drawn: Drawn = { layers: [], features: [] };
  const map = {
    addSource: (_: string, source: Drawn['source']) => (drawn.source = source!),
    addLayer: (layer: Drawn['layers'][number]) => drawn.layers.push(layer),
    getSource: () => ({ setData: (data: Pick<Drawn, 'features'>) => (drawn.features = data.features) }),
    on: () => map,
    fitBounds: () => map,
  };
  class Bounds {
    extend = () => this;
  }
  const maplibre = { Popup: Bounds, LngLatBounds: Bounds };
  return { ready: { map, maplibre, datum: 'WGS-84' } as unknown as ReadyMap, drawn };
}

test('a cluster has the colour of its worst station, as pins have of theirs', () => {
  const { ready, drawn } = rememberingMap();
  const layer = drawStations(ready, { describe: () => '', open: () => {} });
  const of = (id: number, status: StationStatus) => ({
    id,
    status,
    longitude: 0,
    latitude: 0,
    capacityKw: 1,
  });
  layer.show([of(1, 'normal'), of(2, 'alarm'), of(3, 'standby')] as never);
  const ranks = drawn.features.map(({ properties }) => properties.rank);
  expect(drawn.source!.clusterProperties.worst).toEqual(['min', ['get', 'rank']]);
  expect(STATION_STATUSES[Math.min(...ranks)]).toBe('alarm');
  const [clusters, pins] = drawn.layers;
  expect(clusters!.filter).toEqual(['has', 'point_count']);
  expect(clusters!.paint['circle-color'].slice(0, 2)).toEqual(['match', ['get', 'worst']]);
  expect(pins!.paint['circle-color'].slice(0, 2)).toEqual(['match', ['get', 'rank']]);
  expect(clusters!.paint['circle-color'].slice(2)).toEqual(pins!.paint['circle-color'].slice(2));
});

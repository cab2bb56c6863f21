import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapLines, unwrapPolygons } from './unwrap.ts';

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Land and borders of countries out of a file of world-atlas, as a flat map draws them. */
export function readOutline(file: unknown): { land: FeatureCollection; borders: MultiLineString } {
  const topology = file as World;
  const { features } = feature(topology, topology.objects.land) as FeatureCollection<Polygon | MultiPolygon>;
  return {
    land: {
      type: 'FeatureCollection',
      features: features.map((part) => ({ ...part, geometry: unwrapPolygons(part.geometry) })),
    },
    borders: unwrapLines(mesh(topology, topology.objects.countries)),
  };
}

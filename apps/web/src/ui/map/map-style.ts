import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import type { MapProvider } from './map-provider.ts';
import { unwrapLines, unwrapPolygons } from './unwrap.ts';

interface Colors {
  water: string;
  land: string;
  border: string;
}

const LIGHT: Colors = { water: '#dfe6ee', land: '#f8f9fa', border: '#b9c3cf' };
const DARK: Colors = { water: '#12171e', land: '#232a33', border: '#46515e' };

/** The background of a map: the provider's, or the outline of the world that is shipped with the page. */
export function mapStyle(provider: MapProvider | undefined, dark: boolean): string | StyleSpecification {
  if (provider?.style) return provider.style;
  const colors = dark ? DARK : LIGHT;
  return provider?.tiles ? tileStyle(provider.tiles, provider.credit ?? '', colors) : outlineStyle(colors);
}

function tileStyle(tiles: string, credit: string, colors: Colors): StyleSpecification {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, attribution: credit, maxzoom: 19 } },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'tiles', type: 'raster', source: 'tiles' },
    ],
  };
}

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

function flatLand(topology: World): FeatureCollection {
  const { features } = feature(topology, topology.objects.land) as FeatureCollection<Polygon | MultiPolygon>;
  return {
    type: 'FeatureCollection',
    features: features.map((part) => ({ ...part, geometry: unwrapPolygons(part.geometry) })),
  };
}

/** Countries of Natural Earth, 1:110 million: enough to see where a station stands without any internet. */
function outlineStyle(colors: Colors): StyleSpecification {
  const topology = world as unknown as World;
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: flatLand(topology), attribution: 'Natural Earth' },
      borders: { type: 'geojson', data: unwrapLines(mesh(topology, topology.objects.countries)) },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colors.border, 'line-width': 0.8 },
      },
    ],
  };
}

import type { StyleSpecification } from 'maplibre-gl';
import world from 'world-atlas/countries-110m.json';
import type { MapProvider } from './map-provider.ts';
import { readOutline } from './outline.ts';

/** From here on borders of states are no clutter. */
const STATES_FROM = 4;

interface Colors {
  water: string;
  land: string;
  border: string;
  state: string;
}

const LIGHT: Colors = { water: '#dfe6ee', land: '#f8f9fa', border: '#b9c3cf', state: '#d5dbe2' };
const DARK: Colors = { water: '#12171e', land: '#232a33', border: '#46515e', state: '#343d48' };

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

/**
 * Countries of Natural Earth without any internet: 1:110 million at first, which is soon there. `refineOutline` brings finer ones and the
 * borders of states.
 */
function outlineStyle(colors: Colors): StyleSpecification {
  const { land, borders } = readOutline(world);
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution: 'Natural Earth, GeoNames' },
      states: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      borders: { type: 'geojson', data: borders },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        minzoom: STATES_FROM,
        paint: { 'line-color': colors.state, 'line-width': 0.8 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colors.border, 'line-width': 0.8 },
      },
    ],
  };
}

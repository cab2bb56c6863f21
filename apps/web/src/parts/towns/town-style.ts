import type { Map as DrawnMap } from 'maplibre-gl';

export const TOWN_SOURCE = 'towns';
const DOT = 'town-dot';

interface Colors {
  text: string;
  halo: string;
}

const LIGHT: Colors = { text: '#3c4550', halo: '#f8f9fa' };
const DARK: Colors = { text: '#c3ccd6', halo: '#232a33' };

/** The layer of names: a dot and a name stand together or not at all, and of two that touch the larger town stays. */
export function townStyle(map: DrawnMap, dark: boolean): void {
  const { text, halo } = dark ? DARK : LIGHT;
  map.addSource(TOWN_SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  if (!map.hasImage(DOT)) map.addImage(DOT, dotOf(text, halo), { pixelRatio: 2 });
  map.addLayer({
    id: 'towns',
    type: 'symbol',
    source: TOWN_SOURCE,
    // A town that was asked for nearer than this does not crowd the view from afar.
    filter: ['<=', ['get', 'from'], ['zoom']],
    layout: {
      'icon-image': DOT,
      'text-field': ['get', 'name'],
      'text-font': [getComputedStyle(document.documentElement).getPropertyValue('--font')],
      'text-size': ['interpolate', ['linear'], ['get', 'population'], 1_000, 11, 100_000, 12, 1_000_000, 14],
      'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
      'text-radial-offset': 0.5,
      'text-padding': 6,
      'symbol-sort-key': ['-', 0, ['get', 'population']],
    },
    paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  });
}

/** px of the picture; it is drawn at half the size. */
const SIZE = 12;

function dotOf(fill: string, edge: string): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const draw = canvas.getContext('2d')!;
  draw.beginPath();
  draw.arc(SIZE / 2, SIZE / 2, SIZE / 2 - 2, 0, 2 * Math.PI);
  draw.fillStyle = fill;
  draw.fill();
  draw.lineWidth = 2;
  draw.strokeStyle = edge;
  draw.stroke();
  return draw.getImageData(0, 0, SIZE, SIZE);
}

import { LARGEST_TOWN_TILE } from '@sunfleet/contract';

/** A square of the map as tile servers number them. */
export interface Square {
  z: number;
  x: number;
  y: number;
}

/** Degrees, WGS-84; a map that was turned around the world goes beyond 180. */
interface View {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

const MERCATOR_EDGE = 85.05;

/** The squares that cover a view. One of them is at least half as wide as the window, so that they are few. */
export function squaresInView({ west, south, east, north, zoom }: View): Square[] {
  const z = Math.max(0, Math.min(LARGEST_TOWN_TILE, Math.floor(zoom) - 1));
  const tiles = 2 ** z;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * tiles);
  const row = (latitude: number) => {
    const angle = (Math.max(-MERCATOR_EDGE, Math.min(MERCATOR_EDGE, latitude)) * Math.PI) / 180;
    const part = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2;
    return Math.max(0, Math.min(tiles - 1, Math.floor(part * tiles)));
  };
  const found = new Map<string, Square>();
  const last = Math.min(column(east), column(west) + tiles - 1);
  for (let at = column(west); at <= last; at += 1) {
    const x = ((at % tiles) + tiles) % tiles;
    for (let y = row(north); y <= row(south); y += 1) found.set(`${x}/${y}`, { z, x, y });
  }
  return [...found.values()];
}

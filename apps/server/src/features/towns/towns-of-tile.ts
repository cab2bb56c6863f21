import { DEGREE, townAt, type Town, type Towns } from './towns.ts';

/** A square of the map as tile servers number them (Web Mercator). */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

export interface TileOptions {
  /** Most towns of the answer. */
  limit: number;
  language: string;
}

/** The most populous towns of a tile. */
export function townsOfTile(towns: Towns, tile: Tile, { limit, language }: TileOptions): Town[] {
  const { west, east, south, north } = boundsOf(tile);
  const found: Town[] = [];
  for (let index = 0; index < towns.count && found.length < limit; index += 1) {
    const [x, y] = [towns.longitudes[index]!, towns.latitudes[index]!];
    if (x >= west && x < east && y > south && y <= north) found.push(townAt(towns, index, language));
  }
  return found;
}

/** Edges of a tile in the unit of the columns. */
function boundsOf({ z, x, y }: Tile): { west: number; east: number; south: number; north: number } {
  const tiles = 2 ** z;
  const longitude = (column: number) => ((column / tiles) * 360 - 180) * DEGREE;
  const latitude = (row: number) =>
    ((Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI) * DEGREE;
  return { west: longitude(x), east: longitude(x + 1), south: latitude(y + 1), north: latitude(y) };
}

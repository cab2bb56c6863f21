import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBreath } from '../../platform/breath.ts';
import type { Position } from './distance-km.ts';
import { elevationOf } from './elevation-of.ts';
import { findTowns, type TownQuery } from './find-towns.ts';
import { unpackTowns } from './town-file.ts';
import { makeGrid, type TownGrid } from './town-grid.ts';
import { townOf, type Site } from './town-of.ts';
import { townsOfTile, type Tile, type TileOptions } from './towns-of-tile.ts';
import { placeNames, type PlaceName, townAt, type Town, type Towns } from './towns.ts';

/** A town as a site is said to lie in it. */
export interface PlacedTown extends Pick<Town, 'name' | 'region' | 'country'> {
  /** Town and region in languages that call one of them otherwise. */
  names: Record<string, PlaceName>;
}

/** Towns of the world (GeoNames), by name, by place and by square of the map. */
export interface TownAtlas {
  find(query: TownQuery): Promise<Town[]>;
  ofTile(tile: Tile, options: TileOptions): Promise<Town[]>;
  /** The town of each site; undefined where none is near. */
  ofSites(sites: readonly Site[]): Promise<(PlacedTown | undefined)[]>;
  /** Estimated metres above the sea of each place; undefined where the towns around it do not tell. */
  elevations(places: readonly Position[]): Promise<(number | undefined)[]>;
}

const FILE = path.join(import.meta.dirname, 'towns.bin');

/** Reads its file when it is asked first: a server that nobody asks for towns spends nothing on them. */
export function createTowns(file = FILE): TownAtlas {
  let reading: Promise<{ towns: Towns; grid: TownGrid }> | undefined;
  const read = () => (reading ??= readTowns(file));
  return {
    find: async (query) => findTowns((await read()).towns, query),
    ofTile: async (tile, options) => townsOfTile((await read()).towns, tile, options),
    async ofSites(sites) {
      const { towns, grid } = await read();
      return eachInTurn(sites, (site) => placed(towns, townOf(towns, grid, site)));
    },
    async elevations(places) {
      const { towns, grid } = await read();
      return eachInTurn(places, (place) => elevationOf(towns, grid, place));
    },
  };
}

/** Others have their turn in between: a table has thousands of places, and around each of them there may be thousands of towns. */
async function eachInTurn<P, T>(places: readonly P[], find: (place: P) => T): Promise<T[]> {
  const breathe = createBreath();
  const found: T[] = [];
  for (const place of places) {
    await breathe();
    found.push(find(place));
  }
  return found;
}

function placed(towns: Towns, index: number | undefined): PlacedTown | undefined {
  if (index === undefined) return undefined;
  const { name, region, country } = townAt(towns, index);
  return { name, region, country, names: placeNames(towns, index) };
}

async function readTowns(file: string) {
  const towns = unpackTowns(await readFile(file));
  return { towns, grid: makeGrid(towns) };
}

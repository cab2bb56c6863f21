/** Towns of the world in columns, the most populous first: as objects they would take ten times the memory. */
export interface Towns {
  count: number;
  /** Degrees times `DEGREE`, WGS-84. */
  latitudes: Int32Array;
  longitudes: Int32Array;
  populations: Uint32Array;
  /** Index in `regions`. */
  regionOf: Uint16Array;
  regions: readonly Region[];
  /** Metres above the sea; `NO_ELEVATION` where it is not known. */
  elevations: Int16Array;
  names: TextColumn;
  /** What each town is found by: its folded names, each behind `SHOWN` or `OTHER`. */
  keys: TextColumn;
  /** Names in languages that call the town otherwise. */
  translations: ReadonlyMap<string, SparseTexts>;
}

export interface Region {
  /** ISO 3166-1. */
  country: string;
  /** State or province; empty where it is not known. */
  name: string;
  /** By language, where it is called otherwise. */
  names?: Readonly<Record<string, string>>;
}

/** Texts one after the other as UTF-8, with the end of each. */
export interface TextColumn {
  bytes: Buffer;
  ends: Uint32Array;
}

/** Texts of some towns: which ones, ascending, and a text of each. */
export interface SparseTexts {
  towns: Uint32Array;
  texts: TextColumn;
}

/** Begins the key of a name that is shown in some language, and of one that a town is only found by. */
export const SHOWN = '\n';
export const OTHER = '\t';

export const NO_ELEVATION = -32_768;

/** About eleven metres. */
export const DEGREE = 10_000;

export const startOf = ({ ends }: TextColumn, index: number): number => (index === 0 ? 0 : ends[index - 1]!);

export const textAt = (column: TextColumn, index: number): string =>
  column.bytes.toString('utf8', startOf(column, index), column.ends[index]);

/** The first place in an ascending row whose number is above the given one; the last place where none is. */
export function firstAbove(row: Uint32Array, number: number): number {
  let [low, high] = [0, row.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]! > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sparseText({ towns, texts }: SparseTexts, town: number): string | undefined {
  const at = town === 0 ? 0 : firstAbove(towns, town - 1);
  return towns[at] === town ? textAt(texts, at) : undefined;
}

/** A town as it leaves this feature. */
export interface Town {
  name: string;
  region: string | null;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
}

/** Name of a town in a language, or as most call it. */
export function townName(towns: Towns, index: number, language: string): string {
  const translated = towns.translations.get(language);
  return (translated && sparseText(translated, index)) ?? textAt(towns.names, index);
}

/** The town in a language, or as most call it. */
export function townAt(towns: Towns, index: number, language = ''): Town {
  const region = towns.regions[towns.regionOf[index]!]!;
  return {
    name: townName(towns, index, language),
    region: region.names?.[language] ?? (region.name || null),
    country: region.country,
    latitude: towns.latitudes[index]! / DEGREE,
    longitude: towns.longitudes[index]! / DEGREE,
    population: towns.populations[index]!,
  };
}

/** Name and region of a town. */
export type PlaceName = readonly [town: string, region: string | null];

/** What the languages call a town and its region, of those that do not call it as most do. */
export function placeNames(towns: Towns, index: number): Record<string, PlaceName> {
  const usual = townAt(towns, index);
  return Object.fromEntries(
    [...towns.translations.keys()].flatMap((language) => {
      const { name, region } = townAt(towns, index, language);
      return name === usual.name && region === usual.region ? [] : [[language, [name, region] as const]];
    }),
  );
}

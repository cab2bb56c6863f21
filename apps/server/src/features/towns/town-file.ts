import { fold, waysToWrite } from './fold.ts';
import {
  DEGREE,
  NO_ELEVATION,
  OTHER,
  type Region,
  SHOWN,
  type SparseTexts,
  type TextColumn,
  type Town,
  type Towns,
} from './towns.ts';

/** A town as it is packed. */
export interface NamedTown extends Town {
  /** By language, where it is called otherwise. */
  names?: Readonly<Record<string, string>>;
  /** What it is found by besides its names. */
  otherNames?: readonly string[];
  /** Metres above the sea; absent where it is not known. */
  elevation?: number | undefined;
  /** Its region by language. */
  regionNames?: Readonly<Record<string, string>>;
}

interface Header {
  count: number;
  regions: Region[];
  languages: string[];
  /** Bytes of each column: first those of the world, then three of each language. */
  sizes: number[];
}

const WIDTH = 4;

/**
 * The towns as one file: a header of JSON, then columns of numbers and texts, which are used as they are read. So a server needs no more
 * memory for them than the file is large.
 */
export function packTowns(list: readonly NamedTown[]): Buffer {
  const sorted = list.toSorted((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  const { regions, regionOf } = columnOfRegions(sorted);
  const names = textColumn(sorted.map(({ name }) => name));
  const keys = textColumn(sorted.map(keyOf));
  const languages = [...new Set(sorted.flatMap((town) => Object.keys(town.names ?? {})))].toSorted();
  const columns = [
    Int32Array.from(sorted, ({ latitude }) => Math.round(latitude * DEGREE)),
    Int32Array.from(sorted, ({ longitude }) => Math.round(longitude * DEGREE)),
    Uint32Array.from(sorted, ({ population }) => population),
    regionOf,
    Int16Array.from(sorted, ({ elevation }) => elevation ?? NO_ELEVATION),
    names.ends,
    names.bytes,
    keys.ends,
    keys.bytes,
    ...languages.flatMap((language) => translationColumns(sorted, language)),
  ].map(inFullWidth);
  const header: Header = { count: sorted.length, regions, languages, sizes: columns.map(sizeOf) };
  return Buffer.concat([headerBytes(header), ...columns]);
}

export function unpackTowns(bytes: Buffer): Towns {
  const length = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', WIDTH, WIDTH + length)) as Header;
  let at = WIDTH + length;
  const columns = header.sizes.map((size) => bytes.subarray(at, (at += size)));
  const [
    latitudes,
    longitudes,
    populations,
    regionOf,
    elevations,
    nameEnds,
    names,
    keyEnds,
    keys,
    ...translated
  ] = columns as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, ...Buffer[]];
  const { count } = header;
  return {
    count,
    latitudes: new Int32Array(latitudes.buffer, latitudes.byteOffset, count),
    longitudes: new Int32Array(longitudes.buffer, longitudes.byteOffset, count),
    populations: numbers(populations),
    regionOf: new Uint16Array(regionOf.buffer, regionOf.byteOffset, count),
    regions: header.regions,
    elevations: new Int16Array(elevations.buffer, elevations.byteOffset, count),
    names: texts(nameEnds, names),
    keys: texts(keyEnds, keys),
    translations: new Map(
      header.languages.map((language, index) => [language, sparse(translated.slice(3 * index))]),
    ),
  };
}

const sizeOf = ({ length }: Buffer) => length;
const numbers = ({ buffer, byteOffset, length }: Buffer) =>
  new Uint32Array(buffer, byteOffset, length / WIDTH);

function texts(endBytes: Buffer, bytes: Buffer): TextColumn {
  const ends = numbers(endBytes);
  return { ends, bytes: bytes.subarray(0, ends.at(-1)) };
}

const sparse = ([towns, ends, bytes]: readonly Buffer[]): SparseTexts => ({
  towns: numbers(towns!),
  texts: texts(ends!, bytes!),
});

/** Numbers are read in place, so every column begins at a multiple of their width. */
function inFullWidth({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  return Buffer.concat([bytes, Buffer.alloc((WIDTH - (byteLength % WIDTH)) % WIDTH)]);
}

function headerBytes(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const padding = Buffer.alloc((WIDTH - (json.length % WIDTH)) % WIDTH, ' ');
  const length = Buffer.alloc(WIDTH);
  length.writeUInt32LE(json.length + padding.length);
  return Buffer.concat([length, json, padding]);
}

function columnOfRegions(towns: readonly NamedTown[]): { regions: Region[]; regionOf: Uint16Array } {
  const known = new Map<string, number>();
  const regions: Region[] = [];
  const regionOf = Uint16Array.from(towns, ({ country, region, regionNames }) => {
    const name = region ?? '';
    const names = regionNames && Object.keys(regionNames).length > 0 ? { names: regionNames } : {};
    const index = known.get(`${country} ${name}`) ?? regions.push({ country, name, ...names }) - 1;
    known.set(`${country} ${name}`, index);
    return index;
  });
  return { regions, regionOf };
}

function translationColumns(sorted: readonly NamedTown[], language: string): ArrayBufferView[] {
  const translated = sorted.flatMap(({ names }, town) => {
    const name = names?.[language];
    return name === undefined ? [] : [{ town, name }];
  });
  const texts = textColumn(translated.map(({ name }) => name));
  return [Uint32Array.from(translated, ({ town }) => town), texts.ends, texts.bytes];
}

function textColumn(texts: readonly string[]): TextColumn {
  const parts = texts.map((text) => Buffer.from(text));
  let end = 0;
  return { bytes: Buffer.concat(parts), ends: Uint32Array.from(parts, ({ length }) => (end += length)) };
}

/** What a town is found by: each name without accents, and as somebody writes it who has no umlauts. */
function keyOf({ name, names = {}, otherNames = [] }: NamedTown): string {
  const keys = (list: readonly string[]) => new Set(list.flatMap(waysToWrite).map(fold).filter(Boolean));
  const shown = keys([name, ...Object.values(names)]);
  const others = [...keys(otherNames)].filter((key) => !shown.has(key));
  return [...shown].map((key) => SHOWN + key).join('') + others.map((key) => OTHER + key).join('');
}

import { distanceKm, type Position } from './distance-km.ts';
import { fold, waysToWrite } from './fold.ts';
import { keyMatches, type KeyMatch, type MatchKind } from './key-matches.ts';
import { DEGREE, type Region, textAt, townAt, townName, type Town, type Towns } from './towns.ts';

export interface TownQuery {
  /** What somebody typed: the beginning of a name, and behind a comma that of its region or country. */
  text: string;
  /** Where they look at: of towns alike, the nearer one comes first. */
  near?: Position | undefined;
  /** Language of the answer. */
  language: string;
  limit: number;
}

/** In powers of ten of the population: a whole name outdoes a town a hundred times as large. */
const WORTH: Readonly<Record<MatchKind, number>> = {
  whole: 2,
  start: 0,
  wholeOther: 1,
  other: -1,
  word: -1,
  slip: -1,
};
/** Behind the name: region and country, in whatever order, and one more. */
const MOST_PARTS = 3;
const NEAR_KM = 50;
const WEIGHT_OF_NEAR = 0.7;

/**
 * Towns that a text finds, the likeliest first: by how much it is of the name that they have in the language, by population, and by nearness.
 */
export function findTowns(towns: Towns, { text, near, language, limit }: TownQuery): Town[] {
  const [name = '', ...rest] = text.split(',').map(fold);
  const liesThere = withinAll(rest.filter(Boolean).slice(0, MOST_PARTS), language);
  return keyMatches(towns.keys, name)
    .filter(({ index }) => liesThere(towns.regions[towns.regionOf[index]!]!))
    .map((match) => ({
      index: match.index,
      worth: WORTH[kindIn(towns, match, { name, language })] + worthOf(towns, match.index, near),
    }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, limit)
    .map(({ index }) => townAt(towns, index, language));
}

/** A name that neither this language nor most people use counts as another name, as "Nizza" does for Nice in English. */
function kindIn(
  towns: Towns,
  { index, kind }: KeyMatch,
  { name, language }: { name: string; language: string },
): MatchKind {
  if (kind !== 'whole' && kind !== 'start') return kind;
  const names = [townName(towns, index, language), textAt(towns.names, index)];
  const shown = names.flatMap(waysToWrite).map(fold);
  if (shown.includes(name)) return 'whole';
  if (kind === 'whole') return 'wholeOther';
  return shown.some((one) => one.startsWith(name)) ? 'start' : 'other';
}

function worthOf(
  { populations, latitudes, longitudes }: Towns,
  index: number,
  near: Position | undefined,
): number {
  const people = Math.log10(populations[index]! + 1);
  if (!near) return people;
  const place = { latitude: latitudes[index]! / DEGREE, longitude: longitudes[index]! / DEGREE };
  return people - WEIGHT_OF_NEAR * Math.log10(1 + distanceKm(near, place) / NEAR_KM);
}

/** Whether each of the folded texts begins the name of a region or of its country, or is the country's code. */
function withinAll(parts: readonly string[], language: string): (region: Region) => boolean {
  if (parts.length === 0) return () => true;
  const countries = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const known = new Map<Region, boolean>();
  const judge = ({ country, name, names }: Region) =>
    parts.every(
      (part) =>
        part === country.toLowerCase() ||
        [name, names?.[language], countries.of(country)].some((one) => fold(one ?? '').startsWith(part)),
    );
  return (region) => {
    const answer = known.get(region) ?? judge(region);
    known.set(region, answer);
    return answer;
  };
}

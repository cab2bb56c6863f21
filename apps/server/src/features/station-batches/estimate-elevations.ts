import type { TownAtlas } from '../towns/index.ts';
import type { BatchStation } from './read-stations.ts';

/** The stations with an estimated elevation where none was typed and the towns around tell one, and how many these are. */
export async function estimateElevations(
  towns: Pick<TownAtlas, 'elevations'>,
  stations: readonly BatchStation[],
): Promise<{ stations: BatchStation[]; estimated: number }> {
  const open = stations.filter(({ elevation }) => typeof elevation !== 'number');
  const heights = await towns.elevations(open);
  const known = new Map(open.map((station, index) => [station, heights[index]]));
  return {
    stations: stations.map((station) => {
      const elevation = known.get(station);
      return elevation === undefined ? station : { ...station, elevation };
    }),
    estimated: heights.filter((height) => height !== undefined).length,
  };
}

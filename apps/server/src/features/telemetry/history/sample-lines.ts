import { createBreath } from '../../../platform/breath.ts';
import { numberText } from '../../../platform/tables/csv-text.ts';

/** Samples in the order of their times. */
interface Samples {
  times: readonly number[];
  points: readonly number[];
  values: readonly (number | null)[];
}

/** Lines of CSV, one for each time, with the points in their order. Others have their turn in between, because a hundred thousand values take a tenth of a second. */
export async function sampleLines(
  ids: readonly number[],
  { times, points, values }: Samples,
): Promise<string> {
  const breathe = createBreath();
  const places = new Map(ids.map((point, place) => [point, place]));
  const lines: string[] = [];
  let row: string[] = [];
  for (const [index, time] of times.entries()) {
    const rest = breathe();
    // A promise for each value is felt.
    if (rest) await rest;
    if (index === 0 || times[index - 1] !== time) row = ids.map(() => '');
    const value = values[index]!;
    if (value !== null) row[places.get(points[index]!)!] = numberText(value);
    if (times[index + 1] !== time) lines.push(`${new Date(time).toISOString()},${row.join(',')}\r\n`);
  }
  return lines.join('');
}

import type { ImportMapping } from '@sunfleet/contract';
import type { Preview } from './import-draft.ts';

interface Delimiters {
  from: ImportMapping['delimiter'];
  to: ImportMapping['delimiter'];
}

/** The preview cut at another sign than the guessed one. Names are made as the server makes them. */
export function resplit(preview: Preview, { from, to }: Delimiters): Preview {
  const cut = (cells: readonly string[]) => cells.join(from).split(to);
  const { header, sample, ends } = preview;
  return { ...preview, header: uniqueNames(cut(header)), sample: sample.map(cut), ends: ends.map(cut) };
}

/** A column without a name goes by its place, a name that comes again by its count. */
function uniqueNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() || `#${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

import { firstAbove, OTHER, SHOWN, type TextColumn } from './towns.ts';

/**
 * How a town was found: by its whole name, by how it begins, by a later word of a name, by another name that it is not shown by, or by a
 * name with one slip in it.
 */
export type MatchKind = 'whole' | 'start' | 'wholeOther' | 'other' | 'word' | 'slip';

export interface KeyMatch {
  index: number;
  kind: MatchKind;
}

/** More would only cost time: the columns are in the order of population. */
const MOST = 1_000;
/** Shorter texts have neighbours everywhere. */
const SHORTEST_WITH_SLIP = 4;
const STARTS = new Set([SHOWN, OTHER].map((start) => start.charCodeAt(0)));

/** Towns that a folded text finds, each once and by its best way, the most populous first within a way. */
export function keyMatches(keys: TextColumn, text: string): KeyMatch[] {
  if (text === '') return [];
  const found = once([
    ...scan(keys, SHOWN + text, ['whole', 'start']),
    ...scan(keys, OTHER + text, ['wholeOther', 'other']),
    ...scan(keys, ` ${text}`, ['word', 'word']),
  ]);
  return found.length > 0 || [...text].length < SHORTEST_WITH_SLIP ? found : slips(keys, text);
}

/** Every place where the pattern stands; whole where the key ends behind it. */
function scan(
  { bytes, ends }: TextColumn,
  pattern: string,
  [whole, start]: readonly [MatchKind, MatchKind],
): KeyMatch[] {
  const wanted = Buffer.from(pattern);
  const found: KeyMatch[] = [];
  let at = bytes.indexOf(wanted);
  while (at >= 0 && found.length < MOST) {
    const end = at + wanted.length;
    found.push({ index: firstAbove(ends, at), kind: keyEnds(bytes, end) ? whole : start });
    at = bytes.indexOf(wanted, end);
  }
  return found;
}

const keyEnds = (bytes: Buffer, at: number) => at >= bytes.length || STARTS.has(bytes[at]!);

/** A whole name of a town outdoes the others, which may be longer. */
function once(matches: readonly KeyMatch[]): KeyMatch[] {
  const best = new Map<number, KeyMatch>();
  for (const match of matches) {
    const known = best.get(match.index);
    if (!known || (match.kind === 'whole' && known.kind !== 'whole')) best.set(match.index, match);
  }
  return [...best.values()];
}

/** Towns shown by a name that begins as the text would with one letter wrong, missing, too many, or two in the wrong order. */
function slips({ bytes, ends }: TextColumn, text: string): KeyMatch[] {
  const wanted = Buffer.from(text);
  // The first letter must be right.
  const start = Buffer.concat([Buffer.from(SHOWN), wanted.subarray(0, 1)]);
  const found: KeyMatch[] = [];
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    if (found.length === MOST) break;
    if (beginsWithSlip(bytes, at + 1, wanted)) found.push({ index: firstAbove(ends, at), kind: 'slip' });
  }
  return once(found);
}

function beginsWithSlip(bytes: Buffer, start: number, wanted: Buffer): boolean {
  let same = 1;
  while (same < wanted.length && bytes[start + same] === wanted[same]) same += 1;
  const at = start + same;
  return (
    hasRest(bytes, at + 1, wanted, same + 1) ||
    hasRest(bytes, at + 1, wanted, same) ||
    hasRest(bytes, at, wanted, same + 1) ||
    (bytes[at] === wanted[same + 1] &&
      bytes[at + 1] === wanted[same] &&
      hasRest(bytes, at + 2, wanted, same + 2))
  );
}

/** Whether what is wanted stands at a place, from one of its letters on. */
function hasRest(bytes: Buffer, at: number, wanted: Buffer, from: number): boolean {
  for (let index = from; index < wanted.length; index += 1)
    if (bytes[at + index - from] !== wanted[index]) return false;
  return true;
}

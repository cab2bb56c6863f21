export interface TextPart {
  text: string;
  marked: boolean;
}

/** Combining marks, as the dots of a decomposed ü. */
const MARKS = /\p{M}+/gu;

/** A text cut where one of the others stands in it, whatever the case and without regard to accents. */
export function markParts(text: string, sought: readonly string[]): TextPart[] {
  const signs = [...text];
  // Each sign may become none or several letters, so each letter knows its sign.
  const letters = signs.flatMap((sign, at) => [...plain(sign)].map((letter) => ({ letter, at })));
  const line = letters.map(({ letter }) => letter);
  const marked = new Set<number>();
  for (const one of sought) {
    const wanted = [...plain(one.trim())];
    if (wanted.length === 0) continue;
    for (let from = 0; from + wanted.length <= line.length; from += 1)
      if (wanted.every((letter, at) => line[from + at] === letter))
        for (const { at } of letters.slice(from, from + wanted.length)) marked.add(at);
  }
  const parts: TextPart[] = [];
  for (const [at, sign] of signs.entries()) {
    const last = parts.at(-1);
    if (last?.marked === marked.has(at)) last.text += sign;
    else parts.push({ text: sign, marked: marked.has(at) });
  }
  return parts;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase();

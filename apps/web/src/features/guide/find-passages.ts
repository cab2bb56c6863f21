import type { GuidePart, GuidePartName } from '../../lib/guide/guide-parts.ts';

export interface Passage {
  part: GuidePartName;
  id: string;
  title: string;
  /** Some words around what was found. */
  around: string;
}

/** Letters before and behind what was found. */
const AROUND = 60;

/** Headings under which all words of a text stand, those with a word in the heading first. */
export function findPassages(
  parts: readonly (readonly [GuidePartName, GuidePart])[],
  text: string,
): Passage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = parts.flatMap(([part, { headings }]) =>
    headings
      .filter((heading) => {
        const all = `${heading.title} ${heading.text}`.toLowerCase();
        return words.every((word) => all.includes(word));
      })
      .map((heading) => ({
        part,
        id: heading.id,
        title: heading.title,
        around: around(heading.text, words),
      })),
  );
  const named = (title: string) => words.some((word) => title.toLowerCase().includes(word));
  return [...found.filter(({ title }) => named(title)), ...found.filter(({ title }) => !named(title))];
}

function around(text: string, words: readonly string[]): string {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + AROUND);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}

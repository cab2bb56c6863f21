import { foldText } from './fold-text.ts';

const WORDS = new Intl.Segmenter('und', { granularity: 'word' });
/** Share of the trigrams that two words must have in common. */
const ALIKE = 0.3;
/** A shorter word has hardly any trigram of its own. */
const FEWEST_LETTERS = 3;

/** Words of the texts that are spelt nearly as a word of what was searched for, also in another script. */
export function alikeWords(q: string, texts: readonly (string | null)[]): string[] {
  const wanted = foldText(q)
    .split(' ')
    .filter((word) => word.length >= FEWEST_LETTERS)
    .map(trigramsOf);
  const words = texts.flatMap((text) => [...WORDS.segment(text ?? '')]);
  const alike = words
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => {
      const own = trigramsOf(foldText(word));
      return wanted.some((one) => shareOf(one, own) >= ALIKE);
    });
  return [...new Set(alike)];
}

/** As the database makes them: two blanks before a word, one after it. */
function trigramsOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((trigram) => b.has(trigram)).length;
  return common / (a.size + b.size - common);
}

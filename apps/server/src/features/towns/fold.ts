/** Letters that are no base letter with a mark, as people without the key type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** A name, and as somebody writes it who has no umlauts. */
export const waysToWrite = (name: string): readonly string[] => [
  name,
  name.replace(/[äöü]/gi, (letter) => `${letter}e`),
];

/** A name as it is searched: small letters without accents, words apart by one space. "Garmisch-Partenkirchen" and "São Paulo" are found however they are typed. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter]!)
    .replace(/['’`ʻ‘.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

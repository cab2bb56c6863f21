import anyAscii from 'any-ascii';

/** A text in small letters of ASCII, whatever its script, words apart by one space: "München", "Мюнхен" and "MUNCHEN" are near each other. */
export const foldText = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * A typed or stored number as a field shows it: with the decimal mark of the page (`decimal`). Anything else stays as it is, so
 * that a pasted pair of coordinates or a word is not touched. `readNumber` reads both marks.
 */
export const shownNumber = (text: string, decimal: string): string =>
  /^\s*[+\-−]?\d*\.\d*\s*$/.test(text) ? text.replace('.', decimal) : text;

/** The mark before the decimals of a language. By itself, because the login is loaded before the formats of numbers. */
export const decimalMark = (language: string): string =>
  new Intl.NumberFormat(language).format(1.5).charAt(1);

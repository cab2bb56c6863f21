/**
 * A typed or stored number as a field shows it: with the decimal mark of the page (`decimal`). Anything else stays as it is, so
 * that a pasted pair of coordinates or a word is not touched. `readNumber` reads both marks.
 */
export const shownNumber = (text: string, decimal: string): string =>
  /^\s*[+\-−]?\d*\.\d*\s*$/.test(text) ? text.replace('.', decimal) : text;

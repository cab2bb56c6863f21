const BEGINS = /^[=+\-@\t\r\n＝＋－＠]/u;
/**
 * Spreadsheets of many countries end a cell at a semicolon, also inside of quotation marks that do not begin the line. Such a cell begins with the
 * quotation marks of a text, which they take off.
 */
const BEGINS_INSIDE = /([;\t\r\n][ "]*)(?=[=+\-@\t\r\n＝＋－＠])/gu;

/** Whether a spreadsheet would take a text for a formula: it runs `-1+cmd|...`, too, in ordinary and in wide signs. */
export const looksLikeFormula = (text: string): boolean => BEGINS.test(text);

/** A text that no spreadsheet runs: a leading apostrophe keeps what looks like a formula a text. */
export function harmlessText(text: string): string {
  const inside = text.replaceAll(BEGINS_INSIDE, "$1'");
  return looksLikeFormula(inside) ? `'${inside}` : inside;
}

/** A cell of CSV (RFC 4180), in quotation marks where it needs them. */
export const csvQuoted = (text: string): string =>
  /[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Digits before and after the point never compete for the same ones, so that a long cell is read in the time of its length. */
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Thousands in groups of three, then a decimal point: the form to which all others are brought. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * A number as a person or a logger writes it, with the decimal sign of the file and thousands in groups of three set apart by
 * the other sign, a space or an apostrophe. Undefined when the text is none; never NaN or infinite.
 */
export function parseNumber(text: string, decimal: '.' | ','): number | undefined {
  const trimmed = text.trim();
  const swapped =
    decimal === ',' ? trimmed.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')) : trimmed;
  const unified = swapped.replaceAll(/(?<=\d)[\u0020\u00A0\u202F'’](?=\d{3}(?!\d))/g, ',');
  const digits = GROUPED.test(unified) ? unified.replaceAll(',', '') : unified;
  if (!PLAIN.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

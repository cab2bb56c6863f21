const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** `JSON.parse` with access to the text of a value, where the engine has it. */
type Parse = (
  text: string,
  reviver?: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown;

/**
 * Parses JSON without losing digits: an integer too large for a JavaScript number becomes a string of its digits.
 * Where the engine does not tell a value's source text, it parses plainly.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  const parse: Parse = JSON.parse;
  if (!LONG_DIGITS.test(text)) return parse(text);
  return parse(text, (_key, value, context) => {
    const source = context?.source;
    const lost = typeof value === 'number' && !Number.isSafeInteger(value);
    return lost && source !== undefined && INTEGER.test(source) ? source : value;
  });
}

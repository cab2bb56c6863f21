import { parseNumber } from '../parse-number.ts';

/** A figure by the decimal sign of its file, else by the other one. */
export function readFigure(text: string, decimal: '.' | ','): number | undefined {
  return parseNumber(text, decimal) ?? parseNumber(text, decimal === '.' ? ',' : '.');
}

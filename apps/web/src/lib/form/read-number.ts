/** A number as people type it: comma or point before the decimals, any width of digits. `NaN` for what is none, also for nothing. */
export function readNumber(text: string): number {
  const plain = text.normalize('NFKC').trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

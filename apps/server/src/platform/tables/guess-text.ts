import type { ImportMapping } from '@sunfleet/contract';

type Encoding = ImportMapping['encoding'];

/** The encoding that the first bytes of a file speak for. */
export function guessEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros > head.length / 4) return 'utf-16le';
  if (isUtf8(head)) return 'utf-8';
  return looksDoubleByte(head) ? 'gbk' : 'latin1';
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // A character cut in two at the end is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** GBK writes Chinese in pairs of high bytes; a Western text has its accented letters one by one. */
function looksDoubleByte(head: Uint8Array): boolean {
  const runs: number[] = [];
  let run = 0;
  for (const byte of head) {
    if (byte >= 0x80) run += 1;
    else if (run > 0) {
      runs.push(run);
      run = 0;
    }
  }
  const even = runs.filter((length) => length % 2 === 0).length;
  return runs.length > 0 && even / runs.length > 0.8;
}

const DELIMITERS = [';', '\t', '|', ','] as const;

/** The sign that cuts the most lines into the same number of cells. */
export function guessDelimiter(lines: readonly string[]): ImportMapping['delimiter'] {
  const rated = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => cellCount(line, delimiter));
    const width = counts[0] ?? 1;
    const agreeing = counts.filter((count) => count === width).length / Math.max(1, counts.length);
    return { delimiter, rate: width < 2 ? 0 : agreeing * Math.log(width) };
  });
  const best = rated.reduce((a, b) => (b.rate > a.rate ? b : a));
  return best.rate > 0 ? best.delimiter : ',';
}

function cellCount(line: string, delimiter: string): number {
  return line.replaceAll(/"[^"]*"/g, '').split(delimiter).length;
}

/** The decimal sign of most cells that have one. */
export function guessDecimal(rows: readonly (readonly string[])[]): '.' | ',' {
  let commas = 0;
  let points = 0;
  for (const cell of rows.flat()) {
    if (/^\s*[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/.test(cell)) commas += 1;
    else if (/^\s*[+-]?(\d+|\d{1,3}(,\d{3})+)\.\d+\s*$/.test(cell)) points += 1;
  }
  return commas > points ? ',' : '.';
}

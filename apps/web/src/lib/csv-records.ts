/** Signs between cells; the one that the first line has most of is that of the table. */
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The cells of a table of commas, semicolons or tabs (RFC 4180): without white space around them, and without lines that are empty. A quotation
 * mark within a cell that does not begin with one is a sign like others.
 */
export function csvRecords(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const records: string[][] = [];
  let record: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at <= text.length) {
    const cell = cellAt(text, at, delimiter);
    record.push(cell.text.trim());
    at = cell.end + 1;
    if (text[cell.end] === delimiter) continue;
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1;
    if (record.some((one) => one !== '')) records.push(record);
    record = [];
  }
  return records;
}

/** A cell and where it ends: at a delimiter, the end of its line, or that of the text. */
function cellAt(text: string, start: number, delimiter: string): { text: string; end: number } {
  const isEnd = (at: number) => at >= text.length || [delimiter, '\n', '\r'].includes(text[at]!);
  let end = start;
  if (text[start] !== '"') {
    while (!isEnd(end)) end += 1;
    return { text: text.slice(start, end), end };
  }
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    parts.push(text.slice(from, quote < 0 ? text.length : quote));
    if (quote < 0) return { text: parts.join('"'), end: text.length };
    from = quote + 1;
    if (text[from] !== '"') break;
    from += 1;
  }
  end = from;
  while (!isEnd(end)) end += 1;
  return { text: parts.join('"') + text.slice(from, end), end };
}

function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, 10_000).split(/[\r\n]/, 1);
  const counted = DELIMITERS.map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

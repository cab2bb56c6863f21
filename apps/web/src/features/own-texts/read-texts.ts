import { csvRecords } from '../../lib/csv-records.ts';

/** A text of a file, by domain and path: `devices:column.sn`. */
export interface ReadText {
  key: string;
  text: string;
}

/** The texts of a table with the columns key and text, or of JSON by domain, nested or flat; null where it is neither. */
export function readTexts(content: string): ReadText[] | null {
  const text = content.replace(/^\uFEFF/, '');
  const read = text.trimStart().startsWith('{') ? ofJson(text) : ofTable(text);
  return read && read.length > 0 ? read : null;
}

function ofTable(text: string): ReadText[] | null {
  const [head = [], ...body] = csvRecords(text);
  const names = head.map((name) => name.toLowerCase());
  const [key, words] = [names.indexOf('key'), names.indexOf('text')];
  if (key < 0 || words < 0) return null;
  const isLast = words === head.length - 1;
  const sign = text.slice(0, text.search(/\r|\n|$/)).includes(';') ? '; ' : ', ';
  // A text without quotation marks that holds the sign between cells goes on in those behind it.
  const wordsOf = (cells: readonly string[]) =>
    isLast ? cells.slice(words).join(sign) : (cells[words] ?? '');
  return body.map((cells) => ({ key: cells[key] ?? '', text: plain(wordsOf(cells)) }));
}

/** As it was before the table was saved: a text that looks like a formula stands behind a sign there. */
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');

function ofJson(text: string): ReadText[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const found: ReadText[] = [];
  const collect = (node: object, path: string) => {
    for (const [name, inner] of Object.entries(node) as [string, unknown][]) {
      const key = path === '' || path.endsWith(':') ? path + name : `${path}.${name}`;
      if (typeof inner === 'string') found.push({ key, text: inner });
      else if (typeof inner === 'object' && inner !== null) collect(inner, path === '' ? `${name}:` : key);
    }
  };
  collect(value as object, '');
  return found;
}

/** Texts as JSON by domain, as `readTexts` reads it. */
export function textsAsJson(texts: readonly ReadText[]): string {
  const domains: Record<string, Record<string, unknown>> = {};
  for (const { key, text } of texts) {
    const at = key.indexOf(':');
    const path = key.slice(at + 1).split('.');
    let node = (domains[key.slice(0, at)] ??= {});
    for (const name of path.slice(0, -1)) node = (node[name] ??= {}) as Record<string, unknown>;
    node[path.at(-1)!] = text;
  }
  return `${JSON.stringify(domains, null, 2)}\n`;
}

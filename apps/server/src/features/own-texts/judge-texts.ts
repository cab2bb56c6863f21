import {
  textFault,
  type CheckedTexts,
  type Language,
  type OwnTexts,
  type TextFault,
} from '@sunfleet/contract';
import { productTexts } from './product-texts.ts';

export interface GivenText {
  key: string;
  text: string;
}

/** A text that is shown in place of another one. */
interface Change {
  domain: string;
  key: string;
  before: string;
  after: string;
  /** Whether it is another one than that of the product. */
  own: boolean;
}

interface Judged {
  changes: readonly Change[];
  faults: CheckedTexts['faults'];
}

/** Domain and path of a key. */
export function splitKey(key: string): { domain: string; path: string } {
  const at = key.indexOf(':');
  return { domain: key.slice(0, at), path: key.slice(at + 1) };
}

/** What rows of a table change, and what is wrong with which of them. */
export async function judgeTexts(
  language: Language,
  rows: readonly GivenText[],
  shown: OwnTexts,
): Promise<Judged> {
  const product = await productTexts(language);
  const seen = new Set<string>();
  const changes: Change[] = [];
  const faults: CheckedTexts['faults'] = [];
  for (const [row, { key, text }] of rows.entries()) {
    const original = product.get(key);
    const fault: TextFault | undefined =
      original === undefined ? 'unknown' : seen.has(key) ? 'twice' : textFault(key, original, text);
    seen.add(key);
    if (fault) faults.push({ row, fault });
    if (fault || original === undefined) continue;
    const { domain, path } = splitKey(key);
    const before = shown[domain]?.[path] ?? original;
    if (before !== text) changes.push({ domain, key: path, before, after: text, own: text !== original });
  }
  return { changes, faults };
}

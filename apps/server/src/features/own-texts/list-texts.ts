import { FALLBACK_LANGUAGE, type Language, type TextRow } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { splitKey } from './judge-texts.ts';
import { productTexts } from './product-texts.ts';
import { ownTextsOf } from './read-own-texts.ts';

/** All texts of a language, as they are shown and as the product has them. */
export async function listTexts({ db }: Pick<Platform, 'db'>, language: Language): Promise<TextRow[]> {
  const [english, product, own] = await Promise.all([
    productTexts(FALLBACK_LANGUAGE),
    productTexts(language),
    ownTextsOf(db, language),
  ]);
  return Array.from(product, ([key, original]) => {
    const { domain, path } = splitKey(key);
    return { key, english: english.get(key) ?? '', original, text: own[domain]?.[path] ?? original };
  });
}

import type { OwnTexts } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';

/** Texts that this installation has in place of those of the product, by language. */
export async function readOwnTexts(db: Db): Promise<Map<string, OwnTexts>> {
  const rows = await db.selectFrom('ownTexts').select(['language', 'domain', 'key', 'text']).execute();
  const found = new Map<string, Record<string, Record<string, string>>>();
  for (const { language, domain, key, text } of rows) {
    const texts = found.get(language) ?? {};
    (texts[domain] ??= {})[key] = text;
    found.set(language, texts);
  }
  return found;
}

/** Those of one language. */
export async function ownTextsOf(db: Db, language: string): Promise<OwnTexts> {
  const rows = await db
    .selectFrom('ownTexts')
    .select(['domain', 'key', 'text'])
    .where('language', '=', language)
    .execute();
  const texts: Record<string, Record<string, string>> = {};
  for (const { domain, key, text } of rows) (texts[domain] ??= {})[key] = text;
  return texts;
}

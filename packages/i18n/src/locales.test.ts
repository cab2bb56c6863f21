import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES as SPOKEN } from '../../contract/src/words.ts';

const LOCALES = path.join(import.meta.dirname, '../locales');
const ENGLISH = 'en-US';
/** Those that are compared with the English texts. */
const LANGUAGES = SPOKEN.filter((language) => language !== ENGLISH);

/** Texts that read the same in English: names, units, and words the language has taken over. */
const SAME_ALLOWED = 0.25;

type Texts = ReadonlyMap<string, string>;

async function readTexts(language: string, domain: string): Promise<Texts> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, key: string) => {
    if (typeof value === 'string') texts.set(key, value);
    else
      for (const [name, inner] of Object.entries(value as object))
        collect(inner, key ? `${key}.${name}` : name);
  };
  collect(JSON.parse(await readFile(path.join(LOCALES, language, `${domain}.json`), 'utf8')), '');
  return texts;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** “{{count}} stations”; “Stations: {{count}}” needs no forms. */
const COUNTED = /\{\{count\b[^}]*\}\} \p{L}/u;
const base = (key: string) => key.replace(PLURAL, '');
const placeholders = (text: string) => new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!));

const domains = (await readdir(path.join(LOCALES, ENGLISH))).map((file) => file.replace('.json', ''));

test('every language of the product has its folder, and no other is there', async () => {
  expect((await readdir(LOCALES)).sort()).toEqual([...SPOKEN].sort());
});

describe.each(domains)('%s', (domain) => {
  test.each([ENGLISH, ...LANGUAGES])('%s has every text, none is empty', async (language) => {
    const [english, texts] = await Promise.all([readTexts(ENGLISH, domain), readTexts(language, domain)]);
    expect([...new Set([...texts.keys()].map(base))].sort()).toEqual(
      [...new Set([...english.keys()].map(base))].sort(),
    );
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test.each(LANGUAGES)('%s keeps the placeholders', async (language) => {
    const [english, texts] = await Promise.all([readTexts(ENGLISH, domain), readTexts(language, domain)]);
    const wanted = (key: string) => english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
    const wrong = [...texts].filter(([key, text]) => {
      const given = placeholders(text);
      const expected = placeholders(wanted(key));
      // A singular may say "one" in words instead of the number.
      if (/_(zero|one|two)$/.test(key)) expected.delete('count');
      return (
        [...expected].some((name) => !given.has(name)) ||
        [...given].some((name) => !placeholders(wanted(key)).has(name))
      );
    });
    expect(wrong).toEqual([]);
  });

  test.each(LANGUAGES)('%s has the plural forms of its language', async (language) => {
    const texts = await readTexts(language, domain);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map(base));
    const missing = [...plurals].flatMap((key) =>
      forms.filter((form) => !texts.has(`${key}_${form}`)).map((form) => `${key}_${form}`),
    );
    expect(missing).toEqual([]);
  });

  test('a count before its noun has a singular', async () => {
    const texts = [...(await readTexts(ENGLISH, domain))];
    expect(texts.filter(([key, text]) => !PLURAL.test(key) && COUNTED.test(text))).toEqual([]);
  });

  test.each(LANGUAGES)('%s is not left in English', async (language) => {
    const [english, texts] = await Promise.all([readTexts(ENGLISH, domain), readTexts(language, domain)]);
    const sentences = [...texts].filter(
      ([key, text]) => text.split(' ').length > 3 && english.get(key) === text,
    );
    expect(sentences).toEqual([]);
    const same = [...texts].filter(([key, text]) => english.get(key) === text);
    expect(same.length).toBeLessThanOrEqual(Math.max(3, texts.size * SAME_ALLOWED));
  });
});

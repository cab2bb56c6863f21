import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GB_2312 } from './asian-names.ts';

/** Names of states and provinces by country and code of GeoNames, as most call them and by language. */
export interface RegionNames {
  name: string | null;
  names: Record<string, string>;
}

const LANGUAGES = {
  'de-DE': 'de',
  'es-ES': 'es',
  'it-IT': 'it',
  'ja-JP': 'ja',
  'ko-KR': 'kr',
  'pt-BR': 'pt',
  'zh-CN': 'zh',
};

/** The lists name some regions in another language than they say. */
function isWrittenIn(language: string, name: string): boolean {
  if (language === 'zh-CN')
    return /^\p{Script=Han}+$/u.test(name) && [...name].every((sign) => GB_2312.has(sign));
  if (language === 'ja-JP') return /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(name);
  if (language === 'ko-KR') return /\p{Script=Hangul}/u.test(name);
  return /^[\p{Script=Latin}\p{M}\p{P}\p{Zs}]+$/u.test(name);
}

type Listed = { name: string; admin?: string }[];

/** Reads the lists once; answers a look-up. */
export async function readRegions(packages: {
  usual: string;
  byLanguage: string;
}): Promise<(country: string, code: string) => RegionNames> {
  const list = JSON.parse(await readFile(path.join(packages.usual, 'admin1.json'), 'utf8')) as {
    code: string;
    name: string;
  }[];
  const usual = new Map(list.map(({ code, name }) => [code, name]));
  const countries = new Set(list.map(({ code }) => code.slice(0, 2)));
  const translated = new Map<string, Record<string, string>>();
  for (const country of countries)
    for (const [language, code] of Object.entries(LANGUAGES)) {
      const file = path.join(packages.byLanguage, 'regions', country, `${code}_ref.json`);
      if (!existsSync(file)) continue;
      for (const { name, admin } of JSON.parse(await readFile(file, 'utf8')) as Listed) {
        const key = `${country}.${admin}`;
        if (!admin || name === usual.get(key) || !isWrittenIn(language, name)) continue;
        translated.set(key, { ...translated.get(key), [language]: name });
      }
    }
  return (country, code) => {
    const key = `${country}.${code}`;
    return { name: usual.get(key) ?? null, names: translated.get(key) ?? {} };
  };
}

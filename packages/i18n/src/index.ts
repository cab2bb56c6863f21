import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const LOCALES = path.join(import.meta.dirname, '../locales');

/** Texts of one domain in one language, as i18next takes them. */
export async function loadDomain(language: string, domain: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(LOCALES, language, `${domain}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}

/** Domains that there are, by the name of their files. */
export async function textDomains(language: string): Promise<string[]> {
  return (await readdir(path.join(LOCALES, language))).map((file) => file.replace('.json', '')).sort();
}

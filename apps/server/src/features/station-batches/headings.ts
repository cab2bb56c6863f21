import {
  FALLBACK_LANGUAGE,
  type Language,
  LANGUAGES,
  STATION_FIELDS,
  STATION_FIELD_TEXTS,
  type StationField,
} from '@sunfleet/contract';
import { GRID_TYPES, STATION_TYPES } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import type { Vocabulary } from './cell-values.ts';

/** What columns are called. */
export interface Headings {
  fields: ReadonlyMap<string, StationField>;
  /** In the language of whoever reads the table. */
  titles: Readonly<Record<StationField, string>>;
}

/** The field that a heading names: by its name in any language, or by that of the API. */
export const headingOf = ({ fields }: Headings, title: string): StationField | undefined =>
  fields.get(plainHeading(title));

/**
 * Headings and words of tables of stations in every language, the reader's first: a table may be filled in by somebody else. Read when a table comes,
 * because few servers ever see one.
 */
export async function loadWords(language: Language): Promise<{ headings: Headings; words: Vocabulary }> {
  const languages = [language, FALLBACK_LANGUAGE, ...LANGUAGES];
  const texts = await Promise.all([...new Set(languages)].map((one) => loadDomain(one, 'stations')));
  const fields = new Map<string, StationField>();
  for (const one of texts)
    for (const field of STATION_FIELDS)
      keep(fields, plainHeading(lookUp(one, STATION_FIELD_TEXTS[field].text)), field);
  for (const field of STATION_FIELDS) keep(fields, field.toLowerCase(), field);
  const titles = Object.fromEntries(
    STATION_FIELDS.map((field) => [field, lookUp(texts[0]!, STATION_FIELD_TEXTS[field].text)]),
  ) as Record<StationField, string>;
  const words = {
    type: choices(texts, 'type', STATION_TYPES),
    gridType: choices(texts, 'gridType', GRID_TYPES),
    country: countries([...new Set(languages)]),
  };
  return { headings: { fields, titles }, words };
}

function choices(
  texts: readonly object[],
  group: string,
  values: readonly string[],
): ReadonlyMap<string, string> {
  const known = new Map(values.map((value) => [value.toLowerCase(), value]));
  for (const one of texts)
    for (const value of values) keep(known, lookUp(one, `${group}.${value}`).toLowerCase(), value);
  return known;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Countries by code and by name. */
function countries(languages: readonly Language[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined;
      if (name) {
        keep(known, code.toLowerCase(), code);
        keep(known, name.toLowerCase(), code);
      }
    }
  }
  return known;
}

/** The first to claim a word has it. */
function keep<V>(map: Map<string, V>, word: string, value: V): void {
  if (!map.has(word)) map.set(word, value);
}

function lookUp(texts: object, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], texts);
  return typeof found === 'string' ? found : '';
}

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
import { wordMap } from '../../platform/tables/read/word-map.ts';
import type { Vocabulary } from './cell-values.ts';

/** What columns are called. */
export interface Headings {
  /** By name in any language, or by that of the API. */
  fields: ReadonlyMap<string, StationField>;
  /** In the language of whoever reads the table. */
  titles: Readonly<Record<StationField, string>>;
}

/**
 * Headings and words of tables of stations in every language, the reader's first: a table may be filled in by somebody else. Read when a table comes,
 * because few servers ever see one.
 */
export async function loadWords(language: Language): Promise<{ headings: Headings; words: Vocabulary }> {
  const languages = [language, FALLBACK_LANGUAGE, ...LANGUAGES];
  const texts = await Promise.all([...new Set(languages)].map((one) => loadDomain(one, 'stations')));
  const fields = wordMap([
    ...texts.flatMap((one) =>
      STATION_FIELDS.map(
        (field) => [plainHeading(lookUp(one, STATION_FIELD_TEXTS[field].text)), field] as const,
      ),
    ),
    ...STATION_FIELDS.map((field) => [field, field] as const),
  ]);
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
  return wordMap([
    ...values.map((value) => [value, value] as const),
    ...texts.flatMap((one) => values.map((value) => [lookUp(one, `${group}.${value}`), value] as const)),
  ]);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Countries by code and by name. */
function countries(languages: readonly Language[]): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return wordMap(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return codes.flatMap((code) => {
        const name = new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined;
        return name
          ? ([
              [code, code],
              [name, code],
            ] as const)
          : [];
      });
    }),
  );
}

function lookUp(texts: object, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], texts);
  return typeof found === 'string' ? found : '';
}

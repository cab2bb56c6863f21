import { type Language, LANGUAGES, type SimFields, SIM_STATUSES, type SimStatus } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { wordMap } from '../../platform/tables/read/word-map.ts';

/** Columns of a table of cards, in the order of the template. */
export const SIM_COLUMNS = [
  'iccid',
  'msisdn',
  'operator',
  'plan',
  'status',
  'usedMb',
  'volumeMb',
  'cycleEnd',
  'expiresOn',
  'autoRenew',
  'imei',
  'collectorSn',
  'remark',
] as const satisfies readonly ('iccid' | keyof SimFields)[];
export type SimColumn = (typeof SIM_COLUMNS)[number];

/** Words of tables of cards in all languages: a table may be filled in by somebody else. */
export interface SimWords {
  columns: ReadonlyMap<string, SimColumn>;
  statuses: ReadonlyMap<string, SimStatus>;
  truths: ReadonlyMap<string, boolean>;
}

interface Texts {
  column: Record<SimColumn, string>;
  status: Record<SimStatus, string>;
  yes: string;
  no: string;
}

/** Those of the reader's language first: the first to claim a word has it. */
export async function loadSimWords(language: Language): Promise<SimWords> {
  const languages = [...new Set([language, ...LANGUAGES])];
  const texts = (await Promise.all(languages.map((one) => loadDomain(one, 'sims')))) as unknown as Texts[];
  return {
    columns: wordMap([
      ...texts.flatMap(({ column }) =>
        SIM_COLUMNS.map((name) => [plainHeading(column[name]), name] as const),
      ),
      ...SIM_COLUMNS.map((name) => [name, name] as const),
    ]),
    statuses: wordMap([
      ...texts.flatMap(({ status }) => SIM_STATUSES.map((name) => [status[name], name] as const)),
      ...SIM_STATUSES.map((name) => [name, name] as const),
    ]),
    truths: wordMap<boolean>([
      ...texts.flatMap(({ yes, no }) => [[yes, true] as const, [no, false] as const]),
      ...(['true', '1'] as const).map((word) => [word, true] as const),
      ...(['false', '0'] as const).map((word) => [word, false] as const),
    ]),
  };
}

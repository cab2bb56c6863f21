import { type Language, LANGUAGES, type SimFields, SIM_STATUSES, type SimStatus } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';

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
  const columns = new Map<string, SimColumn>();
  const statuses = new Map<string, SimStatus>();
  const truths = new Map<string, boolean>();
  for (const { column, status, yes, no } of texts) {
    for (const name of SIM_COLUMNS) keep(columns, plainHeading(column[name]), name);
    for (const name of SIM_STATUSES) keep(statuses, status[name].toLowerCase(), name);
    keep(truths, yes.toLowerCase(), true);
    keep(truths, no.toLowerCase(), false);
  }
  for (const name of SIM_COLUMNS) keep(columns, name.toLowerCase(), name);
  for (const name of SIM_STATUSES) keep(statuses, name, name);
  for (const [word, truth] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const)
    keep(truths, word, truth);
  return { columns, statuses, truths };
}

function keep<V>(map: Map<string, V>, word: string, value: V): void {
  if (!map.has(word)) map.set(word, value);
}

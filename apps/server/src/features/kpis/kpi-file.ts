import type { Readable } from 'node:stream';
import {
  KPI_INPUTS,
  KPI_MADE_OF,
  KPIS,
  kpiUnit,
  type KpiBuckets,
  type KpiFigures,
  type KpiInput,
  type Language,
} from '@sunfleet/contract';
import type { Cell } from '../../platform/tables/cell.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import type { Text } from '../../platform/text.ts';

interface FileOf {
  text: Text;
  language: Language;
  format: 'csv' | 'xlsx';
}

const noClock = () => '';

/** Key figures as a file: a line for each day, month or year and one for all of them, with what they are made of. What is not known stays empty. */
export function kpiFile({ total, buckets }: KpiBuckets, { text, language, format }: FileOf): Readable {
  const columns = columnsOf((key) => text(language, `kpis.${key}`));
  const lines = [...buckets, { ...total, start: text(language, 'kpis.total') }].map((bucket) =>
    columns.map(([, cell]) => cell(bucket)),
  );
  return tableFile({
    format,
    title: text(language, 'kpis.title'),
    titles: columns.map(([title]) => title),
    clock: noClock,
    parts: [lines],
  });
}

type Column = readonly [title: string, cell: (bucket: KpiFigures & { start: string }) => Cell];

const columnsOf = (word: (key: string) => string): readonly Column[] => [
  [word('column.period'), ({ start }) => start],
  ...KPIS.map((name): Column => {
    const unit = kpiUnit(name);
    const of = (value: number | null) => (value !== null && unit === '%' ? 100 * value : value);
    return [`${word(`name.${name}`)} (${unit})`, ({ values }) => of(values[name].value)];
  }),
  [word('column.days'), ({ sums }) => sums.days],
  ...KPIS.map((name): Column => [
    `${word(`name.${name}`)}: ${word('column.knownDays')}`,
    ({ values }) => values[name].days,
  ]),
  ...(Object.keys(KPI_INPUTS) as KpiInput[]).map((name): Column => {
    const { unit, of } = KPI_INPUTS[name];
    return [
      `${word(`input.${name}`)} (${unit})`,
      ({ sums, values }) => (isTold(name, values) ? of(sums) : null),
    ];
  }),
];

/** An input of figures that are not known is none that could be told. */
const isTold = (input: KpiInput, values: KpiFigures['values']): boolean =>
  KPIS.some((name) => values[name].value !== null && KPI_MADE_OF[name].some((each) => each === input));

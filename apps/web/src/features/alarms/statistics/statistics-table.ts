import {
  ALARM_GROUPS,
  ALARM_LEVELS,
  type AlarmGroup,
  type AlarmGroupRow,
  type AlarmStatistics,
} from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { ChartTable } from '../../../ui/chart/csv.ts';

interface Words {
  t: TFunction<readonly ['alarms', 'common']>;
  nameOf: (group: AlarmGroup, row: AlarmGroupRow) => string;
}

const MINUTE_MS = 60_000;

/** All groups as one table, a line for each of their rows, and behind them the figures. */
export function statisticsTable(statistics: AlarmStatistics, { t, nameOf }: Words): ChartTable {
  const { groups } = statistics;
  const columns = [
    t('statistics.column.group'),
    t('statistics.column.name'),
    t('statistics.column.alarms'),
    t('status.alarm.emergency', { ns: 'common' }),
    t('statistics.column.fleeting'),
    t('statistics.column.chattering'),
    t('handling.unhandled'),
    `${t('statistics.column.meanDuration')} (min)`,
    `${t('column.loss')} (kWh)`,
    t('statistics.column.nuisance'),
  ];
  const rows = ALARM_GROUPS.flatMap((group) =>
    groups[group].map((row) => [
      t(`statistics.by.${group}`),
      nameOf(group, row),
      row.alarms,
      row.emergency,
      row.fleeting,
      row.chattering,
      row.unhandled,
      row.meanDuration === null ? null : Number((row.meanDuration / MINUTE_MS).toFixed(1)),
      row.lost === null ? null : Number((row.lost / 1000).toFixed(3)),
      Number(row.nuisance.toFixed(1)),
    ]),
  );
  const figures = figuresOf(statistics, t).map(([group, name, value]) => [
    group,
    name,
    value,
    ...columns.slice(3).map(() => null),
  ]);
  return { columns, rows: [...rows, ...figures] };
}

type FigureLine = readonly [group: string, name: string, value: number | null];

const rounded = (value: number | null, digits: number) =>
  value === null ? null : Number(value.toFixed(digits));

/** Every figure of the page as a line, shares in percent and times in minutes. */
function figuresOf(statistics: AlarmStatistics, t: Words['t']): FigureLine[] {
  const { rates, levels, confirmed, recovered } = statistics;
  const share = (value: number | null) => rounded(value === null ? null : 100 * value, 1);
  const minutes = (value: number | null) => rounded(value === null ? null : value / MINUTE_MS, 1);
  const cope = t('statistics.rates');
  const times = t('statistics.times');
  return [
    [cope, t('statistics.figure.alarms'), statistics.alarms],
    [cope, t('shield.quiet'), statistics.shielded],
    [cope, t('statistics.figure.mean'), rounded(rates.mean, 3)],
    [cope, t('statistics.figure.peak'), rates.peak],
    [cope, `${t('statistics.figure.busy')} (%)`, share(rates.busyShare)],
    [cope, `${t('statistics.figure.flood')} (%)`, share(rates.floodShare)],
    [cope, `${t('statistics.figure.topTen')} (%)`, share(statistics.topTenShare)],
    [cope, t('statistics.figure.standing'), statistics.standing],
    [cope, t('statistics.figure.chattering'), statistics.chattering],
    [cope, t('statistics.figure.fleeting'), statistics.fleeting],
    [times, `${t('statistics.figure.confirmed')} (min)`, minutes(confirmed.mean)],
    [times, `${t('statistics.figure.recovered')} (min)`, minutes(recovered.mean)],
    [times, `${t('statistics.figure.recurrence')} (%)`, share(statistics.recurrence)],
    [
      times,
      `${t('column.loss')} (kWh)`,
      rounded(statistics.lost.energy === null ? null : statistics.lost.energy / 1000, 3),
    ],
    ...ALARM_LEVELS.map((level): FigureLine => [
      t('statistics.mix'),
      t(`status.alarm.${level}`, { ns: 'common' }),
      levels[level],
    ]),
  ];
}

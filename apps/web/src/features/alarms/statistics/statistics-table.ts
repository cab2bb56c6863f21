import { ALARM_GROUPS, type AlarmGroup, type AlarmGroupRow, type AlarmStatistics } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { ChartTable } from '../../../ui/chart/csv.ts';

interface Words {
  t: TFunction<readonly ['alarms', 'common']>;
  nameOf: (group: AlarmGroup, row: AlarmGroupRow) => string;
}

const MINUTE_MS = 60_000;

/** All groups as one table, a line for each of their rows. */
export function statisticsTable({ groups }: AlarmStatistics, { t, nameOf }: Words): ChartTable {
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
  return { columns, rows };
}

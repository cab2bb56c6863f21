import type { Alarm } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFaultText } from '../../../lib/faults/use-fault-text.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';

/** Columns of a station's alarms: what, since when, why and what to do. */
export function useAlarmColumns(zone: string): Column<Alarm>[] {
  const { t } = useTranslation(['stations', 'alarms']);
  const format = useFormat();
  const textOf = useFaultText();
  const now = useNow(60_000);
  return useMemo(
    () => [
      {
        key: 'level',
        title: t('column.level', { ns: 'alarms' }),
        width: 130,
        render: (row) => <StatusBadge of="alarm" value={row.level} />,
      },
      {
        key: 'name',
        title: t('column.name', { ns: 'alarms' }),
        fixed: true,
        width: 240,
        render: (row) => `${textOf(row.textKey, row.code).name}${row.count > 1 ? ` ×${row.count}` : ''}`,
      },
      {
        key: 'device',
        title: t('column.device', { ns: 'alarms' }),
        width: 170,
        render: (row) => row.device?.sn ?? '–',
      },
      {
        key: 'beganAt',
        title: t('column.beganAt', { ns: 'alarms' }),
        width: 170,
        render: (row) => format.dateTime(row.beganAt, zone),
      },
      {
        key: 'duration',
        title: t('column.duration', { ns: 'alarms' }),
        align: 'right',
        width: 120,
        render: (row) => format.duration((row.recoveredAt ?? now) - row.beganAt),
      },
      {
        key: 'recoveredAt',
        title: t('column.recoveredAt', { ns: 'alarms' }),
        width: 170,
        render: (row) =>
          row.recoveredAt === null ? t('active', { ns: 'alarms' }) : format.dateTime(row.recoveredAt, zone),
      },
      {
        key: 'advice',
        title: t('column.advice', { ns: 'alarms' }),
        width: 420,
        render: (row) => textOf(row.textKey, row.code).advice,
      },
    ],
    [t, format, textOf, now, zone],
  );
}

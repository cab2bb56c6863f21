import { type AlarmShield, stationAddress } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { ShieldActions } from './shield-actions.tsx';

/** Columns of shields; times are in the zone of the station. */
export function useShieldColumns(): Column<AlarmShield>[] {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const textOf = useFaultText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('column.name'),
        fixed: true,
        width: 180,
        render: ({ kind, textKey, code }) =>
          kind === 'maintenance' ? t('shields.maintenance.name') : textOf(textKey, code).name,
      },
      {
        key: 'level',
        title: t('column.level'),
        width: 120,
        render: ({ kind, level }) =>
          kind === 'maintenance' ? null : <StatusBadge of="alarm" value={level} />,
      },
      {
        key: 'station',
        title: t('column.station'),
        width: 150,
        render: ({ station, label }) =>
          station ? (
            <Link to={stationAddress(station.id)}>{station.name}</Link>
          ) : (
            t('shields.ofLabel', { name: label?.name ?? '' })
          ),
      },
      {
        key: 'device',
        title: t('column.device'),
        width: 130,
        render: (shield) => objectText(shield, t),
      },
      { key: 'reason', title: t('shield.reason'), width: 200, render: ({ reason }) => reason },
      {
        key: 'until',
        title: t('shields.column.until'),
        width: 170,
        render: (shield) => endText(shield, { t, format }),
      },
      {
        key: 'created',
        title: t('shields.column.created'),
        width: 200,
        render: ({ created, station }) =>
          [created.by, format.dateTime(created.at, station?.timeZone)].filter(Boolean).join(' · '),
      },
      {
        key: 'standing',
        title: t('shields.column.standing'),
        width: 120,
        align: 'right',
        render: ({ standing }) => format.number(standing, 0),
      },
      {
        key: 'actions',
        buttons: true,
        title: t('shields.column.actions'),
        width: 210,
        render: (shield) => <ShieldActions shield={shield} />,
      },
    ],
    [t, format, textOf],
  );
}

/** Of which devices a shield is; of a label, how many carry it. */
export function objectText({ kind, device, label }: AlarmShield, t: TFunction<'alarms'>): string {
  if (label) return label.id === null ? t('shields.labelGone') : t('shields.carriers', { n: label.carriers });
  return device?.sn ?? t(kind === 'maintenance' ? 'shields.maintenance.all' : 'shields.allDevices');
}

/** Until when a shield holds, or since when it does no more. */
export function endText(
  { kind, from, ended, until, station }: AlarmShield,
  { t, format }: { t: TFunction<'alarms'>; format: Format },
): string {
  if (ended) return t('shields.endedAt', { time: format.dateTime(ended.at, station?.timeZone) });
  if (until === null) return t('shield.ends.permanent');
  const end = format.dateTime(until, station?.timeZone);
  return kind === 'maintenance' ? `${format.dateTime(from, station?.timeZone)} – ${end}` : end;
}

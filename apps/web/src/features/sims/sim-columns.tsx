import { deviceAddress, type SimRow, stationAddress } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { dataText, SimAlerts, SimStatusBadge } from './sim-facts.tsx';

const number = { align: 'right', width: 110 } as const;

/** Columns of the list of cards. */
export function useSimColumns(onEdit: (sim: SimRow) => void): Column<SimRow>[] {
  const { t } = useTranslation('sims');
  const format = useFormat();
  const mayEdit = useMay('sims.edit');
  return useMemo(() => {
    const day = (text: string | null) => (text === null ? UNKNOWN : format.day(text));
    const columns: Column<SimRow>[] = [
      {
        key: 'iccid',
        title: t('column.iccid'),
        sort: 'iccid',
        fixed: true,
        width: 200,
        render: ({ iccid }) => iccid,
      },
      {
        key: 'status',
        title: t('column.status'),
        width: 120,
        render: ({ status }) => <SimStatusBadge status={status} />,
      },
      { key: 'alerts', title: t('column.alerts'), width: 240, render: (sim) => <SimAlerts sim={sim} /> },
      {
        key: 'used',
        title: t('column.data'),
        sort: 'used',
        align: 'right',
        width: 150,
        render: (sim) => dataText(t, format, sim),
      },
      {
        key: 'remaining',
        title: t('column.remainingMb'),
        ...number,
        hidden: true,
        render: ({ usedMb, volumeMb }) =>
          format.number(usedMb === null || volumeMb === null ? null : Math.max(0, volumeMb - usedMb), 1),
      },
      {
        key: 'cycleEnd',
        title: t('column.cycleEnd'),
        sort: 'cycleEnd',
        ...number,
        render: (sim) => day(sim.cycleEnd),
      },
      {
        key: 'expiresOn',
        title: t('column.expiresOn'),
        sort: 'expiresOn',
        ...number,
        render: (sim) => day(sim.expiresOn),
      },
      {
        key: 'daysLeft',
        title: t('column.daysLeft'),
        ...number,
        render: ({ daysLeft }) => format.number(daysLeft, 0),
      },
      {
        key: 'collectorSn',
        title: t('column.collectorSn'),
        width: 160,
        render: ({ device }) =>
          device ? <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link> : UNKNOWN,
      },
      {
        key: 'station',
        title: t('column.station'),
        sort: 'station',
        width: 170,
        render: ({ station }) =>
          station ? <Link to={stationAddress(station.id)}>{station.name}</Link> : UNKNOWN,
      },
      {
        key: 'lastSeenAt',
        title: t('column.lastSeenAt'),
        sort: 'lastSeenAt',
        align: 'right',
        width: 150,
        render: ({ device }) => (device?.lastSeenAt ? format.dateTime(device.lastSeenAt) : UNKNOWN),
      },
      { key: 'msisdn', title: t('column.msisdn'), width: 150, render: ({ msisdn }) => msisdn ?? UNKNOWN },
      {
        key: 'operator',
        title: t('column.operator'),
        width: 130,
        render: ({ operator }) => operator ?? UNKNOWN,
      },
      { key: 'plan', title: t('column.plan'), width: 130, render: ({ plan }) => plan ?? UNKNOWN },
      {
        key: 'autoRenew',
        title: t('column.autoRenew'),
        width: 110,
        render: ({ autoRenew }) => t(autoRenew ? 'yes' : 'no'),
      },
      {
        key: 'imei',
        title: t('column.imei'),
        width: 160,
        hidden: true,
        render: ({ imei }) => imei ?? UNKNOWN,
      },
      {
        key: 'organisation',
        title: t('column.organisation'),
        width: 160,
        hidden: true,
        render: ({ organisation }) => organisation.name,
      },
      {
        key: 'remark',
        title: t('column.remark'),
        width: 200,
        hidden: true,
        render: ({ remark }) => remark ?? UNKNOWN,
      },
    ];
    if (!mayEdit) return columns;
    return [
      ...columns,
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 110,
        render: (sim) => (
          <Button aria-label={t('changeOne', { iccid: sim.iccid })} onClick={() => onEdit(sim)}>
            {t('change')}
          </Button>
        ),
      },
    ];
  }, [t, format, mayEdit, onEdit]);
}

import { DEVICE_DAYS, deviceAddress, type DeviceRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import { WarrantyEnd } from '../../../parts/devices/warranty-end.tsx';
import { type Newer, NewerFirmware } from '../../../parts/firmware/newer-firmware.tsx';
import { SignalBars } from '../../../parts/devices/signal-bars.tsx';
import { LastData } from '../../../parts/devices/last-data.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { LabelChips } from '../../../parts/labels/label-chips.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { modelOf } from '../../../parts/devices/model-of.ts';

type DeviceTexts = TFunction<'devices'>;

const number = { align: 'right', width: 96 } as const;

/** Columns of the device list, the worst news first. */
export function deviceColumns(
  t: DeviceTexts,
  format: Format,
  newer: ReadonlyMap<number, Newer>,
): Column<DeviceRow>[] {
  return [
    ...stateColumns(t, format),
    ...readingColumns(t, format),
    ...makeColumns(t),
    ...hiddenColumns(t, format, newer),
  ];
}

/** Which device it is, and how it is. */
function stateColumns(t: DeviceTexts, format: Format): Column<DeviceRow>[] {
  return [
    {
      key: 'sn',
      title: t('column.sn'),
      sort: 'sn',
      fixed: true,
      width: 150,
      render: (row) => <Link to={deviceAddress(row.id)}>{row.name ?? row.sn}</Link>,
    },
    {
      key: 'status',
      title: t('column.status'),
      sort: 'worst',
      width: 120,
      render: (row) => <StatusBadge of="device" value={row.live.status} />,
    },
    {
      key: 'alarms',
      title: t('column.alarms'),
      sort: 'alarms',
      ...number,
      width: 80,
      render: (row) => format.number(row.live.openAlarms, 0),
    },
    {
      key: 'station',
      title: t('column.station'),
      sort: 'station',
      width: 190,
      render: (row) => row.station?.name ?? UNKNOWN,
    },
  ];
}

/** What it gives, and since when that is known. */
function readingColumns(t: DeviceTexts, format: Format): Column<DeviceRow>[] {
  return [
    {
      key: 'power',
      title: t('column.power'),
      sort: 'power',
      ...number,
      render: (row) => format.power(row.live.power),
    },
    {
      key: 'energyToday',
      title: t('column.energyToday'),
      sort: 'energyToday',
      ...number,
      render: (row) => format.energy(row.live.energyToday),
    },
    {
      key: 'lastData',
      title: t('column.lastData'),
      sort: 'lastDataAt',
      align: 'right',
      width: 116,
      render: (row) => <LastData row={row} />,
    },
  ];
}

/** What it is, and how it is connected. */
function makeColumns(t: DeviceTexts): Column<DeviceRow>[] {
  return [
    { key: 'model', title: t('column.model'), sort: 'model', width: 228, render: modelOf },
    {
      key: 'kind',
      title: t('column.kind'),
      sort: 'kind',
      width: 160,
      render: (row) => t(`kind.${row.kind}`),
    },
    {
      key: 'signal',
      title: t('column.signal'),
      sort: 'signal',
      ...number,
      width: 100,
      render: (row) => <SignalBars percent={row.live.signal} />,
    },
    {
      key: 'labels',
      title: t('column.labels'),
      width: 180,
      render: (row) => <LabelChips labels={row.labels} />,
    },
    {
      key: 'batches',
      title: t('column.batches'),
      width: 160,
      hidden: true,
      render: (row) => row.batches.map(({ name }) => name).join(', ') || UNKNOWN,
    },
    {
      key: 'product',
      title: t('column.product'),
      width: 200,
      hidden: true,
      render: (row) => row.product?.name ?? UNKNOWN,
    },
  ];
}

/** Columns that are hidden until somebody chooses them. */
function hiddenColumns(
  t: DeviceTexts,
  format: Format,
  newer: ReadonlyMap<number, Newer>,
): Column<DeviceRow>[] {
  const hidden = (
    key: 'manufacturer' | 'firmware' | 'parent' | 'connection',
    text: Column<DeviceRow>['render'],
  ) => ({
    key,
    title: t(`column.${key}`),
    sort: key,
    width: 150,
    hidden: true,
    render: text,
  });
  const figure = (key: 'soc' | 'ratedPower', text: Column<DeviceRow>['render']) => ({
    key,
    title: t(`column.${key}`),
    sort: key,
    ...number,
    hidden: true,
    render: text,
  });
  return [
    hidden('parent', (row) => row.parent?.sn ?? UNKNOWN),
    hidden('connection', (row) => connectionOf(t, row)),
    hidden('firmware', (row) => (
      <>
        {row.firmware ?? UNKNOWN}
        <NewerFirmware newer={newer.get(row.id)} />
      </>
    )),
    hidden('manufacturer', (row) => row.manufacturer ?? UNKNOWN),
    figure('ratedPower', (row) => format.power(row.ratedPower)),
    figure('soc', (row) => format.percent(row.live.soc)),
    ...dayColumns(t, format),
  ];
}

/** Days that people wrote down. */
function dayColumns(t: DeviceTexts, format: Format): Column<DeviceRow>[] {
  return DEVICE_DAYS.map((key) => ({
    key,
    title: t(`column.${key}`),
    sort: key,
    width: 170,
    hidden: true,
    render: (row) => {
      const day = row[key];
      if (day === null) return UNKNOWN;
      return key === 'warrantyEnd' ? <WarrantyEnd day={day} /> : format.day(day);
    },
  }));
}

function connectionOf(t: DeviceTexts, { live }: DeviceRow): string {
  return live.connection ? t(`connection.${live.connection}`) : UNKNOWN;
}

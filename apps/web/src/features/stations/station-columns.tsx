import type { StationRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import type { Format } from '../../lib/format/use-format.ts';
import { Age } from '../../ui/figure/age.tsx';
import { EnergyText } from '../../parts/stations/corrected-mark.tsx';
import { FavouriteStar } from '../../parts/stations/favourite-star.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { LabelChips } from '../../parts/labels/label-chips.tsx';
import type { Column } from '../../ui/table/column.ts';
import { hoursToday, powerRatio } from './capacity-shares.ts';
import { capacityText } from './capacity-text.ts';
import { DaySpark } from './day-spark.tsx';
import { placeText } from './place-text.ts';
import { coverColumn } from './cover-column.tsx';
import { expectedColumns } from './expected-columns.tsx';
import { revenueColumns, type Revenues } from './revenue-columns.tsx';
import { AlarmCounts } from './alarm-counts.tsx';
import styles from './stations.module.css';

type StationTexts = TFunction<'stations'>;

const number = { align: 'right', width: 104 } as const;

interface ColumnsOf {
  curves?: DayCurves | undefined;
  revenues?: Revenues | undefined;
  /** Ids of the rows whose photos may be shown. */
  photosOf?: readonly number[] | undefined;
  /** The one in which revenue is compared; empty: in none. */
  currency?: string;
}

/** Columns of the station list: the worst news first, then those that are missed most where room is short. */
export function stationColumns(
  t: StationTexts,
  format: Format,
  { curves, revenues, photosOf, currency = '' }: ColumnsOf = {},
): Column<StationRow>[] {
  return [
    ...stateColumns(t),
    ...expectedColumns(t, format),
    ...(curves ? [curveColumn(t, curves)] : []),
    ...outputColumns(t, format),
    placeColumn(t, format),
    ...lessMissedColumns(t, format),
    ...(photosOf ? [coverColumn(t('column.cover'), photosOf)] : []),
    ...hiddenReadings(t),
    ...hiddenFacts(t, format),
    ...(revenues ? revenueColumns(t, format, { revenues, currency }) : []),
  ];
}

/** W of each half hour of the local day, by station; stations that are not in it are being read. */
export type DayCurves = ReadonlyMap<number, readonly (number | null)[]>;

function curveColumn(t: StationTexts, curves: DayCurves): Column<StationRow> {
  return {
    key: 'day',
    title: t('column.day'),
    width: 116,
    render: ({ id, capacityKw }) => <DaySpark power={curves.get(id)} capacityKw={capacityKw} />,
  };
}

function placeColumn(t: StationTexts, { language }: Format): Column<StationRow> {
  return {
    key: 'place',
    title: t('column.place'),
    hint: t('column.placeHint'),
    sort: 'place',
    width: 180,
    render: (row) => {
      const place = placeText(row, language);
      // One line, because a row is as high as its highest cell.
      return (
        <span className={styles.place} title={place}>
          {place}
        </span>
      );
    },
  };
}

/** How the station is. */
function stateColumns(t: StationTexts): Column<StationRow>[] {
  return [
    {
      key: 'name',
      title: t('column.name'),
      sort: 'name',
      fixed: true,
      width: 220,
      render: (row) => (
        <span className={styles.name}>
          <FavouriteStar {...row} />
          <span>{row.name}</span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      sort: 'worst',
      width: 130,
      render: (row) => <StatusBadge of="station" value={row.live.status} />,
    },
    {
      key: 'alarms',
      title: t('column.alarms'),
      sort: 'alarms',
      width: 110,
      render: (row) => <AlarmCounts alarms={row.live.alarms} />,
    },
  ];
}

/** What it gives. */
function outputColumns(t: StationTexts, format: Format): Column<StationRow>[] {
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
      render: ({ id, live }) => (
        <EnergyText kwh={live.energyToday} of="today" correction={live.correction} stationId={id} />
      ),
    },
    {
      key: 'capacity',
      title: t('column.capacity'),
      sort: 'capacity',
      ...number,
      render: (row) => capacityText(t, format, row.capacityKw),
    },
  ];
}

/** The first columns to go where room is short. */
function lessMissedColumns(t: StationTexts, format: Format): Column<StationRow>[] {
  return [
    {
      key: 'hoursToday',
      title: t('column.hoursToday'),
      sort: 'hoursToday',
      ...number,
      render: (row) => format.value(hoursToday(row), 'h'),
    },
    {
      key: 'lastDataAt',
      title: t('column.lastData'),
      sort: 'lastDataAt',
      align: 'right',
      width: 132,
      render: (row) => <Age time={row.live.lastDataAt} zone={row.timeZone} />,
    },
    {
      key: 'powerRatio',
      title: t('column.powerRatio'),
      sort: 'powerRatio',
      ...number,
      render: (row) => format.percent(powerRatio(row)),
    },
    {
      key: 'soc',
      title: t('column.soc'),
      sort: 'soc',
      ...number,
      width: 100,
      render: (row) => format.percent(row.live.soc),
    },
    {
      key: 'signal',
      title: t('column.signal'),
      hint: t('column.signalHint'),
      sort: 'signal',
      ...number,
      width: 100,
      render: (row) => format.percent(row.live.signal),
    },
    {
      key: 'devices',
      title: t('column.devices'),
      hint: t('column.devicesHint'),
      sort: 'devicesOffline',
      ...number,
      width: 100,
      render: ({ live }) =>
        `${format.number(live.devicesOnline, 0)} / ${format.number(live.devicesTotal, 0)}`,
    },
    {
      key: 'labels',
      title: t('column.labels'),
      width: 180,
      render: (row) => <LabelChips labels={row.labels} />,
    },
  ];
}

/** Readings that are hidden until somebody chooses them. */
function hiddenReadings(t: StationTexts): Column<StationRow>[] {
  return [
    {
      key: 'communication',
      title: t('column.communication'),
      width: 170,
      hidden: true,
      render: (row) => <StatusBadge of="communication" value={row.live.communication} />,
    },
    {
      key: 'type',
      title: t('column.type'),
      sort: 'type',
      width: 160,
      hidden: true,
      render: (row) => t(`type.${row.type}`),
    },
    {
      key: 'energyMonth',
      title: t('column.energyMonth'),
      sort: 'energyMonth',
      ...number,
      hidden: true,
      render: ({ id, live }) => (
        <EnergyText kwh={live.energyMonth} of="month" correction={live.correction} stationId={id} />
      ),
    },
    {
      key: 'energyYear',
      title: t('column.energyYear'),
      sort: 'energyYear',
      ...number,
      hidden: true,
      render: ({ id, live }) => (
        <EnergyText kwh={live.energyYear} of="year" correction={live.correction} stationId={id} />
      ),
    },
    {
      key: 'energyTotal',
      title: t('column.energyTotal'),
      sort: 'energyTotal',
      ...number,
      hidden: true,
      render: ({ id, live }) => (
        <EnergyText kwh={live.energyTotal} of="total" correction={live.correction} stationId={id} />
      ),
    },
  ];
}

/** Facts of the station that are hidden until somebody chooses them. */
function hiddenFacts(t: StationTexts, format: Format): Column<StationRow>[] {
  return [
    {
      key: 'owner',
      title: t('column.owner'),
      width: 160,
      hidden: true,
      render: (row) => row.owner ?? UNKNOWN,
    },
    {
      key: 'organisation',
      title: t('column.organisation'),
      width: 180,
      hidden: true,
      render: (row) => row.organisation ?? UNKNOWN,
    },
    {
      key: 'visitors',
      title: t('visitors.label'),
      width: 160,
      hidden: true,
      render: (row) => t(row.shared ? 'visitors.open' : 'visitors.closed'),
    },
    {
      key: 'design',
      title: t('column.design'),
      width: 150,
      hidden: true,
      render: (row) => t(row.configured ? 'design.set' : 'design.none'),
    },
    {
      key: 'address',
      title: t('column.address'),
      width: 220,
      hidden: true,
      render: (row) => row.address ?? UNKNOWN,
    },
    {
      key: 'gridConnectedOn',
      title: t('column.gridConnectedOn'),
      sort: 'gridConnectedOn',
      width: 150,
      hidden: true,
      render: (row) => format.day(row.gridConnectedOn),
    },
  ];
}

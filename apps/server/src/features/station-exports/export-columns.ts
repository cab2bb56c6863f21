import { expectedPercent, lostToday, minorDigits } from '@sunfleet/analysis';
import type { CountedRevenue, Language, StationColumn, StationRow } from '@sunfleet/contract';
import type { Cell } from '../../platform/tables/cell.ts';
import type { Text } from '../../platform/text.ts';

/** A row of the list with what it earned. */
export interface ExportRow extends StationRow {
  revenues: readonly CountedRevenue[];
}

/** A column of the file. */
export interface ExportColumn {
  title: string;
  cell: (row: ExportRow) => Cell;
}

interface Wording {
  text: Text;
  language: Language;
  zone: string;
  /** The one in which revenue is compared, if any. */
  currency: string | undefined;
}

const LEVELS = ['emergency', 'general', 'tip'] as const;
const REVENUES = {
  revenueToday: 'today',
  revenueMonth: 'month',
  revenueYear: 'year',
  revenueTotal: 'total',
} as const;

/** Columns of the file for columns of the list, each once, named in the reader's language with their units. Columns of pictures and curves have no cells. */
export function exportColumns(keys: readonly StationColumn[], wording: Wording): ExportColumn[] {
  return [...new Set(keys)].flatMap((key) => columnsOf(key, wording));
}

function columnsOf(key: StationColumn, wording: Wording): ExportColumn[] {
  const { text, language, zone } = wording;
  const t = (name: string) => text(language, name);
  const title = (unit = '') => t(`stations.column.${key}`) + (unit ? ` (${unit})` : '');
  const one = (cell: ExportColumn['cell'], unit?: string): ExportColumn[] => [{ title: title(unit), cell }];
  switch (key) {
    case 'cover':
    case 'day':
      return [];
    case 'alarms':
      return LEVELS.map((level) => ({
        title: `${title()}: ${t(`common.status.alarm.${level}`)}`,
        cell: ({ live }) => live.alarms[level],
      }));
    case 'devices':
      return [
        { title: title(), cell: ({ live }) => live.devicesOnline },
        {
          title: t('stations.filter.devicesOffline'),
          cell: ({ live }) => live.devicesTotal - live.devicesOnline,
        },
      ];
    case 'lastDataAt':
      return [
        {
          title: `${t('stations.column.lastData')} (${zone})`,
          cell: ({ live }) => (live.lastDataAt === null ? null : { at: live.lastDataAt }),
        },
      ];
    case 'gridConnectedOn':
      return one(({ gridConnectedOn }) => (gridConnectedOn === null ? null : { day: gridConnectedOn }));
    case 'design':
      return [
        {
          title: t('stations.column.design'),
          cell: ({ configured }) => t(configured ? 'stations.design.set' : 'stations.design.none'),
        },
      ];
    case 'visitors':
      return [
        {
          title: t('stations.visitors.label'),
          cell: ({ shared }) => t(shared ? 'stations.visitors.open' : 'stations.visitors.closed'),
        },
      ];
    case 'status':
      return one(({ live }) => t(`common.status.station.${live.status}`));
    case 'communication':
      return one(({ live }) => t(`common.status.communication.${live.communication}`));
    case 'type':
      return one(({ type }) => t(`stations.type.${type}`));
    case 'labels':
      return one(({ labels }) => labels.map(({ name }) => name).join(', '));
    case 'place':
      return one(({ place }) => [place?.town, place?.region, place?.country].filter(Boolean).join(', '));
    case 'name':
    case 'owner':
    case 'organisation':
    case 'address':
      return one((row) => row[key]);
    case 'revenueToday':
    case 'revenueMonth':
    case 'revenueYear':
    case 'revenueTotal':
      return one(revenueCell(REVENUES[key], wording.currency), wording.currency);
    default:
      return one(FIGURES[key].cell, FIGURES[key].unit);
  }
}

type FigureColumn =
  | 'capacity'
  | 'power'
  | 'powerRatio'
  | 'energyToday'
  | 'hoursToday'
  | 'energyMonth'
  | 'energyYear'
  | 'energyTotal'
  | 'expected'
  | 'loss'
  | 'soc'
  | 'signal';

/** A quotient without a divisor is not known. */
const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : part / whole;

const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** Figures as the list shows them. */
const FIGURES: Readonly<Record<FigureColumn, { unit: string; cell: (row: ExportRow) => number | null }>> = {
  capacity: { unit: 'kWp', cell: ({ capacityKw }) => capacityKw || null },
  power: { unit: 'kW', cell: ({ live }) => scaled(live.power, 1 / 1000) },
  powerRatio: { unit: '%', cell: ({ live, capacityKw }) => scaled(share(live.power, capacityKw), 1 / 10) },
  energyToday: { unit: 'kWh', cell: ({ live }) => live.energyToday },
  hoursToday: { unit: 'h', cell: ({ live, capacityKw }) => share(live.energyToday, capacityKw) },
  energyMonth: { unit: 'kWh', cell: ({ live }) => live.energyMonth },
  energyYear: { unit: 'kWh', cell: ({ live }) => live.energyYear },
  energyTotal: { unit: 'kWh', cell: ({ live }) => live.energyTotal },
  expected: {
    unit: '%',
    cell: ({ live, capacityKw }) => expectedPercent(live, capacityKw),
  },
  loss: {
    unit: 'kWh',
    cell: ({ live }) => lostToday(live),
  },
  soc: { unit: '%', cell: ({ live }) => live.soc },
  signal: { unit: '%', cell: ({ live }) => live.signal },
};

/** A number in the chosen currency; without one a text that names each. */
function revenueCell(figure: (typeof REVENUES)[keyof typeof REVENUES], currency: string | undefined) {
  return ({ revenues }: ExportRow): Cell => {
    const known = revenues.flatMap((revenue) => {
      const minor = revenue[figure];
      return minor === null ? [] : { ...revenue, amount: minor / 10 ** minorDigits(revenue.currency) };
    });
    if (currency !== undefined) return known.find((one) => one.currency === currency)?.amount ?? null;
    if (known.length === 0) return null;
    return known.map((one) => `${one.amount.toFixed(minorDigits(one.currency))} ${one.currency}`).join(' · ');
  };
}

import type { DeviceColumn, DeviceRow, Language } from '@sunfleet/contract';
import type { Cell } from '../../platform/tables/cell.ts';
import type { Text } from '../../platform/text.ts';

interface DeviceExportColumn {
  title: string;
  cell: (row: DeviceRow) => Cell;
}

const UNITS: Partial<Record<DeviceColumn, string>> = {
  power: 'kW',
  ratedPower: 'kW',
  energyToday: 'kWh',
  soc: '%',
  signal: '%',
};

const kilo = (watts: number | null) => (watts === null ? null : watts / 1000);
const dayCell = (day: string | null): Cell => (day === null ? null : { day });

/** Columns of a file of devices, each once, named in the reader's language with their units. */
export function deviceExportColumns(
  keys: readonly DeviceColumn[],
  { text, language, zone }: { text: Text; language: Language; zone: string },
): DeviceExportColumn[] {
  const t = (name: string) => text(language, name);
  const cells: Readonly<Record<DeviceColumn, DeviceExportColumn['cell']>> = {
    sn: ({ sn }) => sn,
    status: ({ live }) => t(`common.status.device.${live.status}`),
    alarms: ({ live }) => live.openAlarms,
    station: ({ station }) => station?.name ?? null,
    power: ({ live }) => kilo(live.power),
    energyToday: ({ live }) => live.energyToday,
    lastData: ({ live }) => (live.lastDataAt === null ? null : { at: live.lastDataAt }),
    model: ({ model }) => model,
    kind: ({ kind }) => t(`devices.kind.${kind}`),
    signal: ({ live }) => live.signal,
    labels: ({ labels }) => labels.map(({ name }) => name).join(', '),
    batches: ({ batches }) => batches.map(({ code }) => code).join(', '),
    product: ({ product }) => product?.name ?? null,
    parent: ({ parent }) => parent?.sn ?? null,
    connection: ({ live }) => (live.connection === null ? null : t(`devices.connection.${live.connection}`)),
    firmware: ({ firmware }) => firmware,
    manufacturer: ({ manufacturer }) => manufacturer,
    ratedPower: ({ ratedPower }) => kilo(ratedPower),
    soc: ({ live }) => live.soc,
    productionDate: ({ productionDate }) => dayCell(productionDate),
    warrantyEnd: ({ warrantyEnd }) => dayCell(warrantyEnd),
    firstPowerOn: ({ firstPowerOn }) => dayCell(firstPowerOn),
    soldOn: ({ soldOn }) => dayCell(soldOn),
  };
  const column = (key: DeviceColumn): DeviceExportColumn => {
    const unit = key === 'lastData' ? zone : UNITS[key];
    const name = t(`devices.column.${key}`);
    return { title: unit ? `${name} (${unit})` : name, cell: cells[key] };
  };
  const named: DeviceExportColumn = { title: t('devices.column.name'), cell: ({ name }) => name };
  // The list shows the name in the place of the number where there is one; a file has both.
  return [...new Set(keys)].flatMap((key) => (key === 'sn' ? [column(key), named] : [column(key)]));
}

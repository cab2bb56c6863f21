import {
  claimCodeRule,
  dayRule,
  DEVICE_KINDS,
  type DeviceKind,
  METER_ROLES,
  type MeterRole,
  ratedPowerRule,
  type Rule,
  snRule,
} from '@sunfleet/contract';
import { csvRecords } from '../../../lib/csv-records.ts';

/** Columns of the table, in the order of the template. */
export const DEVICE_TABLE = [
  'sn',
  'station',
  'kind',
  'name',
  'manufacturer',
  'model',
  'profileId',
  'parentSn',
  'meterRole',
  'ratedPower',
  'productionDate',
  'soldOn',
  'firstPowerOn',
  'warrantyEnd',
  'remark',
  'claimCode',
] as const;
export type DeviceTableColumn = (typeof DEVICE_TABLE)[number];

const NEEDED: readonly DeviceTableColumn[] = ['sn', 'station', 'kind'];
const DAYS = ['productionDate', 'soldOn', 'firstPowerOn', 'warrantyEnd'] as const;

/** What a table says of one device. Empty cells are not known. */
export interface TableDevice {
  sn: string;
  /** Name of its station. */
  station: string;
  device: {
    sn: string;
    kind: DeviceKind;
    name?: string;
    manufacturer?: string;
    model?: string;
    profileId?: string;
    parentSn?: string;
    meterRole?: MeterRole;
    ratedPower?: number;
    claimCode?: string;
  };
  /** What is written down after it was added. */
  later: Partial<Record<(typeof DAYS)[number] | 'remark', string>>;
  faults: readonly { column: DeviceTableColumn; rule: Rule }[];
}

/** The table without rows, to be filled in. */
export const deviceTemplate = (): string => `${DEVICE_TABLE.join(',')}\n`;

/** The devices of a table, by the names of its columns in any order; null where the first row names too few of them. */
export function readDevices(text: string): TableDevice[] | null {
  const [head = [], ...body] = csvRecords(text);
  const columns = head.map((name) => name.toLowerCase());
  if (!NEEDED.every((name) => columns.includes(name.toLowerCase()))) return null;
  const seen = new Set<string>();
  return body.map((cells) => {
    const read = readRow((name) => cells[columns.indexOf(name.toLowerCase())] ?? '');
    const twice = seen.has(read.sn.toLowerCase());
    seen.add(read.sn.toLowerCase());
    return twice ? { ...read, faults: [...read.faults, { column: 'sn', rule: 'sameSerialNumber' }] } : read;
  });
}

function readRow(cell: (name: DeviceTableColumn) => string): TableDevice {
  const kind = DEVICE_KINDS.find((known) => known.toLowerCase() === cell('kind').toLowerCase());
  const role = METER_ROLES.find((known) => known.toLowerCase() === cell('meterRole').toLowerCase());
  const power = Number(cell('ratedPower').replace(',', '.'));
  const wrong: [DeviceTableColumn, Rule | undefined][] = [
    ['sn', snRule(cell('sn'))],
    ['station', cell('station') === '' ? 'nameEmpty' : undefined],
    ['kind', kind ? undefined : 'deviceKindInvalid'],
    ['meterRole', cell('meterRole') !== '' && (!role || kind !== 'meter') ? 'meterRoleInvalid' : undefined],
    ['ratedPower', cell('ratedPower') === '' ? undefined : ratedPowerRule(power)],
    ...DAYS.map((day): [DeviceTableColumn, Rule | undefined] => [
      day,
      cell(day) === '' ? undefined : dayRule(cell(day)),
    ]),
    ['claimCode', cell('claimCode') === '' ? undefined : claimCodeRule(cell('claimCode'))],
  ];
  const texts = ['name', 'manufacturer', 'model', 'profileId', 'parentSn', 'claimCode'] as const;
  return {
    sn: cell('sn'),
    station: cell('station'),
    device: {
      sn: cell('sn'),
      kind: kind ?? 'inverter',
      ...filled(texts, cell),
      ...(role ? { meterRole: role } : {}),
      ...(cell('ratedPower') === '' ? {} : { ratedPower: power }),
    },
    later: filled([...DAYS, 'remark'], cell),
    faults: wrong.flatMap(([column, rule]) => (rule ? [{ column, rule }] : [])),
  };
}

const filled = <N extends DeviceTableColumn>(names: readonly N[], cell: (name: N) => string) =>
  Object.fromEntries(
    names.flatMap((name) => (cell(name) === '' ? [] : [[name, cell(name)] as const])),
  ) as Partial<Record<N, string>>;

import { RUN_STATES } from '@sunfleet/device-model';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readCsv, valuesOf, wallOf, type CsvRow, type CsvTable } from './csv-table.ts';
import type { RecordedDevice, RecordedPlant } from './recorded-plant.ts';

/**
 * Ten three-phase inverters of the 100 kW class with all strings, 2 to 3 minutes, two days. Where they stand is not told: the
 * zone and position are guessed from the sun in the data. After midnight the daily counter still shows the day before for a
 * few minutes; it is sent as it was recorded.
 */
export function readStrings(folder: string): RecordedPlant {
  const files = readdirSync(path.join(folder, 'strings')).filter((name) =>
    /^inverter_\d+\.csv\.gz$/.test(name),
  );
  return {
    station: {
      name: 'String plant',
      type: 'commercial',
      gridType: 'selfConsumption',
      capacityKw: 1000,
      timeZone: 'Asia/Shanghai',
      latitude: 31.8,
      longitude: 117.2,
      elevation: 30,
      tilt: 10,
      azimuth: 180,
      country: 'CN',
    },
    devices: files.sort().map((name) => readInverter(path.join(folder, 'strings', name))),
  };
}

type Mapping = readonly (readonly [key: string, column: string, factor?: number])[];

const FIXED: Mapping = [
  ['ac.power', 'Pac(W)'],
  ['dc.power', 'Ppv(W)'],
  ['energy.day', 'EacToday(kWh)'],
  ['energy.total', 'EacTotal(kWh)'],
  ['ac.l12.voltage', 'VacRS(V)'],
  ['ac.l23.voltage', 'VacST(V)'],
  ['ac.l31.voltage', 'VacTR(V)'],
  ['ac.l1.voltage', 'VacR(V)'],
  ['ac.l2.voltage', 'VacS(V)'],
  ['ac.l3.voltage', 'VacT(V)'],
  ['ac.l1.current', 'IacR(A)'],
  ['ac.l2.current', 'IacS(A)'],
  ['ac.l3.current', 'IacT(A)'],
  ['ac.frequency', 'Fac(Hz)'],
  ['ac.powerFactor', 'PF'],
  ['ac.reactive', 'ReactPower(Var)'],
  ['temp.inverter', 'INVTemp(℃)'],
  ['insulation.resistance', 'PV ISO(KΩ)'],
  ['leakage.current', 'GFCI(mA)'],
  ['alarm.code', 'FaultCode'],
];

const STATES: Readonly<Record<string, number>> = {
  Waiting: RUN_STATES.standby,
  Checking: RUN_STATES.checking,
  Normal: RUN_STATES.running,
  Fault: RUN_STATES.breakdown,
};

function readInverter(file: string): RecordedDevice {
  const table = readCsv(file);
  const mapping = [...FIXED, ...connected(table)];
  const readings = table.rows.flatMap((row) => {
    const wall = wallOf(row.text('Time')) ?? wallOfMonthFirst(row.text('Time'));
    if (wall === undefined) return [];
    const values = valuesOf(row, mapping);
    const state = STATES[row.text('Status')];
    return [{ wall, values: state === undefined ? values : { ...values, state } }];
  });
  const code = table.rows[0]?.text('Serial number') ?? path.basename(file, '.csv.gz');
  return {
    code,
    kind: 'inverter',
    manufacturer: 'Recorded',
    model: 'String inverter',
    ratedPower: 110_000,
    readings,
  };
}

/** Inputs and strings that ever carried something; the export has columns for all a larger model would have. */
function connected(table: CsvTable): Mapping {
  const families = [
    ['pv#.voltage', /^Vpv(\d+)\(V\)$/],
    ['pv#.current', /^Ipv(\d+)\(A\)$/],
    ['pv#.power', /^Ppv(\d+)\(W\)$/],
    ['str#.voltage', /^Vstr(\d+)\(V\)$/],
    ['str#.current', /^Istr(\d+)\(A\)$/],
  ] as const;
  const used = (column: string) => table.rows.some((row: CsvRow) => (row.number(column) ?? 0) !== 0);
  return families.flatMap(([key, pattern]) =>
    table.columns.flatMap((column) => {
      const number = pattern.exec(column)?.[1];
      return number && used(column) ? [[key.replace('#', number), column] as const] : [];
    }),
  );
}

/** `04/05/2025 23:59` is the fifth of April: some of the files were opened in a spreadsheet on their way. */
function wallOfMonthFirst(text: string): number | undefined {
  const found = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})$/.exec(text);
  return found ? wallOf(`${found[3]}-${found[1]}-${found[2]} ${found[4]}`) : undefined;
}

import type { DeviceLive, StationLive } from '@sunfleet/contract';
import { CompiledQuery } from 'kysely';
import type { Ownership } from '../../platform/ownership/ownership.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { ToWrite } from './announce-states.ts';

const ROWS_PER_STATEMENT = 5000;

const run = (trx: Db, text: string, values: unknown[]) => trx.executeQuery(CompiledQuery.raw(text, values));

/** Next to nothing, as of a curve of an inverter that somebody made up, is nothing: the database ends a statement that divides by it, and so everybody's list. */
const LEAST = 1e-9;
const told = (value: number | null) => (value !== null && Math.abs(value) < LEAST ? 0 : value);

const date = (time: number | null) => (time === null ? null : new Date(time));

/** Writes what was announced. What could not be written is kept for the next time. */
export async function writeStates(ownership: Ownership, toWrite: ToWrite): Promise<void> {
  const devices = [...toWrite.devices.values()];
  const stations = [...toWrite.stations.values()];
  toWrite.devices.clear();
  toWrite.stations.clear();
  try {
    if (devices.length + stations.length === 0) return;
    await ownership.transaction(async (trx) => {
      await writeDeviceStates(trx, devices);
      await writeStationStates(trx, stations);
    });
  } catch (error) {
    // What changed meanwhile is newer than what could not be written.
    for (const one of devices) if (!toWrite.devices.has(one.deviceId)) toWrite.devices.set(one.deviceId, one);
    for (const one of stations)
      if (!toWrite.stations.has(one.stationId)) toWrite.stations.set(one.stationId, one);
    throw error;
  }
}

/**
 * Writes the states of many devices in one statement each five thousand; a device that is gone is left out. In the order of ids, because changes of
 * devices hold their states, too.
 */
async function writeDeviceStates(trx: Db, states: readonly DeviceLive[]): Promise<void> {
  const rows = states.toSorted((a, b) => a.deviceId - b.deviceId);
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const part = rows.slice(i, i + ROWS_PER_STATEMENT);
    await run(trx, DEVICES, [
      part.map((row) => row.deviceId),
      part.map((row) => row.status),
      part.map((row) => row.runMode),
      part.map((row) => row.connection),
      part.map((row) => told(row.power)),
      part.map((row) => told(row.energyToday)),
      part.map((row) => row.soc),
      part.map((row) => row.signal),
      part.map((row) => row.openAlarms),
      part.map((row) => date(row.lastDataAt)),
      part.map((row) => date(row.lastSeenAt)),
    ]);
  }
}

const DEVICES = `
INSERT INTO device_states AS s (device_id, status, run_mode, connection, power, energy_today, soc, signal, open_alarms,
  last_data_at, last_seen_at)
SELECT u.* FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[],
  $8::float8[], $9::int[], $10::timestamptz[], $11::timestamptz[]) AS u (device_id)
JOIN devices d ON d.id = u.device_id ORDER BY u.device_id
ON CONFLICT (device_id) DO UPDATE SET status = excluded.status, run_mode = excluded.run_mode,
  connection = excluded.connection, power = excluded.power, energy_today = excluded.energy_today, soc = excluded.soc,
  signal = excluded.signal, open_alarms = excluded.open_alarms, last_data_at = excluded.last_data_at,
  last_seen_at = excluded.last_seen_at`;

/** As `writeDeviceStates`, for stations. */
async function writeStationStates(trx: Db, rows: readonly StationLive[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const part = rows.slice(i, i + ROWS_PER_STATEMENT);
    await run(trx, STATIONS, [
      part.map((row) => row.stationId),
      part.map((row) => row.status),
      part.map((row) => row.communication),
      part.map((row) => row.runMode),
      part.map((row) => row.expectedBy),
      ...NUMBERS.map((name) => part.map((row) => told(row[name]))),
      ...CORRECTED.map((name) => part.map((row) => told(row.correction?.[name] ?? 0))),
      part.map((row) => row.devicesOnline),
      part.map((row) => row.devicesTotal),
      part.map((row) => row.alarms.emergency),
      part.map((row) => row.alarms.general),
      part.map((row) => row.alarms.tip),
      part.map((row) => date(row.lastDataAt)),
    ]);
  }
}

const NUMBERS = [
  'power',
  'load',
  'grid',
  'battery',
  'soc',
  'irradiance',
  'energyToday',
  'energyMonth',
  'energyYear',
  'energyTotal',
  'expectedToday',
  'irradiationToday',
  'signal',
] as const;

/** Energies of which it is kept how much people added. */
const CORRECTED = ['today', 'month', 'year', 'total'] as const;

const STATION_COLUMNS = [
  'status',
  'communication',
  'run_mode',
  'expected_by',
  ...NUMBERS.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  ...CORRECTED.map((name) => `correction_${name}`),
  'devices_online',
  'devices_total',
  'alarms_emergency',
  'alarms_general',
  'alarms_tip',
  'last_data_at',
];
const STATION_TYPES = [
  'bigint',
  'text',
  'text',
  'text',
  'text',
  ...NUMBERS.map(() => 'float8'),
  ...CORRECTED.map(() => 'float8'),
  ...Array.from({ length: 5 }, () => 'int'),
  'timestamptz',
];

const STATIONS = `
INSERT INTO station_states (station_id, ${STATION_COLUMNS.join(', ')})
SELECT u.* FROM unnest(${STATION_TYPES.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) AS u (station_id)
JOIN stations s ON s.id = u.station_id
ON CONFLICT (station_id) DO UPDATE SET ${STATION_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

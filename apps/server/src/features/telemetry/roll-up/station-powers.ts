import { columnBytes, type NativeColumn } from '../../../platform/clickhouse/native-block.ts';
import { createBreath } from '../../../platform/breath.ts';
import type { FleetDevice } from '../../fleet/index.ts';
import type { RollUpRun } from './device-energies.ts';
import { dropUnbelieved } from './believed-means.ts';
import { BUCKET_MS } from './energy-cells.ts';
import { mostPowerOf } from './likely-power.ts';
import { bridge, readMeans, type Means } from './point-means.ts';
import { BALANCE_POINTS, balanceOf, type Balance, type Reporting } from './power-balance.ts';
import { markLatePowers } from './mark-late-powers.ts';
import type { StationSpan } from './station-energies.ts';
import { partOf } from './station-flows.ts';

const COLUMNS = ['pv', 'load', 'grid', 'battery', 'soc', 'poa', 'ghi', 'ambient'] as const;
/** Buckets a device may be silent before its power is unknown; more for one that reports more rarely. */
const BRIDGED_MS = 15 * 60_000;

interface PowerRow {
  station: number;
  bucket: number;
  balance: Balance;
}

/** Sums five-minute means of devices to the power curves of their stations and writes these. */
export async function rollUpStationPower(
  run: RollUpRun,
  spans: readonly StationSpan[],
  version: number,
): Promise<void> {
  if (spans.length === 0) return;
  const slow = (device: FleetDevice) => Math.max(BRIDGED_MS, run.slow.get(device.id) ?? 0);
  const devices = spans.flatMap((span) => run.fleet.devicesOf(span.station));
  const reach = Math.ceil(Math.max(BRIDGED_MS, ...devices.map(slow)) / BUCKET_MS) * BUCKET_MS;
  const means = await readMeans(run.db, {
    devices: devices.map((device) => device.id),
    points: BALANCE_POINTS,
    start: Math.min(...spans.map((span) => span.from)) - 2 * reach,
    end: Math.max(...spans.map((span) => span.to)) + BUCKET_MS + 2 * reach,
  });
  const rows: PowerRow[] = [];
  for (const span of spans) {
    const own = run.fleet.devicesOf(span.station);
    const wide = { ...span, from: span.from - reach, to: span.to + reach };
    const most = (device: FleetDevice) => mostPowerOf(device, run.fleet.station(span.station));
    for (const row of await rowsOf(wide, means, { devices: own, slow, most })) rows.push(row);
  }
  if (rows.length > 0) await run.db.insertNative('station_power_5m', blockOf(rows, version));
  await markLatePowers(run, spans, reach);
}

interface DeviceFacts {
  /** Longest silence that is bridged, milliseconds. */
  slow(device: FleetDevice): number;
  /** W above which it is believed only where that is usual. */
  most(device: FleetDevice): number;
}

async function rowsOf(
  span: StationSpan,
  means: Means,
  fleet: { devices: readonly FleetDevice[] } & DeviceFacts,
): Promise<PowerRow[]> {
  const breath = createBreath();
  const curves: { device: FleetDevice; points: (Float64Array | undefined)[] }[] = [];
  for (const device of fleet.devices) {
    if (!partOf(device) && device.kind !== 'weather') continue;
    await breath();
    const points = curvesOf(device, means, fleet);
    if (points.some((values) => values !== undefined)) curves.push({ device, points });
  }
  const rows: PowerRow[] = [];
  const values = curves.map(() => new Float64Array(BALANCE_POINTS.length));
  const reporting: Reporting[] = curves.map(({ device }, i) => ({ device, values: values[i]! }));
  for (let bucket = span.from; bucket <= span.to; bucket += BUCKET_MS) {
    await breath();
    const at = (bucket - means.start) / BUCKET_MS;
    let known = false;
    for (const [i, { points }] of curves.entries()) {
      for (let slot = 0; slot < BALANCE_POINTS.length; slot += 1) {
        const value = points[slot]?.[at] ?? NaN;
        values[i]![slot] = value;
        known ||= !Number.isNaN(value);
      }
    }
    if (known) rows.push({ station: span.station, bucket, balance: balanceOf(reporting) });
  }
  return rows;
}

function curvesOf(
  device: FleetDevice,
  means: Means,
  { slow, most }: DeviceFacts,
): (Float64Array | undefined)[] {
  return BALANCE_POINTS.map((point) => {
    const values = means.of(device.id, point);
    const peaks = means.peaksOf(device.id, point);
    if (values && peaks) dropUnbelieved(values, { point, peaks, mostPowerW: most(device) });
    if (device.measuredSince !== undefined) values?.fill(NaN, 0, firstAfter(device.measuredSince, means));
    if (values) bridge(values, Math.floor(slow(device) / BUCKET_MS));
    return values;
  });
}

/** Place of the first mean that began after a time. */
function firstAfter(time: number, { start, length }: Means): number {
  return Math.min(length, Math.max(0, Math.ceil((time - start) / BUCKET_MS)));
}

function blockOf(rows: readonly PowerRow[], version: number) {
  const length = rows.length;
  return {
    rows: length,
    columns: [
      {
        name: 'station',
        type: 'UInt32',
        bytes: columnBytes(
          Uint32Array.from(rows, (row) => row.station),
          length,
        ),
      },
      {
        name: 'bucket',
        type: "DateTime('UTC')",
        bytes: columnBytes(
          Uint32Array.from(rows, (row) => row.bucket / 1000),
          length,
        ),
      },
      ...COLUMNS.map((name) =>
        nullable(
          name,
          Float32Array.from(rows, (row) => row.balance[name]),
        ),
      ),
      {
        name: 'version',
        type: 'UInt64',
        bytes: columnBytes(new BigUint64Array(length).fill(BigInt(version)), length),
      },
    ],
  };
}

/** Native form of Nullable: a byte a row that says "null", then the values. */
function nullable(name: string, values: Float32Array): NativeColumn {
  const bytes = new Uint8Array(values.length * 5);
  for (const [i, value] of values.entries()) bytes[i] = Number.isNaN(value) ? 1 : 0;
  bytes.set(
    columnBytes(
      values.map((value) => (Number.isNaN(value) ? 0 : value)),
      values.length,
    ),
    values.length,
  );
  return { name, type: 'Nullable(Float32)', bytes };
}

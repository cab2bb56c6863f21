import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dayRange, instantOfWall } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';

const ZONE = 'Asia/Kolkata';
const ROOT = path.join(import.meta.dirname, '../../../../../..');
const DATA = process.env.SUNFLEET_DATA ?? path.join(ROOT, '../shared/data');
const FILE = path.resolve(ROOT, DATA, 'plant22/generation_15min_by_inverter.csv.gz');

interface Row {
  day: string;
  time: number;
  watts: number;
  daily: number;
  total: number;
}

function readPlant(): Map<string, Row[]> {
  const inverters = new Map<string, Row[]>();
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n').slice(1);
  for (const line of lines) {
    const [local = '', inverter = '', , kilowatts, daily, total] = line.split(',');
    const row = {
      day: local.slice(0, 10),
      time: instantOfWall(Date.parse(`${local}:00Z`), ZONE),
      watts: Number(kilowatts) * 1000,
      daily: Number(daily),
      total: Number(total),
    };
    inverters.set(inverter, [...(inverters.get(inverter) ?? []), row]);
  }
  return inverters;
}

/** What the file itself says a day held: the lifetime counter's last reading of the day less the last one before it. */
function totalsOf(rows: readonly Row[]): Map<string, number> {
  const last = new Map(rows.map((row) => [row.day, row.total]));
  const days = [...last.keys()];
  const before = (i: number) => last.get(days[i - 1] ?? '') ?? rows[0]?.total ?? 0;
  return new Map(days.map((day, i) => [day, (last.get(day) ?? 0) - before(i)]));
}

test.skipIf(!existsSync(FILE))(
  `daily energy of every inverter of plant22 equals the file's (skipped where ${path.basename(FILE)} is absent)`,
  async () => {
    const kit = await openTelemetry(await testPlatform());
    afterAll(() => kit.stop());
    const station = await makeStation(kit.platform, { timeZone: ZONE, latitude: 20, longitude: 77 });
    let plant = 0;
    for (const rows of readPlant().values()) {
      const device = await makeDevice(kit.platform, { stationId: station.id, ratedPower: 1_500_000 });
      const readings = rows.map(({ time, watts, daily, total }) => ({
        time,
        values: { 'ac.power': watts, 'energy.day': daily, 'energy.total': total },
      }));
      await kit.store(device, readings);
      await kit.rollUps.settle();
      const days = await kit.energies({ id: device.id, grain: 'day' });
      for (const [day, expected] of totalsOf(rows)) {
        const found = days.get(dayRange(day, ZONE).start) ?? 0;
        expect(Math.abs(found - expected), `${device.sn} ${day}`).toBeLessThanOrEqual(
          Math.max(1, expected * 0.001),
        );
        plant += found;
      }
    }
    const [month = 0, ...rest] = (
      await kit.energies({ subject: 'station', id: station.id, grain: 'year' })
    ).values();
    expect(rest).toEqual([]);
    expect(Math.abs(month - plant)).toBeLessThan(1);
  },
  120_000,
);

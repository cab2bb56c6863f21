/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clearPower } from '../expected/model-columns.ts';
import { skyColumns } from '../expected/sky-columns.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { clearSkyProfile } from './clear-sky-profile.ts';
import { forecastBand } from './forecast-band.ts';
import { forecastErrors } from './forecast-errors.ts';
import { forecastSkill, squaredErrors } from './forecast-skill.ts';
import type { PastDay } from './past-days.ts';
import { smartPersistence } from './smart-persistence.ts';

const PROJECT = resolve(import.meta.dirname, '../../../..');
const DATA = resolve(PROJECT, process.env['SUNFLEET_DATA'] ?? '../shared/data');
const HALF_HOUR = 1_800_000;
const DAY = 48 * HALF_HOUR;
const SLOTS = 48;
const PAST_DAYS = 14;
const ERROR_DAYS = 30;

interface Plant {
  file: string;
  station: PvStation;
  /** Local midnight of its first day. */
  first: number;
  last: number;
  read: (lines: readonly string[], add: (time: number, watts: number) => void) => void;
}

const PLANTS: Record<string, Plant> = {
  // Two roofs of the University of Reunion, two years; one faces north-east, the other south-west.
  enerpos: {
    file: 'enerpos/Prod_ENERPOS_Sunzil.txt.gz',
    station: {
      site: { latitude: -21.33, longitude: 55.48, altitude: 75 },
      arrays: [
        { dcPower: 18_900, tilt: 9, azimuth: 14 },
        { dcPower: 30_240, tilt: 9, azimuth: 194 },
      ],
    },
    first: Date.parse('2021-01-01T00:00+04:00'),
    last: Date.parse('2023-01-01T00:00+04:00'),
    read: (lines, add) => {
      for (const line of lines) {
        const [local = '', , watts = ''] = line.split(';');
        const [, day, month, year, clock] = /^(\d+)\/(\d+)\/(\d+) (\d+:\d+)/.exec(local) ?? [];
        if (watts !== '') add(Date.parse(`${year}-${month}-${day}T${clock}+04:00`) - 600_000, Number(watts));
      }
    },
  },
  // Somewhere in India, in the weeks in which the monsoon comes; place and size are assumed, which the ratio to recent days takes out again.
  plant22: {
    file: 'plant22/generation_15min_by_inverter.csv.gz',
    station: {
      site: { latitude: 15, longitude: 78, altitude: 200 },
      arrays: [{ dcPower: 31e6, tilt: 15, azimuth: 180 }],
    },
    first: Date.parse('2020-05-15T00:00+05:30'),
    last: Date.parse('2020-06-18T00:00+05:30'),
    read: (lines, add) => {
      const sums = new Map<string, number>();
      for (const line of lines) {
        const [local = '', , , kw = ''] = line.split(',');
        sums.set(local, (sums.get(local) ?? 0) + Number(kw) * 1000);
      }
      for (const [local, watts] of sums) add(Date.parse(`${local}:00+05:30`), watts);
    },
  },
};

/** Power and clear sky by local day, in means of half hours. */
function daysOf({ file, station, first, last, read }: Plant): PastDay[] {
  const length = (last - first) / HALF_HOUR;
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  const [, ...lines] = gunzipSync(readFileSync(resolve(DATA, file)))
    .toString()
    .trim()
    .split('\n');
  read(lines, (time, watts) => {
    const slot = Math.floor((time - first) / HALF_HOUR);
    if (slot < 0 || slot >= length || !(watts >= 0)) return;
    sums[slot]! += watts;
    counts[slot]! += 1;
  });
  const times = Float64Array.from({ length }, (_, slot) => first + (slot + 0.5) * HALF_HOUR);
  const clear = clearPower(station, skyColumns(times, station.site));
  const power = sums.map((sum, slot) => (counts[slot]! > 0 ? sum / counts[slot]! : NaN));
  return Array.from({ length: length / SLOTS }, (_, day) => ({
    power: power.subarray(day * SLOTS, (day + 1) * SLOTS),
    clear: clear.subarray(day * SLOTS, (day + 1) * SLOTS),
  }));
}

/** Each day is forecast from the days before it alone. */
function measure(days: readonly PastDay[]) {
  const ahead = { n: 0, forecast: 0, persistence: 0 };
  const hour = { n: 0, forecast: 0, persistence: 0 };
  const inside = { n: 0, below: 0, above: 0 };
  const errors: Float64Array[] = [];
  const add = (to: typeof ahead, sums: typeof ahead) => {
    to.n += sums.n;
    to.forecast += sums.forecast;
    to.persistence += sums.persistence;
  };
  for (let day = 7; day < days.length; day += 1) {
    const { power, clear } = days[day]!;
    const profile = clearSkyProfile(days.slice(Math.max(0, day - PAST_DAYS), day).toReversed());
    const forecast = smartPersistence({ clear, profile, stepMs: HALF_HOUR });
    add(ahead, squaredErrors({ power, forecast, persistence: days[day - 1]!.power, clear }));
    // An hour ahead against the power of now held on.
    const later = forecast.map((_, place) =>
      place < 2
        ? NaN
        : smartPersistence({ clear, profile, measured: power, from: place - 1, stepMs: HALF_HOUR })[place]!,
    );
    const held = power.map((_, place) => (place < 2 ? NaN : power[place - 2]!));
    add(hour, squaredErrors({ power, forecast: later, persistence: held, clear }));
    const band = forecastBand({ forecast, clear, errors: errors.slice(-ERROR_DAYS), stepMs: HALF_HOUR });
    if (errors.length >= ERROR_DAYS || errors.length >= days.length / 2)
      for (let place = 0; place < SLOTS; place += 1) {
        if (!(clear[place]! > 0) || Number.isNaN(power[place]!)) continue;
        inside.n += 1;
        if (power[place]! < band.p10[place]!) inside.below += 1;
        if (power[place]! > band.p90[place]!) inside.above += 1;
      }
    errors.push(forecastErrors({ power, forecast, clear }));
  }
  return { ahead: forecastSkill(ahead)!, hour: forecastSkill(hour)!, inside };
}

for (const [name, plant] of Object.entries(PLANTS)) {
  test.skipIf(!existsSync(resolve(DATA, plant.file)))(
    `${name}: a day and an hour ahead are better than persistence, and a tenth of the powers lies beyond each edge of the band`,
    () => {
      const days = daysOf(plant);
      expect(days.length * DAY).toBe(plant.last - plant.first);
      const { ahead, hour, inside } = measure(days);
      expect(ahead).toBeGreaterThan(0.1);
      expect(hour).toBeGreaterThan(0.1);
      expect(inside.below / inside.n).toBeLessThan(0.16);
      expect(inside.above / inside.n).toBeLessThan(0.16);
    },
    60_000,
  );
}

import {
  lossDaySteps,
  UNCALIBRATED,
  type LossDay,
  type LossDayRows,
  type PvStation,
} from '@sunfleet/analysis';
import { columnBytes } from '../../../platform/clickhouse/native-block.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { inSmallSteps } from '../../../platform/in-small-steps.ts';
import type { WeatherOf } from '../../weather/index.ts';
import { modelOf } from '../../telemetry/index.ts';
import { BUCKET_MS, middlesOf } from '../buckets.ts';
import { believedOf, cutLight, daysOf, lightOf, segmentsOf } from '../expect-station.ts';
import { readInputs, weatherAt, type ExpectParts, type ReadInputs, type Stretch } from '../read-inputs.ts';
import { peerShares } from '../peers.ts';
import { emptyColumns } from '../power-inputs.ts';
import { LOSS_BASIS } from './loss-basis.ts';
import { readTold, type ToldColumns } from './observed.ts';
import { readStrings } from './read-strings.ts';

interface StoredDay extends LossDay {
  station: number;
  basis: number;
}

/** Computes what was lost on the local days of stretches, which begin and end with days that are over, and writes it. */
export async function writeLosses(
  parts: ExpectParts,
  touched: readonly Stretch[],
  version: number,
): Promise<void> {
  const groups = Map.groupBy(touched, ({ from, to }) => `${from} ${to}`);
  for (const group of groups.values()) {
    const { from, to } = group[0]!;
    const read = await readInputs(parts, group);
    const stations = group.map(({ station }) => station);
    const told = await readTold(parts, { stations, from, to });
    const strings = await readStrings(parts, group);
    const days: StoredDay[] = [];
    for (const stretch of group)
      days.push(
        ...(await lossesOf(parts.fleet, stretch, {
          read,
          told: told.get(stretch.station.id),
          strings: strings.get(stretch.station.id),
        })),
      );
    await store(parts.samples, days.filter(isCountable), version);
  }
}

/** Wh of a day; no station gives so much. */
const MOST = 1e15;

/**
 * Whether a day is one that can be stored and summed. Data sheets are what people typed: a curve of an inverter beyond any number would end the work for
 * all stations that are computed together, and what is merely enormous would wrap around.
 */
const isCountable = (day: StoredDay): boolean =>
  [...STAGES, 'strings' as const].every((name) => Math.abs(day[name]) <= MOST);

async function lossesOf(
  fleet: ExpectParts['fleet'],
  { station, learned, from, to }: Stretch,
  {
    read,
    told,
    strings,
  }: { read: ReadInputs; told: ToldColumns | undefined; strings: Float64Array | undefined },
): Promise<StoredDay[]> {
  const length = (to - from) / BUCKET_MS;
  const around = { from: read.from, to: read.to };
  const measured = read.measured.get(station.id) ?? emptyColumns((read.to - read.from) / BUCKET_MS);
  const peers = read.peers.get(station.id) ?? [];
  const shares = peers.length > 0 ? await peerShares(fleet, { ...read, peers }, read.clear) : undefined;
  const light = lightOf(modelOf(fleet, station, from), {
    ...around,
    measured,
    weather: weatherAt(read, station, middlesOf(read.from, read.to)),
    peers: shares,
  });
  const days: StoredDay[] = [];
  const snowy = snowOf(read.weather(station));
  for (const { start, end, known } of segmentsOf(station, { from, to }, learned)) {
    const model = modelOf(fleet, station, start);
    const rows = daysOf(station, start, end).map((day): LossDayRows => ({
      day: day.day,
      from: (day.start - start) / BUCKET_MS,
      to: (day.end - start) / BUCKET_MS,
      isSnowy: snowy(day.start, day.end) === true,
    }));
    const [first, last] = [(start - read.from) / BUCKET_MS, (end - read.from) / BUCKET_MS];
    const toldOf = (values: Float64Array | undefined) =>
      values?.subarray((start - from) / BUCKET_MS, (end - from) / BUCKET_MS);
    const none = new Float64Array(length);
    const steps = lossDaySteps({
      station: model,
      times: middlesOf(start, end),
      stepMs: BUCKET_MS,
      light: cutLight(light, first, last),
      calibration: known ?? UNCALIBRATED,
      ...(known ? { believed: believedOf(known) } : {}),
      observed: {
        actual: measured.pv.subarray(first, last),
        cap: capOf(model, toldOf(told?.limit) ?? none.map(() => NaN)),
        failed: toldOf(told?.failed) ?? none,
        resting: toldOf(told?.resting) ?? none,
        silent: toldOf(told?.silent) ?? none,
        // Of inverters that tell none, and by night.
        strings: toldOf(strings)?.map((share) => (Number.isNaN(share) ? 0 : share)) ?? none,
      },
      days: rows,
    });
    const found = await inSmallSteps(steps);
    for (const [at, day] of found.entries()) {
      const span = rows[at]!;
      const ofDay = (values: Float64Array | undefined) => toldOf(values)?.subarray(span.from, span.to);
      const isKnown = (is: boolean, bit: number) => (is ? bit : 0);
      days.push({
        ...day,
        station: station.id,
        basis:
          isKnown(ofDay(told?.heard)?.some((share) => share > 0) ?? false, LOSS_BASIS.states) |
          isKnown(ofDay(told?.limit)?.some((share) => !Number.isNaN(share)) ?? false, LOSS_BASIS.limit) |
          isKnown(
            snowy(start + span.from * BUCKET_MS, start + span.to * BUCKET_MS) !== undefined,
            LOSS_BASIS.sky,
          ) |
          isKnown(known !== undefined && Object.keys(known.sources).length > 0, LOSS_BASIS.learned) |
          isKnown(isObstructed(model), LOSS_BASIS.obstructed) |
          isKnown(ofDay(strings)?.some((share) => !Number.isNaN(share)) ?? false, LOSS_BASIS.strings),
      });
    }
  }
  return days;
}

const isObstructed = ({ horizon, arrays }: PvStation): boolean =>
  horizon !== undefined || arrays.some(({ rows }) => rows !== undefined);

/** Whatever is nearly everything limits nothing. */
const WHOLE = 0.995;

function capOf({ acPower, arrays }: PvStation, limit: Float64Array): Float64Array {
  const rated = acPower ?? arrays.reduce((sum, { dcPower }) => sum + dcPower, 0);
  return limit.map((share) => (share < WHOLE ? share * rated : NaN));
}

const HOUR_MS = 3_600_000;
const LIES_MS = 48 * HOUR_MS;
/** degC at which snow goes. */
const MELTS = 5;
const NOT_TOLD = 255;
/** WMO codes of snowfall and of its showers. */
const isSnow = (code: number) => (code >= 71 && code <= 77) || code === 85 || code === 86;

/** Whether snow fell on a day or within two days before it and it stayed cold since; undefined where no sky was told. */
function snowOf(hours: ReturnType<WeatherOf>): (start: number, end: number) => boolean | undefined {
  return (start, end) => {
    if (!hours) return undefined;
    const placeOf = (time: number) => Math.round((time - hours.first) / HOUR_MS);
    let isTold = false;
    let lies = false;
    for (
      let at = Math.max(0, placeOf(start - LIES_MS));
      at < Math.min(hours.sky.length, placeOf(end));
      at += 1
    ) {
      const code = hours.sky[at]!;
      if (code === NOT_TOLD) continue;
      isTold = true;
      if (isSnow(code)) lies = true;
      else if (hours.temperature[at]! > MELTS) lies = false;
    }
    return isTold ? lies : undefined;
  };
}

const STAGES = [
  'standard',
  'open',
  'warm',
  'free',
  'model',
  'shaded',
  'held',
  'missing',
  'silent',
  'curtailed',
  'outage',
  'snow',
  'power',
] as const;

async function store(samples: SamplesDb, days: readonly StoredDay[], version: number): Promise<void> {
  const rows = days.length;
  if (rows === 0) return;
  const column = (name: string, type: string, array: Parameters<typeof columnBytes>[0]) => ({
    name,
    type,
    bytes: columnBytes(array, rows),
  });
  const energies = (name: (typeof STAGES)[number] | 'strings') =>
    column(
      name,
      'Int64',
      BigInt64Array.from(days, (day) => BigInt(day[name])),
    );
  await samples.insertNative('loss_days', {
    rows,
    columns: [
      column(
        'station',
        'UInt32',
        Uint32Array.from(days, ({ station }) => station),
      ),
      column(
        'day',
        'Date',
        Uint16Array.from(days, ({ day }) => Date.parse(`${day}T00:00:00Z`) / 86_400_000),
      ),
      ...STAGES.map(energies),
      column(
        'seen',
        'Float32',
        Float32Array.from(days, ({ seen }) => seen),
      ),
      column(
        'basis',
        'UInt8',
        Uint8Array.from(days, ({ basis }) => basis),
      ),
      column('version', 'UInt64', new BigUint64Array(rows).fill(BigInt(version))),
      // In the order of the table, to which it was added.
      energies('strings'),
    ],
  });
}

import { csvQuoted, harmlessText, LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import type { Actor, RequestContext } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ReadPart } from '../../../platform/http/send-file.ts';
import type { Platform } from '../../../platform/platform.ts';
import { CSV_BEGIN } from '../../../platform/tables/csv-text.ts';
import { requireDevice } from '../../devices/index.ts';
import { describePoints } from '../points/describe-points.ts';
import type { PointRegistry } from '../points/point-registry.ts';
import { sampleLines } from './sample-lines.ts';

type Query = RouteRequest<(typeof routes)['exportDeviceHistory']>['query'];

const HOUR_MS = 3_600_000;
/** A part of the file is so long at most. */
const PART_MS = 6 * HOUR_MS;
/**
 * Values of a part that is read at a time; a longer one is cut, because a device may send hundreds of values in a second, and each part is held as long as its
 * reader takes.
 */
const PART_VALUES = 25_000;
/** Values are not spread evenly over a part. */
const MARGIN = 1.1;
/** Samples are looked for over so many days at a time. */
const LOOK_MS = 32 * 24 * HOUR_MS;

interface RawExport {
  readPart: ReadPart;
  id: number;
  query: Query;
}

export interface RawFile {
  sn: string;
  lines: AsyncGenerator<string>;
}

/**
 * Every sample of up to eight points of a device as lines of CSV, a line for each time, however long the range is: read part by part, as fast as the reader takes
 * them. Throws AppError: deviceNotFound, unknownPoint, invalidInput for a range that ends before it begins. Later refusals end the file.
 */
export async function rawExport(
  platform: Pick<Platform, 'db' | 'samples'>,
  points: Pick<PointRegistry, 'knownId'>,
  { actor }: Pick<RequestContext, 'actor'>,
  { readPart, id, query }: RawExport,
): Promise<RawFile> {
  const { from, to } = query;
  if (to <= from) throw new AppError('invalidInput', { fields: 'query.to' });
  const keys = [...new Set(query.points)].slice(0, LIMITS.historyPoints);
  const require = (now: Actor) => requireDevice(platform.db, now, id, 'telemetry.export');
  const device = await require(actor);
  const ids = keys.map((key) => {
    const point = points.knownId(id, key);
    if (point === undefined) throw new AppError('unknownPoint', { key });
    return point;
  });
  const describe = await describePoints(platform.db, id, keys);
  const titles = keys.map((key) => {
    const { unit } = describe(key);
    return unit ? `${key} (${unit})` : key;
  });
  const wanted = { device: id, points: ids };
  // Whoever lost the right meanwhile reads no further; who owns the device now is asked anew as well.
  const inTurn: InTurn = (read) => readPart(async ({ actor: now }) => read(await require(now)));
  async function* lines(): AsyncGenerator<string> {
    yield `${CSV_BEGIN}${['time (UTC)', ...titles.map(harmlessText)].map(csvQuoted).join(',')}\r\n`;
    for (let at: number | undefined = from; at !== undefined;) {
      const since: number = at;
      const { stretch, parts } = await inTurn(async ({ measuredSince }) => {
        // Years without samples are passed over.
        const first = await nextSample(platform, {
          ...wanted,
          from: Math.max(since, measuredSince ?? since),
          to,
        });
        if (first === undefined) return { stretch: undefined, parts: [] };
        const look = { from: first, to: Math.min(first + LOOK_MS, to) };
        return { stretch: look, parts: await partsWithSamples(platform, { ...wanted, ...look }) };
      });
      for (const part of parts) yield* linesOf(inTurn, platform, { ...wanted, ...part });
      at = stretch?.to;
    }
  }
  return { sn: device.sn, lines: lines() };
}

/** Reads a part when it is its turn, of the device as it is by then. */
type InTurn = <T>(read: (device: Awaited<ReturnType<typeof requireDevice>>) => Promise<T>) => Promise<T>;

interface Part {
  device: number;
  points: readonly number[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

const WHERE = `device = {device:UInt32} AND point IN ({points:Array(UInt32)})
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})`;

/** When the first sample of a part was measured; undefined where it has none. The first one of each point by itself is found without reading the others. */
async function nextSample(
  { samples }: Pick<Platform, 'samples'>,
  { points, ...part }: Part,
): Promise<number | undefined> {
  if (part.to <= part.from) return undefined;
  const firstOf = (point: number) => `(SELECT toUnixTimestamp64Milli(time) AS t FROM samples
    WHERE device = {device:UInt32} AND point = ${point}
      AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
    ORDER BY device, point, time LIMIT 1)`;
  const { t = [] } = await samples.columns(points.map(firstOf).join(' UNION ALL '), { ...part });
  return t.length === 0 ? undefined : Math.min(...(t as number[]));
}

/** Parts of about as many values as are read at a time: one that turns out longer is read for nothing and cut. */
async function partsWithSamples(
  { samples }: Pick<Platform, 'samples'>,
  part: Part,
): Promise<Pick<Part, 'from' | 'to'>[]> {
  if (part.to <= part.from) return [];
  const { t = [], n = [] } = await samples.columns(
    `SELECT intDiv(toUnixTimestamp64Milli(time), ${PART_MS}) AS t, toUInt32(count()) AS n FROM samples WHERE ${WHERE} GROUP BY t ORDER BY t`,
    { ...part },
  );
  return (t as number[]).flatMap((number, index) => {
    const from = Math.max(part.from, number * PART_MS);
    const to = Math.min(part.to, (number + 1) * PART_MS);
    const pieces = Math.ceil((MARGIN * (n as number[])[index]!) / PART_VALUES);
    const at = (piece: number) => from + Math.floor(((to - from) * piece) / pieces);
    return Array.from({ length: pieces }, (_, piece) => ({ from: at(piece), to: at(piece + 1) }));
  });
}

/** A part, in halves of its time as often as it takes to hold one of them. */
async function* linesOf(
  inTurn: InTurn,
  platform: Pick<Platform, 'samples'>,
  part: Part,
): AsyncGenerator<string> {
  const lines = await inTurn(() => readLines(platform, part));
  if (lines !== undefined) {
    yield lines;
    return;
  }
  const middle = Math.floor((part.from + part.to) / 2);
  yield* linesOf(inTurn, platform, { ...part, to: middle });
  yield* linesOf(inTurn, platform, { ...part, from: middle });
}

/** Undefined for more values than are held, of which no more are read. Of a sample that came twice, as by an import over what was there, the last one counts. */
async function readLines({ samples }: Pick<Platform, 'samples'>, part: Part): Promise<string | undefined> {
  const { t, p, v } = await samples.columns(
    `SELECT * FROM (SELECT toUnixTimestamp64Milli(time) AS t, point AS p, value AS v FROM samples FINAL WHERE ${WHERE}
       LIMIT ${PART_VALUES + 1}) ORDER BY t`,
    { ...part },
  );
  if (t!.length > PART_VALUES) return undefined;
  return sampleLines(part.points, {
    times: t as number[],
    points: p as number[],
    values: v as (number | null)[],
  });
}

import { LIGHT_SOURCES, sourceOfCode, type ExpectedSource, type LightSource } from '@sunfleet/analysis';
import type { Platform } from '../../platform/platform.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import type { ExpectedDay, ExpectedOfDay } from '../telemetry/index.ts';
import { BUCKET_MS, floorBucket } from './buckets.ts';
import { curveOf } from './expect-stations.ts';
import { readInputs } from './read-inputs.ts';
import { readLearned } from './learned.ts';
import { PeerBook, readPeerBook } from './peers.ts';
import { readExpectedCurve } from './read-expected.ts';
import type { PastWeather } from '../weather/index.ts';

interface Parts extends Pick<Platform, 'db' | 'samples'> {
  fleet: Pick<Fleet, 'station' | 'stations' | 'devicesOf'>;
  weather?: Pick<PastWeather, 'read'> | undefined;
}

const PEERS_KEPT_MS = 10 * 60_000;

/**
 * Expected curve of a station's day: what is stored, and what is not computed yet out of what was measured. A station whose place is shown to visitors
 * only roughly is expected by that place and by nothing that was learned, because both tell where it stands.
 */
export function createExpectedOfDay({ db, samples, fleet, weather }: Parts): ExpectedOfDay {
  let peers: { book: Promise<PeerBook>; until: number } | undefined;
  const peersAt = (now: number) => {
    if (!peers || peers.until < now) {
      const read = { book: readPeerBook(db, fleet), until: now + PEERS_KEPT_MS };
      peers = read;
      read.book.catch(() => {
        if (peers === read) peers = undefined;
      });
    }
    return peers.book;
  };
  return async (station, { start, end, now }) => {
    const isShown = fleet.station(station.id) === station;
    const stored = isShown
      ? await readExpectedCurve(samples, { station: station.id, from: start, to: end })
      : undefined;
    const known = stored ? stored.source.findIndex((source) => source === 'none') : 0;
    const from = known === -1 ? end : start + known * BUCKET_MS;
    const day = emptyDay((end - start) / BUCKET_MS);
    const until = Math.min(end, floorBucket(now) + BUCKET_MS);
    if (stored)
      fill(day, {
        at: 0,
        length: (from - start) / BUCKET_MS,
        curve: stored,
        sourceAt: (row) => stored.source[row]!,
        until: Infinity,
      });
    if (from < end) {
      const stretch = { station, learned: await learnedOf(station, isShown), from, to: end };
      const parts = isShown
        ? { samples, peers: await peersAt(now), weather }
        : { samples, peers: new PeerBook([], new Map()) };
      const read = await readInputs(parts, [stretch]);
      const curve = await curveOf(fleet, stretch, read);
      const at = (from - start) / BUCKET_MS;
      const measuredUntil = (until - start) / BUCKET_MS;
      fill(day, {
        at,
        length: curve.p50.length,
        curve,
        sourceAt: (row) => sourceOfCode(curve.source[row]!),
        until: measuredUntil,
      });
    }
    return { ...day, source: mostUsed(day) };
  };
  async function learnedOf({ id }: FleetStation, isShown: boolean) {
    return isShown ? ((await readLearned(db, [id])).get(id) ?? []) : [];
  }
}

type DayColumns = Omit<ExpectedDay, 'source'> & { sources: ExpectedSource[] };

function emptyDay(length: number): DayColumns {
  const column = () => Array.from({ length }, (): number | null => null);
  return {
    p10: column(),
    p50: column(),
    p90: column(),
    bound: column(),
    sources: Array.from({ length }, () => 'none' as const),
  };
}

type Powers = Record<'p10' | 'p50' | 'p90' | 'bound', Float64Array>;

/** Copies a curve to a place of the day. From `until` on, which is to come, only the bound is known. */
function fill(
  day: DayColumns,
  {
    at,
    length,
    curve,
    sourceAt,
    until,
  }: {
    at: number;
    length: number;
    curve: Powers;
    sourceAt: (row: number) => DayColumns['sources'][number];
    until: number;
  },
): void {
  for (let row = 0; row < length; row += 1) {
    const place = at + row;
    day.bound[place] = known(curve.bound[row]!);
    if (place >= until) continue;
    for (const name of ['p10', 'p50', 'p90'] as const) day[name][place] = known(curve[name][row]!);
    day.sources[place] = sourceAt(row);
  }
}

const known = (value: number) => (Number.isNaN(value) ? null : value);

/** The source that most of the expected energy rests on. */
function mostUsed({ p50, sources }: DayColumns): LightSource {
  const sums = new Map<string, number>();
  for (const [row, source] of sources.entries()) sums.set(source, (sums.get(source) ?? 0) + (p50[row] ?? 0));
  return LIGHT_SOURCES.reduce(
    (most, source) => ((sums.get(source) ?? 0) > (sums.get(most) ?? 0) ? source : most),
    'clearSky',
  );
}

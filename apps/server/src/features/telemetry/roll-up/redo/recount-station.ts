import type { FleetStation } from '../../../fleet/index.ts';
import type { RollUpRun } from '../device-energies.ts';
import { idOf } from '../flow-sources.ts';
import { readHistorySpans } from '../progress.ts';
import type { BetweenSteps } from '../between-steps.ts';
import { redoRollUps, redoStationEnergies } from './redo-roll-ups.ts';

/** A station whose production goes by another counter, as it is now. */
export interface Recount {
  station: FleetStation;
  /** Inverters whose own counters are taken in another order. */
  inverters: readonly number[];
  /** Time from which on it does, epoch milliseconds; null: always. */
  from: number | null;
  /** Samples of before are gone; null: none are. */
  keptSince: number | null;
  cluster: string | undefined;
}

/** So much is dropped and made again at once: charts lack it for as long. */
const PIECE_MS = 31 * 86_400_000;
const COUNTERS = new Set([idOf('energy.total'), idOf('energy.day')]);

/**
 * Makes the energies of a station again by the counter that was chosen. Those of its inverters follow from samples, so that they stay as they
 * were where samples are gone; those of the station follow from its devices. May be repeated.
 */
export async function recountStation(run: RollUpRun, recount: Recount, between: BetweenSteps): Promise<void> {
  const { station, inverters, from, keptSince, cluster } = recount;
  const own = { ...run, fleet: withStation(run.fleet, station) };
  const span = await readSpan(run, station.id);
  if (!span) return;
  const since = inverters.length === 0 ? Infinity : (keptSince ?? -Infinity);
  for (const piece of piecesOf({ from: Math.max(span.from, from ?? -Infinity), to: span.to }, since)) {
    const spans = [{ station: station.id, ...piece }];
    await redoStationEnergies(own, { spans, cluster }, between);
  }
  const histories = await readHistorySpans(run.db, inverters);
  const first = Math.max(
    Math.min(...histories.map((one) => one.from)),
    from ?? -Infinity,
    keptSince ?? -Infinity,
  );
  const last = Math.max(...histories.map((one) => one.to));
  for (const piece of piecesOf({ from: first, to: last })) {
    const ranges = inverters.map((device) => ({ device, ...piece }));
    const points = new Map(inverters.map((device) => [device, COUNTERS]));
    await redoRollUps(own, { ranges, points, since: 0, cluster }, between);
  }
}

/** Memory may not have heard of the choice yet. */
function withStation(fleet: RollUpRun['fleet'], station: FleetStation): RollUpRun['fleet'] {
  return {
    device: (id) => fleet.device(id),
    station: (id) => (id === station.id ? station : fleet.station(id)),
    devicesOf: (id) => fleet.devicesOf(id),
    childrenOf: (id) => fleet.childrenOf(id),
    devices: () => fleet.devices(),
    stations: () => fleet.stations(),
    zoneOf: (device) => (device.stationId === station.id ? station.timeZone : fleet.zoneOf(device)),
  };
}

/** First and last five minutes of which anything is known at the station. */
async function readSpan(
  { db, fleet }: RollUpRun,
  stationId: number,
): Promise<{ from: number; to: number } | undefined> {
  const ids = fleet.devicesOf(stationId).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const [span] = await db.query<{ from: number; to: number }>(
    `SELECT toUnixTimestamp(min(start)) * 1000 AS from, toUnixTimestamp(max(start)) * 1000 AS to FROM energy
      WHERE subject = 'device' AND grain = '5m' AND id IN {ids:Array(UInt32)} HAVING count() > 0`,
    { ids },
  );
  return span;
}

/** Spans of a length, until a time at most. */
function* piecesOf(
  { from, to }: { from: number; to: number },
  before = Infinity,
): Generator<{ from: number; to: number }> {
  const last = Math.min(to, before);
  for (let start = from; start <= last; start += PIECE_MS)
    yield { from: start, to: Math.min(last, start + PIECE_MS) };
}

import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { askInZone } from '../telemetry/index.ts';
import { daysOf } from './expect-station.ts';
import type { Stretch } from './read-inputs.ts';

const DAY_MS = 86_400_000;
/** After so many days without data, with more to come, nobody knows whether the station stood there. */
const SILENT_DAYS = 31;

/**
 * Cuts a past stretch into that in which something is expected and local days within a silence of more than a month, as between a file of long ago and
 * the first message: nothing is expected and nothing is lost then, but the days count.
 */
export async function splitByData(
  samples: SamplesDb,
  stretch: Stretch,
): Promise<{ known: Stretch[]; silent: Stretch[] }> {
  const { station, from, to } = stretch;
  const rows = await askInZone(station.timeZone, from, (zone) =>
    samples.query<{ day: string }>(
      `SELECT DISTINCT toString(day) AS day FROM (
         SELECT toDate(bucket, {zone:String}) AS day FROM station_power_5m WHERE station = {station:UInt32} AND ${within('bucket')}
         UNION ALL
         SELECT toDate(bucket, {zone:String}) FROM expected_power_5m WHERE station = {station:UInt32} AND ${within('bucket')}
         UNION ALL
         SELECT toDate(start, {zone:String}) FROM energy
         WHERE subject = 'station' AND id = {station:UInt32} AND grain = 'day' AND completeness > 0 AND ${within('start')})`,
      {
        station: station.id,
        zone,
        from: Math.max(0, from / 1000 - (SILENT_DAYS + 1) * 86_400),
        to: to / 1000 + (SILENT_DAYS + 1) * 86_400,
      },
    ),
  );
  const silent = silentDays(rows.map(({ day }) => day));
  const split: Record<'known' | 'silent', Stretch[]> = { known: [], silent: [] };
  let last: { kind: keyof typeof split; stretch: Stretch } | undefined;
  for (const { day, start, end } of daysOf(station, from, to)) {
    const kind = silent(day) ? 'silent' : 'known';
    const until = Math.min(end, to);
    if (last?.kind === kind) {
      last.stretch.to = until;
      continue;
    }
    last = { kind, stretch: { ...stretch, from: Math.max(start, from), to: until } };
    split[kind].push(last.stretch);
  }
  return split;
}

const within = (time: string) =>
  `${time} >= toDateTime({from:UInt32}, 'UTC') AND ${time} < toDateTime({to:UInt32}, 'UTC')`;

/** Which days lie between two days with data, or outside all of them, that are more than `SILENT_DAYS` apart. */
function silentDays(days: readonly string[]): (day: string) => boolean {
  const sorted = days.map((day) => Date.parse(day)).toSorted((a, b) => a - b);
  return (day) => {
    const at = Date.parse(day);
    const before = sorted.findLast((time) => time <= at) ?? -Infinity;
    const after = sorted.find((time) => time >= at) ?? Infinity;
    return (after - before) / DAY_MS > SILENT_DAYS + 1;
  };
}

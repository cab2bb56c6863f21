import type { RouteOutput, routes } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

type FleetAvailability = RouteOutput<(typeof routes)['portfolioAvailability']>;

const DAY_MS = 86_400_000;

/**
 * Communication availability of devices over the last days that are over everywhere, from what roll-ups say of each device and day. A device
 * counts from the first of these days on which it reported; one that reported before counts all of them, its silent days as nothing.
 */
export async function fleetAvailability(
  db: SamplesDb,
  devices: readonly number[],
  { days, now }: { days: number; now: number },
): Promise<FleetAvailability> {
  if (devices.length === 0) return { days, devices: 0, communication: null };
  // A local day that began more than a day ago is over.
  const to = now - DAY_MS;
  const from = to - days * DAY_MS;
  const [row] = await db.query<{ covered: number; known: number; devices: number }>(SUMS, {
    ids: devices,
    since: Math.floor((from - days * DAY_MS) / 1000),
    from: Math.floor(from / 1000),
    to: Math.floor(to / 1000),
  });
  const known = Number(row?.known ?? 0);
  const communication = known > 0 ? Math.min(1, Number(row!.covered) / known) : null;
  return { days, devices: Number(row?.devices ?? 0), communication };
}

const SUMS = `
SELECT sum(covered) AS covered, sum(known) AS known, count() AS devices FROM (
  SELECT id, sumIf(completeness, start > toDateTime({from:UInt32}, 'UTC') AND NOT isNaN(completeness)) AS covered,
    intDiv({to:UInt32} - greatest({from:UInt32}, toUnixTimestamp(min(start))), 86400)
      + (toUnixTimestamp(min(start)) > {from:UInt32})
      - countIf(start > toDateTime({from:UInt32}, 'UTC') AND isNaN(completeness)) AS known
  FROM energy FINAL
  WHERE subject = 'device' AND grain = 'day' AND flow = 'pv' AND id IN {ids:Array(UInt32)}
    AND start > toDateTime({since:UInt32}, 'UTC') AND start <= toDateTime({to:UInt32}, 'UTC')
  GROUP BY id
)`;

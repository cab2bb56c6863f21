import { changesOn, nextOffsetChange, zoneOffset, type GridType, type TariffTerm } from '@sunfleet/analysis';
import type { Db } from '../../../platform/postgres/client.ts';
import { sql } from 'kysely';
import { assignedTariffs } from '../station-tariffs.ts';
import { tariffTerms } from '../tariff-terms.ts';
import type { Step } from './read-intervals.ts';

/** What the pricing of a station's energies needs. */
export interface PricedStation {
  id: number;
  timeZone: string;
  gridType: GridType | null;
  terms: readonly TariffTerm[];
}

/** Stations with their rules in the order of their days. */
export async function pricedStations(db: Db, ids: readonly number[]): Promise<PricedStation[]> {
  const [stations, assigned] = await Promise.all([
    db
      .selectFrom('stations')
      .select(['id', 'timeZone', 'gridType', 'currency', 'priceBuy', 'priceFeedIn'])
      .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
      .orderBy('id')
      .execute(),
    assignedTariffs(db, ids),
  ]);
  return stations.map(({ id, timeZone, gridType, ...simple }) => ({
    id,
    timeZone,
    gridType,
    terms: tariffTerms(simple, assigned.get(id) ?? []),
  }));
}

const HOUR_MS = 3_600_000;

/**
 * How long the intervals may be that tell the price of all they hold: hours where each price changes on the full hour of the clock, else
 * quarter hours or five minutes. Where the clock is put on by half an hour, stored hours lie across its hours.
 */
export function stepOf({ terms, timeZone }: PricedStation, now: number): Step {
  const changes = (minutes: number) =>
    terms.every(({ tariff }) => !tariff || changesOn(tariff.rules, minutes));
  if (changes(60) && hasWholeHours(timeZone, now)) return 60;
  return changes(15) ? 15 : 5;
}

/** Whether the clock is put on by whole hours alone: looked for in the year around now. */
function hasWholeHours(zone: string, now: number): boolean {
  const until = now + 183 * 24 * HOUR_MS;
  for (
    let at = nextOffsetChange(now - 183 * 24 * HOUR_MS, until, zone);
    at !== null;
    at = nextOffsetChange(at, until, zone)
  )
    if ((zoneOffset(at, zone) - zoneOffset(at - 1, zone)) % HOUR_MS !== 0) return false;
  return true;
}

import { sql } from 'kysely';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { ComputedDay } from './computed-days.ts';

/** How far one station is computed, and what of it is owed again; epoch milliseconds. */
export interface OwedStation {
  stationId: number;
  model: string | null;
  /** Since then there is no gap: what is not computed is owed. */
  computedFrom: number | null;
  computedUntil: number | null;
  owed: { from: number; to: number } | null;
}

/** Says that the expected power of stations has to be computed again over [from, to), as when other weather is known. */
export async function oweExpected(
  db: Db,
  spans: readonly { station: number; from: number; to: number }[],
): Promise<void> {
  if (spans.length === 0) return;
  const rows = JSON.stringify(spans);
  // What lies behind `computed_until` comes by itself.
  await sql`
    UPDATE expected_stations AS e SET owed_from = least(e.owed_from, o.first), owed_to = greatest(e.owed_to, o.last)
    FROM (SELECT station, to_timestamp(min("from") / 1000.0) AS first, to_timestamp(max("to") / 1000.0) AS last
      FROM jsonb_to_recordset(${rows}::jsonb) AS s(station bigint, "from" float8, "to" float8) GROUP BY station) AS o
    WHERE e.station_id = o.station`.execute(db);
}

const MARKS = 'powers';
/** Marks are read again for so long, because one becomes visible a little after the time it has. */
const OVERLAP_MS = 120_000;

/** Owes what marks of late powers tell that came since the last look. Together with where the look ended, so that none is lost. */
export async function readMarks({ db, samples }: { db: Db; samples: SamplesDb }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('expectedMarksRead')
      .values({ name: MARKS, until: new Date(0) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { until } = await trx
      .selectFrom('expectedMarksRead')
      .select('until')
      .where('name', '=', MARKS)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const [clock] = await samples.query<{ at: number }>('SELECT toUnixTimestamp64Milli(now64(3)) AS at');
    const marks = await samples.query<{ station: number; from: number; to: number }>(
      `SELECT m.station AS station, toUnixTimestamp(min(m.from)) * 1000 AS from, toUnixTimestamp(max(m.to)) * 1000 AS to
       FROM expected_marks AS m WHERE m.at >= fromUnixTimestamp64Milli({since:Int64}) GROUP BY station`,
      { since: Math.max(0, until.getTime() - OVERLAP_MS) },
    );
    await oweExpected(trx, marks);
    await trx
      .updateTable('expectedMarksRead')
      .set({ until: new Date(clock!.at) })
      .where('name', '=', MARKS)
      .execute();
  });
}

/** Gives stations that are new a row. */
export async function addStations(db: Db): Promise<void> {
  await sql`INSERT INTO expected_stations (station_id) SELECT id FROM stations
    WHERE NOT EXISTS (SELECT 1 FROM expected_stations WHERE station_id = stations.id)
    ON CONFLICT DO NOTHING`.execute(db);
}

interface DueQuery {
  until: number;
  limit: number;
  done: readonly number[];
  /** Which organisations come first among those that owe something: another number, another order. */
  draw: number;
}

const DUE = ['stationId', 'model', 'computedFrom', 'computedUntil', 'owedFrom', 'owedTo'] as const;

/** Stations that are behind `until` or are new, those longest behind first. */
const behind = (db: Db, { until, limit, done }: DueQuery) =>
  db
    .selectFrom('expectedStations')
    .select(DUE)
    .where((eb) => eb.or([eb('computedUntil', 'is', null), eb('computedUntil', '<', new Date(until))]))
    .where('stationId', '<>', sql<number>`ALL(${[...done]}::bigint[])`)
    .orderBy('computedUntil', (order) => order.asc().nullsFirst())
    .orderBy('stationId')
    .limit(limit);

/**
 * Stations that owe something and nothing else, in turns of their organisations: whoever changes the designs of a thousand stations again and again
 * keeps nobody else's history from being computed. Of one organisation nobody's decades go before a newer month.
 */
const owing = (db: Db, { until, done, draw }: DueQuery, limit: number) =>
  db
    .selectFrom('expectedStations')
    .innerJoin(
      db
        .selectFrom('expectedStations as each')
        .innerJoin('stations', 'stations.id', 'each.stationId')
        .where('each.owedFrom', 'is not', null)
        .where('each.computedUntil', '>=', new Date(until))
        .where('each.stationId', '<>', sql<number>`ALL(${[...done]}::bigint[])`)
        .select((eb) => [
          'each.stationId as owingId',
          sql<number>`row_number() OVER (PARTITION BY stations.organisation_id ORDER BY "each".owed_to DESC, "each".station_id)`.as(
            'turn',
          ),
          eb.fn<string>('hashint8extended', ['stations.organisationId', sql`${draw}::bigint`]).as('drawn'),
        ])
        .as('turns'),
      'owingId',
      'stationId',
    )
    .select(DUE)
    // Another server may have computed it since the turns were counted.
    .where('owedFrom', 'is not', null)
    .orderBy('turn')
    .orderBy('drawn')
    .limit(limit);

/** Those that will probably be held next. */
export async function peekDue(db: Db, query: DueQuery): Promise<number[]> {
  const late = await behind(db, query).execute();
  const owed = late.length < query.limit ? await owing(db, query, query.limit - late.length).execute() : [];
  return [...late, ...owed].map(({ stationId }) => stationId);
}

/** Holds some that are due until the transaction ends; others are left to other servers. */
export async function holdDue(trx: Db, query: DueQuery): Promise<OwedStation[]> {
  const late = await behind(trx, query).forUpdate().skipLocked().execute();
  const owed =
    late.length < query.limit
      ? await owing(trx, query, query.limit - late.length)
          .forUpdate('expectedStations')
          .skipLocked()
          .execute()
      : [];
  return [...late, ...owed].map(({ stationId, model, computedFrom, computedUntil, owedFrom, owedTo }) => ({
    stationId,
    model,
    computedFrom: computedFrom?.getTime() ?? null,
    computedUntil: computedUntil?.getTime() ?? null,
    owed: owedFrom && owedTo ? { from: owedFrom.getTime(), to: owedTo.getTime() } : null,
  }));
}

/** Holds all stations of other models than those they were computed by. */
export async function holdChanged(trx: Db, models: ReadonlyMap<number, string>): Promise<number[]> {
  const rows = JSON.stringify([...models].map(([station, model]) => ({ station, model })));
  const { rows: changed } = await sql<{ stationId: number }>`
    SELECT e.station_id AS station_id FROM expected_stations AS e
    JOIN jsonb_to_recordset(${rows}::jsonb) AS m(station bigint, model text) ON m.station = e.station_id
    WHERE e.model IS NOT NULL AND e.model <> m.model FOR UPDATE OF e SKIP LOCKED`.execute(trx);
  return changed.map(({ stationId }) => Number(stationId));
}

/** Says how far a station is computed now. */
export async function saveStation(
  trx: Db,
  {
    stationId,
    model,
    computedFrom,
    computedUntil,
    owed,
    today,
    now,
  }: OwedStation & { today: ComputedDay | undefined; now: number },
): Promise<void> {
  await trx
    .updateTable('expectedStations')
    .set({
      model,
      computedFrom: computedFrom === null ? null : new Date(computedFrom),
      computedUntil: computedUntil === null ? null : new Date(computedUntil),
      owedFrom: owed && new Date(owed.from),
      owedTo: owed && new Date(owed.to),
      todayStart: today ? new Date(today.dayStart) : null,
      todayKwh: today?.kwh ?? null,
      todayBy: today?.by ?? null,
      todayAt: new Date(now),
    })
    .where('stationId', '=', stationId)
    .execute();
}

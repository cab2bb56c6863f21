import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { WeatherHours } from '../../platform/weather-service.ts';

/** An answer of the service, and when it came. */
export interface KeptHours {
  hours: WeatherHours;
  askedAt: number;
}

/** Tenths of a degree, about 11 km: the cells of weather models are hardly smaller. */
export interface WeatherCell {
  latitude: number;
  longitude: number;
}

/** A place in a cell. */
export interface WeatherPlace extends WeatherCell {
  /** The station there for which it is asked. */
  id?: number;
}

export const cellOf = ({ latitude, longitude }: WeatherCell): WeatherCell => ({
  latitude: Math.round(latitude * 10) / 10,
  longitude: Math.round(longitude * 10) / 10,
});

/** Another service answers otherwise. */
export const keyOfCell = (url: string, { latitude, longitude }: WeatherCell): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, latitude, longitude]))
    .digest();

export async function keptHours(db: Db, key: Buffer, since: number): Promise<KeptHours | undefined> {
  const row = await db
    .selectFrom('weatherAnswers')
    .select(['hours', 'askedAt'])
    .where('key', '=', key)
    .where('askedAt', '>', new Date(since))
    .executeTakeFirst();
  return row?.hours && row.askedAt ? { hours: row.hours, askedAt: row.askedAt.getTime() } : undefined;
}

/** Whether the caller is the one to ask: somebody else did not begin since. Forgets some of those that are too old. */
export async function beginToAsk(
  db: Db,
  key: Buffer,
  { now, triedSince, keptSince }: { now: number; triedSince: number; keptSince: number },
): Promise<boolean> {
  await sql`DELETE FROM weather_answers WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM weather_answers WHERE tried_at <= ${new Date(keptSince)} LIMIT 1000 FOR UPDATE SKIP LOCKED))`.execute(
    db,
  );
  const row = await db
    .insertInto('weatherAnswers')
    .values({ key, triedAt: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ triedAt: new Date(now) })
        .where('weatherAnswers.triedAt', '<=', new Date(triedSince)),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function keepHours(db: Db, key: Buffer, { hours, askedAt }: KeptHours): Promise<void> {
  await db
    .updateTable('weatherAnswers')
    .set({ hours: JSON.stringify(hours), askedAt: new Date(askedAt) })
    .where('key', '=', key)
    .execute();
}

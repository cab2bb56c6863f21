import { sql } from 'kysely';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** An alarm whose loss is to be counted, epoch milliseconds. */
export interface DueAlarm {
  id: number;
  stationId: number;
  deviceId: number;
  beganAt: number;
  recoveredAt: number | null;
  change: number;
  /** Whether it changed since it was counted. */
  isNew: boolean;
  /** Whether what its station should have given while it stood, or when it began to stand, is not computed yet. */
  isOwed: boolean;
}

/** Up to when it has to be computed: of an alarm that stands the five minutes in which it began. */
const UNTIL = sql<Date>`coalesce(a.recovered_at, a.began_at + interval '5 minutes')`;

/** Condition on `alarms AS a`, with `expected_stations AS e` of its station, where nobody computed that yet without one. */
const IS_OWED = sql<boolean>`(e.computed_until IS NULL OR e.computed_until < ${UNTIL}
  OR e.owed_from < ${UNTIL} AND e.owed_to > a.began_at)`;

/** Of alarms that wait for what their station should have given those of which it is known now. */
const IS_KNOWN = sql<boolean>`a.loss_due_at = 'infinity' AND e.station_id = a.station_id AND ${IS_OWED} IS NOT TRUE`;

const COUNT_AFTER_MS = 1000;

/** Asks for a count where it was just computed what alarms waited for: whoever looks at them waits, too. */
export async function askForWaiting(db: Db): Promise<void> {
  const { rows } =
    await sql`SELECT 1 FROM alarms AS a, expected_stations AS e WHERE ${IS_KNOWN} LIMIT 1`.execute(db);
  if (rows.length > 0) await askForJob(db, 'alarms.countLosses', { delayMs: COUNT_AFTER_MS });
}

/** Has those counted again that waited for what their station should have given, where that is known now. */
export async function wakeWaiting(db: Db): Promise<void> {
  await sql`UPDATE alarms AS a SET loss_due_at = 'epoch' FROM expected_stations AS e WHERE ${IS_KNOWN}`.execute(
    db,
  );
}

/**
 * Ids of stations with alarms that are due, in turns of their organisations, because the losses of one station may take seconds: whoever sends years of faults of
 * many stations keeps nobody else's from being counted. Of one organisation those that wait longest first.
 */
export async function dueStations(
  db: Db,
  { now, limit, done }: { now: number; limit: number; done: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ stationId: number }>`
    SELECT station_id FROM (
      SELECT due.station_id, due.since, row_number() OVER (PARTITION BY stations.organisation_id ORDER BY due.since, due.station_id) AS turn
        FROM (SELECT station_id, min(loss_due_at) AS since FROM alarms
               WHERE loss_due_at <= ${new Date(now)} AND station_id IS NOT NULL AND station_id <> ALL(${[...done]}::bigint[])
               GROUP BY station_id) AS due
        JOIN stations ON stations.id = due.station_id) AS turns
     ORDER BY turn, since, station_id LIMIT ${limit}`.execute(db);
  return rows.map(({ stationId }) => Number(stationId));
}

/** Alarms of a station that are due, the longest waiting first. */
export async function dueAlarms(
  db: Db,
  { stationId, now, limit }: { stationId: number; now: number; limit: number },
): Promise<DueAlarm[]> {
  const rows = await db
    .selectFrom('alarms as a')
    .leftJoin('expectedStations as e', 'e.stationId', 'a.stationId')
    .select(['a.id', 'a.deviceId', 'a.beganAt', 'a.recoveredAt', 'a.change'])
    .select([sql<boolean>`a.loss_due_at = '-infinity'`.as('isNew'), IS_OWED.as('isOwed')])
    .where('a.stationId', '=', stationId)
    .where('a.lossDueAt', '<=', new Date(now))
    .orderBy('a.lossDueAt')
    .orderBy('a.id')
    .limit(limit)
    .execute();
  return rows.map(({ beganAt, recoveredAt, ...row }) => ({
    ...row,
    stationId,
    beganAt: beganAt.getTime(),
    recoveredAt: recoveredAt?.getTime() ?? null,
    isOwed: row.isOwed ?? false,
  }));
}

/** When alarms of devices stood within a span, those that are due left out: what was missing then is theirs, too. */
export async function otherAlarms(
  db: Db,
  {
    devices,
    except,
    from,
    to,
  }: { devices: readonly number[]; except: readonly number[]; from: number; to: number },
): Promise<{ deviceId: number; began: number; ended: number }[]> {
  if (devices.length === 0) return [];
  const rows = await db
    .selectFrom('alarms')
    .select(['deviceId', 'beganAt', 'recoveredAt'])
    .where('deviceId', '=', sql<number>`ANY(${[...devices]}::bigint[])`)
    .where('id', '<>', sql<number>`ALL(${[...except]}::bigint[])`)
    .where('beganAt', '<', new Date(to))
    .where((eb) => eb.or([eb('recoveredAt', 'is', null), eb('recoveredAt', '>', new Date(from))]))
    // Whoever tells thousands within a span keeps nobody else's alarms from being counted.
    .limit(5000)
    .execute();
  return rows.map(({ deviceId, beganAt, recoveredAt }) => ({
    deviceId,
    began: beganAt.getTime(),
    ended: recoveredAt?.getTime() ?? to,
  }));
}

/** What was counted of an alarm; all null where nothing is known. */
export interface CountedLoss {
  id: number;
  change: number;
  lost: number | null;
  share: number | null;
  amount: number | null;
  currency: string | null;
  /** Light when it began, W/m². */
  irradiance: number | null;
  /** Epoch milliseconds, or when what is owed is computed. */
  dueAt: number | 'whenComputed' | null;
}

/** Writes what was counted. What changed meanwhile is counted again. */
export async function writeLosses(db: Db, losses: readonly CountedLoss[]): Promise<void> {
  if (losses.length === 0) return;
  await sql`
    UPDATE alarms AS a SET lost = l.lost, lost_share = l.share, lost_amount = l.amount, lost_currency = l.currency,
      irradiance = l.irradiance,
      loss_due_at = CASE WHEN a.change <> l.change THEN '-infinity' WHEN l.waits THEN 'infinity' ELSE to_timestamp(l.due / 1000) END
    FROM jsonb_to_recordset(${JSON.stringify(losses.map(rowOf))}::jsonb)
      AS l(id bigint, change int, lost float8, share float8, amount float8, currency text, irradiance real, due float8, waits boolean)
    WHERE a.id = l.id`.execute(db);
}

const rowOf = ({ dueAt, ...loss }: CountedLoss) => ({
  ...loss,
  due: dueAt === 'whenComputed' ? null : dueAt,
  waits: dueAt === 'whenComputed',
});

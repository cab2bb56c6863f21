import type { RunStep } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { isNewHome } from '../../platform/newcomers.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { reachesPart } from '../organisations/index.ts';
import { SIDE } from './require-room.ts';
import type { RunOutcome } from './run-script.ts';

/** How long a server may say nothing of a device before another one goes on with it: longer than a request and its pauses take. */
const HOLD = sql`interval '45 seconds'`;

/** A device of a run in the hands of a server. */
export interface Claimed {
  runId: number;
  deviceId: number;
  attempt: number;
  holder: string;
}

/** Devices that one server asks at a time for the runs of one organisation: others find room beside it, however slow its devices are. */
const OF_ONE = 64;
/** Of these, for runs of people who reach a part of the organisation alone, as its customers do: what they begin without end keeps nobody who works for it waiting. */
const OF_PART = OF_ONE / 2;
/** For runs of all new organisations together, while one that is there longer has any: accounts are made at will. */
const OF_NEWCOMERS = 2 * OF_ONE;

/** Whose run it is: of which side, whether of somebody who reaches a part of an organisation alone, and whether that one is new. */
const keysOf = (
  now: number,
) => sql`${SIDE} AS side, coalesce(${reachesPart('person', 'custom')}, true) AS is_part,
  ${isNewHome('home', now)} AS is_new`;

const OF_WHOM = sql`LEFT JOIN organisations AS home ON home.id = runs.organisation_id
  LEFT JOIN users AS person ON person.id = runs.user_id LEFT JOIN roles AS custom ON custom.id = person.role_id`;

/**
 * Takes devices that wait for their turn, at most `most`: of an organisation the oldest run of a device first, no more of a run at a time than it says, none at which
 * a run is already, and organisations in turn. A run that has no room keeps no other organisation's from a device that both name, as where an authorisation ended. What a server left that is gone is
 * taken first. Customers of an organisation leave places to who works for it, and new organisations to those that are there longer. Servers claim one after the other. Each row that
 * waits is looked at once, so that many runs on the same devices cost what their rows cost; of a run that is alone, no more than it has room for.
 */
export async function claimDevices(
  db: Db,
  { most, holder, now }: { most: number; holder: string; now: number },
): Promise<Claimed[]> {
  const keys = keysOf(now);
  return db.transaction().execute(async (trx) => {
    await holdSubjects(trx, ['devices of runs']);
    const { rows: left } = await sql<Claimed>`
      UPDATE run_devices SET holder = ${holder}, held_until = clock_timestamp() + ${HOLD}
       WHERE (run_id, device_id) IN (SELECT run_id, device_id FROM run_devices
         WHERE state = 'running' AND held_until < clock_timestamp() LIMIT ${most})
      RETURNING run_id, device_id, attempt, holder`.execute(trx);
    const { rows: next } = await sql<Claimed>`
      WITH open AS MATERIALIZED (
        SELECT runs.id, ${keys}, runs.concurrency - (SELECT count(*) FROM run_devices busy WHERE busy.run_id = runs.id AND busy.state = 'running') AS room
          FROM runs ${OF_WHOM} WHERE runs.ended_at IS NULL AND runs.state = 'executing'
      ), held AS MATERIALIZED (
        SELECT ${keys}, count(*) AS n FROM run_devices busy JOIN runs ON runs.id = busy.run_id ${OF_WHOM}
         WHERE busy.state = 'running' AND busy.holder = ${holder} GROUP BY side, is_part, is_new
      ), front AS MATERIALIZED (
        SELECT DISTINCT ON (waits.device_id, open.side, open.is_part) waits.device_id, waits.run_id, waits.position, open.side, open.is_part, open.is_new, open.room
          FROM open CROSS JOIN LATERAL (
            SELECT * FROM run_devices one WHERE one.run_id = open.id AND one.state = 'waiting' AND coalesce(one.not_before <= ${new Date(now)}, true)
             ORDER BY one.position LIMIT CASE WHEN (SELECT count(*) FROM open) = 1 THEN greatest(open.room, 0) END) AS waits
         ORDER BY waits.device_id, open.side, open.is_part, waits.run_id
      ), ready AS (
        SELECT front.*, row_number() OVER (PARTITION BY run_id ORDER BY position) AS place FROM front
         WHERE NOT EXISTS (SELECT 1 FROM run_devices busy WHERE busy.device_id = front.device_id AND busy.state = 'running')
      ), within_part AS (
        SELECT ready.*, coalesce(held.n, 0) + row_number() OVER (PARTITION BY ready.side, ready.is_part ORDER BY run_id, place) AS turn_of_part
          FROM ready LEFT JOIN held ON held.side = ready.side AND held.is_part = ready.is_part WHERE place <= room
      ), turns AS (
        SELECT run_id, device_id, is_new, coalesce(held.n, 0) + row_number() OVER (PARTITION BY one.side ORDER BY run_id, place) AS turn
          FROM within_part AS one LEFT JOIN (SELECT side, sum(n) AS n FROM held GROUP BY side) AS held ON held.side = one.side
         WHERE NOT is_part OR turn_of_part <= ${OF_PART}
      ), of_devices AS (
        SELECT DISTINCT ON (device_id) run_id, device_id, is_new, turn FROM turns WHERE turn <= ${OF_ONE} ORDER BY device_id, run_id
      ), chosen AS (
        SELECT run_id, device_id, turn FROM (
          SELECT of_devices.*, (SELECT coalesce(sum(n), 0) FROM held WHERE held.is_new) + row_number() OVER (PARTITION BY is_new ORDER BY turn) AS turn_of_new
            FROM of_devices) AS one
         WHERE NOT is_new OR turn_of_new <= ${OF_NEWCOMERS} OR NOT EXISTS (SELECT 1 FROM open WHERE NOT open.is_new)
      )
      UPDATE run_devices SET state = 'running', holder = ${holder}, held_until = clock_timestamp() + ${HOLD},
             started_at = coalesce(started_at, ${new Date(now)}), not_before = NULL
       WHERE (run_id, device_id) IN (
         SELECT run_id, device_id FROM chosen ORDER BY turn LIMIT ${most - left.length})
      RETURNING run_id, device_id, attempt, holder`.execute(trx);
    return [...left, ...next];
  });
}

const ofHolder = ({ runId, deviceId, holder }: Claimed) =>
  sql`run_id = ${runId} AND device_id = ${deviceId} AND holder = ${holder} AND state = 'running'`;

/** Column on `run_devices`: another device came into the place of the one for which it was begun. */
export const IS_REPLACED = sql<boolean>`EXISTS (
  SELECT 1 FROM device_replacements AS since JOIN runs AS begun ON begun.id = run_devices.run_id
   WHERE since.device_id = run_devices.device_id AND since.replaced_at > begun.created_at)`;

/**
 * Says that a device is still worked on, and answers which one it is. `lost`: another server has it by now. `replaced`: another device came into its
 * place.
 */
export async function holdOn(db: Db, claimed: Claimed): Promise<{ sn: string } | 'lost' | 'replaced'> {
  const { rows } = await sql<{ isReplaced: boolean; sn: string }>`
    UPDATE run_devices SET held_until = clock_timestamp() + ${HOLD} FROM devices
     WHERE devices.id = run_devices.device_id AND ${ofHolder(claimed)}
    RETURNING ${IS_REPLACED} AS is_replaced, devices.sn`.execute(db);
  const [row] = rows;
  if (!row) return 'lost';
  return row.isReplaced ? 'replaced' : row;
}

/** Counts a fault since a device came further; answers how many there were. Undefined: another server has the device by now. */
export async function countFault(db: Db, claimed: Claimed): Promise<number | undefined> {
  const { rows } = await sql<{ faults: number }>`
    UPDATE run_devices SET faults = faults + 1 WHERE ${ofHolder(claimed)} RETURNING faults`.execute(db);
  return rows[0]?.faults;
}

/** Lets any server go on, in so many seconds. */
export async function letGo(db: Db, claimed: Claimed, seconds: number): Promise<void> {
  await sql`UPDATE run_devices SET held_until = clock_timestamp() + ${seconds} * interval '1 second' WHERE ${ofHolder(claimed)}`.execute(
    db,
  );
}

/** The same of all devices of runs, whose servers are all gone. */
export async function letGoOfAll(db: Db): Promise<void> {
  await sql`UPDATE run_devices SET held_until = clock_timestamp() WHERE state = 'running'`.execute(db);
}

/** Adds what became of a step. False: another server has the device by now, and nothing was written. */
export async function addStep(trx: Transaction<Tables>, claimed: Claimed, step: RunStep): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE run_devices SET steps = steps || ${JSON.stringify([step])}::jsonb, faults = 0, held_until = clock_timestamp() + ${HOLD}
     WHERE ${ofHolder(claimed)}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Keeps how a device ended, or that it waits again. */
export async function endDevice(
  db: Db,
  claimed: Claimed,
  { outcome, now }: { outcome: RunOutcome; now: number },
): Promise<void> {
  const { state } = outcome;
  const failure = 'failure' in outcome ? outcome.failure : null;
  const detail = 'failure' in outcome ? (outcome.detail ?? null) : null;
  const notBefore = 'notBefore' in outcome ? new Date(outcome.notBefore) : null;
  const absences = 'absences' in outcome ? outcome.absences : undefined;
  const endedAt = state === 'waiting' ? null : new Date(now);
  await sql`
    UPDATE run_devices SET state = ${state}, failure = ${failure}, detail = ${detail}, not_before = ${notBefore}, ended_at = ${endedAt},
           absences = coalesce(${absences ?? null}::smallint, absences), faults = 0, holder = NULL, held_until = NULL
     WHERE ${ofHolder(claimed)}`.execute(db);
}

/** Ends what waited for too long and what waits in a run that was stopped, and runs in which nothing is open any more. */
export async function endRuns(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  await sql`
    UPDATE run_devices SET state = CASE runs.state WHEN 'stopped' THEN 'cancelled' ELSE 'expired' END, ended_at = ${at},
           failure = CASE runs.state WHEN 'stopped' THEN NULL ELSE 'expired' END
      FROM runs WHERE runs.id = run_devices.run_id AND runs.ended_at IS NULL AND run_devices.state = 'waiting'
       AND (runs.state = 'stopped' OR runs.expires_at <= ${at})`.execute(db);
  await sql`
    UPDATE runs SET ended_at = ${at}, state = CASE state WHEN 'stopped' THEN 'stopped' ELSE 'finished' END
     WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM run_devices WHERE run_id = runs.id AND state = 'waiting')
       AND NOT EXISTS (SELECT 1 FROM run_devices WHERE run_id = runs.id AND state = 'running')`.execute(db);
}

/** Whether there is something that a server could begin with soon. */
export async function isWorkLeft(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM runs JOIN run_devices one ON one.run_id = runs.id
     WHERE runs.ended_at IS NULL AND (one.state = 'running'
        OR (one.state = 'waiting' AND runs.state = 'executing' AND coalesce(one.not_before <= ${new Date(now)}, true)))
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { isNewHome } from '../../platform/newcomers.ts';
import { addRow, type ImportParts } from './add-row.ts';
import { createTurnsOfImports, type WaitingImport } from './turns-of-imports.ts';

/** Whose imports take turns, of the person of one: those of the organisation in which that one is now, or of somebody without one. */
export const SIDE = sql<number>`coalesce(person.organisation_id, -person.id)`;

/** Rows of one side before the next one has its turn: some tenths of a second. */
const ROWS_OF_A_TURN = 10;
/** Time until another look where other servers have all rows that wait. */
const LOOK_MS = 100;

interface Turn extends WaitingImport {
  address: string | null;
  language: Language;
}

/**
 * Adds the devices of all imports that run, until no row waits: the job `devices.import`. Organisations take turns, and in each its people. Any
 * number of servers share the rows, and one that was killed loses none: a row is added and marked in one transaction.
 */
export async function workImports(platform: ImportParts, signal: AbortSignal): Promise<void> {
  const turns = createTurnsOfImports();
  for (;;) {
    await endImports(platform);
    const waiting = await readWaiting(platform);
    if (waiting.length === 0) return;
    let added = 0;
    for (const turn of turns.next(waiting)) added += await takeTurn(platform, turn, signal);
    if (added === 0) await wait(LOOK_MS, undefined, { signal });
  }
}

/** The oldest running import of each person. */
async function readWaiting({ db, clock }: Pick<ImportParts, 'db' | 'clock'>): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    SELECT DISTINCT ON (one.user_id) one.id, one.user_id, one.address, one.language, ${SIDE} AS side,
           ${isNewHome('home', clock.now())} AS is_newcomer
      FROM device_imports one JOIN users AS person ON person.id = one.user_id LEFT JOIN organisations AS home ON home.id = person.organisation_id
     WHERE one.state = 'running' ORDER BY one.user_id, one.id`.execute(db);
  return rows;
}

/** Adds the next rows of an import by the right that its person has now. Answers how many it came by. */
async function takeTurn(
  platform: ImportParts,
  { id, userId, address, language }: Turn,
  signal: AbortSignal,
): Promise<number> {
  const { db, clock } = platform;
  const actor = await findUserActor(db, { userId, at: clock.now() });
  const context: RequestContext | undefined = actor && { actor, address, language, bearer: '' };
  const { rows } = await sql<Next>`
    SELECT row, place, sn, fields ->> 'parentSn' AS parent_sn FROM device_import_rows
     WHERE import_id = ${id} AND state = 'waiting' ORDER BY place LIMIT ${ROWS_OF_A_TURN}`.execute(db);
  let came = 0;
  for (const next of rows) {
    signal.throwIfAborted();
    if (await hangsOnWaiting(db, id, next)) continue;
    const { row, sn } = next;
    if (await addRow(platform, { importId: id, row, sn, context, language })) came += 1;
  }
  return came;
}

interface Next {
  row: number;
  place: number;
  sn: string;
  parentSn: string | null;
}

/**
 * Whether another server adds at this moment what a row hangs on. Asked at the turn of the row, when hardly any stand before it: asked of all rows together, each of thousands that
 * hang on each other was looked for among all that stand before it.
 */
async function hangsOnWaiting(db: Db, importId: number, { place, parentSn }: Next): Promise<boolean> {
  if (parentSn === null) return false;
  const { rows } = await sql`
    SELECT 1 FROM device_import_rows WHERE import_id = ${importId} AND state = 'waiting' AND place < ${place} AND sn = ${parentSn} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

const IS_OVER = sql<SqlBool>`state = 'running' AND NOT EXISTS (
  SELECT 1 FROM device_import_rows WHERE import_id = one.id AND state = 'waiting')`;

/** Those that somebody starts again at this moment are held first and then looked at: in one statement their rows would still be as they were before. */
const endImports = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM device_imports one WHERE ${IS_OVER} ORDER BY id FOR UPDATE`.execute(trx);
    if (rows.length === 0) return;
    await sql`
      UPDATE device_imports one SET state = 'ended', ended_at = ${new Date(clock.now())}
       WHERE id = ANY(${rows.map(({ id }) => id)}::bigint[]) AND ${IS_OVER}`.execute(trx);
  });

import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { setOpenRuns, startRun, type RunWindow } from '../../runs/index.ts';
import { judgeWave, type WaveCounts } from './plan-waves.ts';
import { endInLog, refused } from './upgrade-rows.ts';
import type { UpgradeDefinition } from './upgrade-script.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

/** Devices of an upgrade that are told at a time; they fetch and install by themselves. */
const AT_ONCE = 32;

interface OpenUpgrade extends WaveCounts {
  id: number;
  userId: number | null;
  firmwareId: number;
  name: string;
  beginWindow: RunWindow | null;
}

const NO_ROOM: ReadonlySet<string> = new Set(['tooManyRuns', 'runsOfHour']);

interface Standing extends WaveCounts, Pick<OpenUpgrade, 'id' | 'userId'> {
  /** Devices of the wave that would begin. */
  waiting: number;
}

/** Of an upgrade by the name `upgrade`. */
const COUNTS = sql`
  SELECT count(*) FILTER (WHERE run_id IS NOT NULL AND ended_at IS NULL) AS open,
         count(*) FILTER (WHERE state = 'succeeded') AS succeeded,
         count(*) FILTER (WHERE state IN ('failed', 'timedOut', 'rolledBack')) AS failed
    FROM firmware_upgrade_devices WHERE upgrade_id = upgrade.id`;

/**
 * Begins the next wave of upgrades where the present one ended well enough, and halts those where too many devices failed. `alone`: does each so that it
 * keeps no other one. An upgrade in which nothing is to be done, or for which its person has no room, costs no transaction: of thousands that somebody has
 * approved those of all others would come to their next wave late.
 */
export async function goOnWithWaves(
  { db, clock }: Parts,
  alone: (what: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<Standing>`
    SELECT upgrade.id, upgrade.user_id, upgrade.most_failed, counted.*, (
             SELECT count(*) FROM firmware_upgrade_devices one WHERE one.upgrade_id = upgrade.id AND one.ended_at IS NULL
                AND one.wave = (SELECT min(wave) FROM firmware_upgrade_devices WHERE upgrade_id = upgrade.id AND ended_at IS NULL)) AS waiting
      FROM firmware_upgrades upgrade CROSS JOIN LATERAL (${COUNTS}) AS counted
     WHERE upgrade.ended_at IS NULL AND upgrade.state = 'executing' ORDER BY upgrade.id`.execute(db);
  /** Of how many devices a wave of somebody had no room. */
  const tooMany = new Map<number | null, number>();
  for (const { id, userId, waiting, ...counts } of rows) {
    const next = judgeWave(counts);
    if (next === 'goOn') continue;
    if (next === 'next' && waiting >= (tooMany.get(userId) ?? Infinity)) continue;
    await alone(`upgrade ${id}`, async () => {
      try {
        await goOn({ db, clock }, id);
      } catch (error) {
        // Its organisation has as many runs as it may: the wave begins once there is room.
        if (!(error instanceof AppError && NO_ROOM.has(error.key))) throw error;
        tooMany.set(userId, waiting);
      }
    });
  }
}

const goOn = ({ db, clock }: Parts, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Another server may be at it, and stops and tries wait for the same row.
    const upgrade = await hold(trx, id);
    if (!upgrade) return;
    const next = judgeWave(upgrade);
    if (next === 'halt') await halt(trx, upgrade, clock.now());
    if (next === 'next') await beginWave(trx, { clock }, upgrade);
  });

async function hold(trx: Transaction<Tables>, id: number): Promise<OpenUpgrade | undefined> {
  const { rows } = await sql<Omit<OpenUpgrade, keyof WaveCounts> & { mostFailed: number }>`
    SELECT upgrade.id, upgrade.user_id, upgrade.firmware_id, upgrade.most_failed, upgrade.begin_window, firmware.name || ' ' || firmware.version AS name
      FROM firmware_upgrades upgrade JOIN firmware ON firmware.id = upgrade.firmware_id
     WHERE upgrade.id = ${id} AND upgrade.ended_at IS NULL AND upgrade.state = 'executing' FOR UPDATE OF upgrade SKIP LOCKED`.execute(
    trx,
  );
  const [upgrade] = rows;
  if (!upgrade) return undefined;
  const counted = await sql<Omit<WaveCounts, 'mostFailed'>>`
    SELECT counted.* FROM firmware_upgrades upgrade CROSS JOIN LATERAL (${COUNTS}) AS counted WHERE upgrade.id = ${id}`.execute(
    trx,
  );
  return { ...upgrade, ...counted.rows[0]! };
}

async function beginWave(
  trx: Transaction<Tables>,
  { clock }: Pick<Parts, 'clock'>,
  { id, userId, firmwareId, name, beginWindow }: OpenUpgrade,
): Promise<void> {
  const { rows } = await sql<{ deviceId: number }>`
    SELECT device_id FROM firmware_upgrade_devices WHERE upgrade_id = ${id} AND ended_at IS NULL AND wave = (
      SELECT min(wave) FROM firmware_upgrade_devices WHERE upgrade_id = ${id} AND ended_at IS NULL) ORDER BY device_id`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const deviceIds = rows.map(({ deviceId }) => deviceId);
  const actor = await findUserActor(trx, { userId, at: clock.now() });
  if (!actor) {
    await endInLog(trx, sql`${refused(clock.now())} WHERE one.upgrade_id = ${id} AND one.ended_at IS NULL`);
    return;
  }
  const definition: UpgradeDefinition = { upgradeId: id, firmwareId, window: beginWindow };
  const run = {
    kind: 'firmware',
    name,
    definition,
    deviceIds,
    concurrency: AT_ONCE,
    expiresAt: null,
  } as const;
  const runId = await startRun(trx, { clock }, { actor, address: null, ...run });
  await sql`UPDATE firmware_upgrade_devices SET run_id = ${runId} WHERE upgrade_id = ${id} AND device_id = ANY(${deviceIds})`.execute(
    trx,
  );
}

async function halt(trx: Transaction<Tables>, { id }: OpenUpgrade, now: number): Promise<void> {
  await trx.updateTable('firmwareUpgrades').set({ state: 'halted' }).where('id', '=', id).execute();
  await endWaiting(trx, { id, states: ['waiting'], now });
}

/** Ends devices of an upgrade that are this far, and their runs begin nothing more. Answers how many there were. */
export async function endWaiting(
  trx: Transaction<Tables>,
  {
    id,
    states,
    now,
  }: { id: number; states: readonly ('waiting' | 'checking' | 'transferring')[]; now: number },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('firmwareUpgradeDevices')
    .set({ state: 'stopped', endedAt: new Date(now) })
    .where('upgradeId', '=', id)
    .where('state', 'in', [...states])
    .executeTakeFirst();
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT run_id AS id FROM firmware_upgrade_devices WHERE upgrade_id = ${id} AND run_id IS NOT NULL`.execute(
    trx,
  );
  await setOpenRuns(trx, { ids: rows.map((run) => run.id), state: 'stopped', now });
  return Number(numUpdatedRows);
}

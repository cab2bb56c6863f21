import { sql } from 'kysely';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeTakenAlarms } from '../../alarms/index.ts';
import {
  dropTakenLatest,
  forgetImport,
  importDevices,
  importExtent,
  importSlices,
  keptSince,
  takeBackSlice,
  type RollUps,
} from '../../telemetry/index.ts';
import { updateImport } from '../running/import-record.ts';
import { beginUndo } from './begin-undo.ts';
import { ownDevices, type OwnDevice } from './own-devices.ts';

export interface UndoParts {
  platform: Pick<Platform, 'config' | 'db' | 'samples' | 'clock' | 'text'>;
  rollUps: Pick<RollUps, 'redo'>;
  /** Aborted when the server stops or another one has the job. */
  signal: AbortSignal;
}

/** An import that is being taken back. */
interface Undone {
  id: number;
  createdAt: Date;
  firstTime: Date;
  lastTime: Date;
  undoneUntil: Date | null;
  valuesUndone: number;
  /** That it wrote to. Of these `ownDevices` answers who is still its owner's. */
  stationId: number;
  written: number[];
}

/** Devices whose roll-ups are made again together. */
const DEVICES_AT_ONCE = 5;
/** Clocks of servers differ. */
const CLOCKS_MS = 60_000;
const DAY_MS = 86_400_000;
/** So long after its end another server may still write what it read before. */
const SETTLED_MS = 600_000;

/**
 * Takes an import back from where that stands: the job `imports.undo`. Each step may be repeated, so a server that was killed leaves it to the
 * next one. The same job comes once more later, and forgets what the import wrote.
 */
export async function runUndo(parts: UndoParts, id: number): Promise<void> {
  const { platform } = parts;
  const row = await platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (row.state !== 'undoing' && row.state !== 'undone')) return;
  const { firstTime, lastTime } = row;
  if (!firstTime || !lastTime) return;
  const written = await importDevices(platform.samples, id);
  const undone: Undone = { ...row, firstTime, lastTime, written };
  if (row.state === 'undone') await forget(parts, undone);
  else if (await beginUndo(platform, { row, firstTime, devices: await ownOf(platform, undone) })) {
    await takeBack(parts, undone);
    await redo(parts, undone);
    await forgetEffects(parts, undone);
    await finish(parts, undone);
  }
}

/** As it is now: devices leave while an import is taken back, and what they measure then is somebody else's. */
function ownOf({ db }: Pick<Platform, 'db'>, { stationId, written }: Undone): Promise<OwnDevice[]> {
  return ownDevices(db, stationId, written);
}

async function forget(parts: UndoParts, undone: Undone): Promise<void> {
  const { samples, config } = parts.platform;
  // A server beside this one may have finished roll-ups that it began before.
  if (config.databaseUrl !== undefined) await redo(parts, undone);
  await forgetImport(samples, undone.id, config.clickhouseCluster);
}

async function takeBack({ platform, signal }: UndoParts, undone: Undone): Promise<void> {
  const { db, samples, config, clock } = platform;
  const { id } = undone;
  const since = keptSince(config.rawRetentionDays, clock.now());
  const others = await othersOf(platform, undone);
  let values = undone.valuesUndone;
  for (const slice of await importSlices(samples, id)) {
    if (undone.undoneUntil && slice.to <= undone.undoneUntil.getTime()) continue;
    signal.throwIfAborted();
    const dropped = since !== null && slice.from < since;
    const devices = (await ownOf(platform, undone)).map((device) => device.id);
    await takeBackSlice(
      samples,
      { importId: id, devices, others, cluster: config.clickhouseCluster },
      { ...slice, dropped, now: clock.now() },
    );
    values += slice.values;
    await db
      .updateTable('imports')
      .set({ undoneUntil: new Date(slice.to), valuesUndone: values })
      .where('id', '=', id)
      .where('state', '=', 'undoing')
      .execute();
  }
}

/** Other imports that wrote to the same devices at about the same time, and that are not taken back themselves. */
async function othersOf({ db }: UndoParts['platform'], undone: Undone): Promise<number[]> {
  const { id, firstTime, lastTime } = undone;
  const sns = (await ownOf({ db }, undone)).map(({ sn }) => sn);
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '!=', id)
    .where('rowsListed', '>', 0)
    .where('state', 'in', ['importing', 'done', 'failed'])
    .where('firstTime', '<=', new Date(lastTime.getTime() + DAY_MS))
    .where('lastTime', '>=', new Date(firstTime.getTime() - DAY_MS))
    .where(sql<boolean>`devices ?| ${sns}::text[]`)
    .execute();
  return rows.map((row) => row.id);
}

async function redo({ platform, rollUps, signal }: UndoParts, undone: Undone): Promise<void> {
  const { samples, config } = platform;
  const { id, createdAt } = undone;
  const devices = (await ownOf(platform, undone)).map((device) => device.id);
  for (let i = 0; i < devices.length; i += DEVICES_AT_ONCE) {
    signal.throwIfAborted();
    const extent = await importExtent(samples, id, devices.slice(i, i + DEVICES_AT_ONCE));
    await rollUps.redo({
      ...extent,
      since: createdAt.getTime() - CLOCKS_MS,
      cluster: config.clickhouseCluster,
    });
  }
}

/** What else the values had a part in: newest values and alarms. Memory of every server follows when the end is announced. */
async function forgetEffects({ platform }: UndoParts, undone: Undone): Promise<void> {
  const { samples, config } = platform;
  const { id: importId, firstTime, lastTime } = undone;
  const devices = (await ownOf(platform, undone)).map((device) => device.id);
  await dropTakenLatest(samples, { importId, devices, cluster: config.clickhouseCluster });
  const times = { from: firstTime.getTime(), to: lastTime.getTime() };
  await removeTakenAlarms(platform, { importId, devices, ...times });
}

async function finish(
  { platform }: UndoParts,
  { id, written }: Pick<Undone, 'id' | 'written'>,
): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const ended = await updateImport(
      trx,
      { id, state: 'undoing' },
      { state: 'undone', undoneAt: new Date(now) },
    );
    if (!ended) return;
    await addJob(trx, 'telemetry.count', {});
    await addJob(trx, 'imports.undo', { importId: id }, { startAfter: now + SETTLED_MS });
    await announceChange(trx, { measurementsOf: written });
  });
}

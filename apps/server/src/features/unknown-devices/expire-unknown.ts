import { sql, type SqlBool, type Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isHeldByStop, leavesStop, requireNotStopped } from '../command-stops/index.ts';
import { forgetLater, OWN_AGAIN_MS } from '../devices/index.ts';

const DAY_MS = 86_400_000;
/** Silence after which a serial number that an organisation's key brought, and that is in no station, is free again. */
const BY_KEY_DAYS = 30;
/** Devices of one transaction. */
const AT_ONCE = 1000;

interface Before {
  ofNobody: Date;
  byKey: Date;
  /** Whoever unbound one may bind it again until then. */
  unbound: Date;
}

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/**
 * Removes devices that came by themselves, belong to nobody and have been silent for as long as the settings say, those of a key in no station, and serial numbers that
 * somebody only wrote down and took out again, with their states and
 * alarms. A job deletes what they measured. So the room that a stranger filled with invented serial numbers comes back. A device that reports again is found again.
 * Those of an organisation of which the platform stopped commands stay its own.
 */
export async function expireUnknown(platform: Parts): Promise<void> {
  const { db, clock, config, log } = platform;
  const now = clock.now();
  const before = {
    ofNobody: new Date(now - config.unknownDevices.days * DAY_MS),
    byKey: new Date(now - BY_KEY_DAYS * DAY_MS),
    unbound: new Date(now - OWN_AGAIN_MS),
  };
  let removed = 0;
  let after = 0;
  for (;;) {
    const due = await findSilent(db, before, { after });
    await togetherOrAlone(
      due,
      async (some) => {
        removed += await db.transaction().execute((trx) => removeSome(trx, before, { some, now }));
      },
      (error, { sn }) => {
        if (!isHeldByStop(error)) log.error({ err: error, sn }, 'a silent device was not removed');
      },
    );
    if (due.length < AT_ONCE) break;
    after = due.at(-1)!.id;
  }
  await forgetContenders(platform);
  if (removed > 0) log.info({ removed }, 'silent devices of nobody removed');
}

/** Contenders in all; beyond it those seen longest ago go. */
const CONTENDERS_IN_ALL = 10_000;

/** Forgets who signed in as devices with other secrets, when that is long ago. */
async function forgetContenders({ db, clock, config }: Parts): Promise<void> {
  const before = new Date(clock.now() - config.unknownDevices.days * DAY_MS);
  await db.deleteFrom('deviceContenders').where('lastSeenAt', '<', before).execute();
  await sql`DELETE FROM device_contenders WHERE id IN (
    SELECT id FROM device_contenders ORDER BY last_seen_at DESC, id DESC OFFSET ${CONTENDERS_IN_ALL})`.execute(
    db,
  );
}

interface Silent {
  id: number;
  sn: string;
}

/** Those of some that are still silent, and no longer held by anybody else. */
async function removeSome(
  trx: Transaction<Tables>,
  before: Before,
  { some, now }: { some: readonly Silent[]; now: number },
): Promise<number> {
  const named = some.map(({ id }) => id);
  const devices = await silent(trx, before)
    .where('devices.id', 'in', named)
    .select('devices.organisationId')
    .forUpdate('devices')
    .skipLocked()
    .execute();
  if (devices.length === 0) return 0;
  const ids = devices.map(({ id }) => id);
  await trx.deleteFrom('alarms').where('deviceId', 'in', ids).execute();
  await trx.deleteFrom('devices').where('id', 'in', ids).execute();
  await forgetLater(trx, { devices, now });
  await announceChange(trx, { devices: ids });
  for (const from of new Set(devices.map(({ organisationId }) => organisationId)))
    await requireNotStopped(trx, systemActor, { from, to: null });
  return devices.length;
}

const findSilent = (db: Db, before: Before, { after }: { after: number }): Promise<Silent[]> =>
  silent(db, before).where('devices.id', '>', after).orderBy('devices.id').limit(AT_ONCE).execute();

/** A logger goes after what hangs on it. */
function silent(db: Db, before: Before) {
  const heard = sql<Date>`greatest(devices.created_at, devices.first_seen_at, device_states.last_seen_at, device_states.last_data_at)`;
  return (
    db
      .selectFrom('devices')
      .leftJoin('deviceStates', 'deviceStates.deviceId', 'devices.id')
      .select(['devices.id', 'devices.sn'])
      .where('devices.stationId', 'is', null)
      // One that is refused is forgotten by nobody, or it would come back as one that is not.
      .where('devices.blockedAt', 'is', null)
      .where((eb) =>
        eb.or([
          eb.and([
            eb('devices.organisationId', 'is', null),
            eb('devices.foundBy', 'is not', null),
            eb(heard, '<', before.ofNobody),
          ]),
          eb.and([
            eb('devices.organisationId', 'is not', null),
            eb('devices.secretHash', 'is', null),
            eb(heard, '<', before.byKey),
            eb.not(leavesStop(sql`devices.organisation_id`, sql`NULL::bigint`)),
          ]),
          // Its secret is that of whoever wrote it down, and shuts the device out that comes with its own.
          eb.and([
            eb('devices.organisationId', 'is', null),
            eb('devices.foundBy', 'is', null),
            eb('devices.firstSeenAt', 'is', null),
            eb('deviceStates.lastSeenAt', 'is', null),
            eb('deviceStates.lastDataAt', 'is', null),
            eb(sql<Date>`coalesce(devices.freed_at, devices.created_at)`, '<', before.unbound),
          ]),
        ]),
      )
      .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM devices child WHERE child.parent_id = devices.id)`)
  );
}

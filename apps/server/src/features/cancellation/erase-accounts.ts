import { VIEWER_ROLE } from '@sunfleet/contract';
import { sql, type Selectable, type SqlBool, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UsersTable } from '../../platform/postgres/tables/accounts.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { COOLING_OFF_MS, eraseUser } from '../accounts/index.ts';
import { isHeldByStop, requireNotStopped, type Leaving } from '../command-stops/index.ts';
import { forgetLater } from '../devices/index.ts';
import { administeredAlone, dropIfEmpty, isNobodys, lockOrganisations } from '../organisations/index.ts';
import { freeDevices, type FreedDevice } from '../stations/index.ts';
import { carryOutFates } from './carry-out-fates.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log' | 'config'>;

const job = { actor: systemActor, address: null };

/**
 * Erases every account that is due, each in a transaction of its own. Tries all of them and then rejects if one failed, so that the
 * job is tried again. Of two servers only one takes an account. An account that has become the last administrator of others
 * meanwhile waits until there is another one, and one with which stations would leave what the platform stopped until that is lifted.
 */
export async function eraseDue(platform: Parts): Promise<void> {
  const due = await platform.db
    .selectFrom('users')
    .select(['id', 'organisationId'])
    .where('cancelRequestedAt', '<=', new Date(platform.clock.now() - COOLING_OFF_MS))
    .orderBy('id')
    .execute();
  const failures: unknown[] = [];
  for (const account of due) {
    const { id } = account;
    try {
      await platform.db.transaction().execute((trx) => eraseOne(platform, trx, account));
    } catch (error) {
      if (isHeldByStop(error)) {
        platform.log.warn(
          { userId: id },
          'account waits to be erased: commands of stations that would go are stopped',
        );
        continue;
      }
      platform.log.warn({ err: messageOf(error), userId: id }, 'account not erased');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not erased`);
}

async function eraseOne(
  { clock, config, log }: Parts,
  trx: Transaction<Tables>,
  { id: userId, organisationId }: { id: number; organisationId: number | null },
): Promise<void> {
  const now = clock.now();
  // Organisations are locked before accounts everywhere. Nobody else can stop administering one while this is judged.
  await lockOrganisations(trx, organisationId === null ? [] : [organisationId]);
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('organisationId', 'is not distinct from', organisationId)
    .where('cancelRequestedAt', '<=', new Date(now - COOLING_OFF_MS))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!user) return;
  if ((await administeredAlone(trx, userId)).length > 0) {
    log.warn({ userId }, 'account waits to be erased: it is the last administrator of others');
    return;
  }
  const changed = await carryOutFates(trx, { clock, config }, { userId, choices: user.cancelChoices ?? [] });
  await eraseUser(trx, userId, now);
  const entry = { action: 'accounts.erase', objectType: 'user', objectId: userId } as const;
  await writeAudit(trx, job, { ...entry, organisationId: user.organisationId });
  const brought = await freeBrought(trx, user);
  const left =
    brought.length === 0 ? changed.left : [...changed.left, { from: user.organisationId, to: null }];
  await requireFree(trx, user, left);
  await leaveOrganisation(trx, user, now);
  const { deletedIds: stationIds } = changed;
  const devices = [...changed.freed, ...brought];
  await forgetLater(trx, { devices, stationIds, now });
  const moved = [...devices.map(({ id }) => id), ...changed.changedDeviceIds];
  await announceChange(trx, { devices: moved, stations: changed.stationIds, access: true });
}

/** What the platform stopped keeps what would leave it. The organisation may go: it is held before a stop is kept waiting. Throws AppError `commandsStopped`. */
async function requireFree(
  trx: Transaction<Tables>,
  { organisationId }: Selectable<UsersTable>,
  left: readonly Leaving[],
): Promise<void> {
  if (left.length === 0) return;
  await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute();
  for (const one of left) await requireNotStopped(trx, systemActor, one);
}

/** Devices that keys brought and that are in no station go with the last one who could look after them, and the organisation with these. */
async function freeBrought(
  trx: Transaction<Tables>,
  { organisationId }: Selectable<UsersTable>,
): Promise<FreedDevice[]> {
  const devices = await trx
    .selectFrom('devices')
    .innerJoin('organisations', 'organisations.id', 'devices.organisationId')
    .select(['devices.id', 'devices.sn'])
    .where('devices.organisationId', '=', organisationId)
    .where('devices.stationId', 'is', null)
    .where(isNobodys)
    .orderBy('devices.id')
    .forUpdate('devices')
    .execute();
  const ids = devices.map(({ id }) => id);
  await trx
    .deleteFrom('alarms')
    .where('deviceId', '=', sql<number>`ANY(${ids})`)
    .where('stationId', 'is', null)
    .execute();
  await freeDevices(trx, ids);
  return devices;
}

/**
 * Deletes an organisation that was the person's own. Where viewers are left in it, it only loses what tells whose it was. An
 * organisation of somebody else, in which the account was only a viewer, stays as it is.
 */
async function leaveOrganisation(
  trx: Transaction<Tables>,
  { organisationId }: Selectable<UsersTable>,
  now: number,
): Promise<void> {
  if (organisationId === null || (await dropIfEmpty(trx, job, { id: organisationId, now }))) return;
  await trx
    .updateTable('organisations')
    .set((eb) => ({ name: eb.ref('code'), taxId: null, bankName: null, bankAccount: null }))
    .where('id', '=', organisationId)
    .where('type', '=', 'personal')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM users WHERE users.organisation_id = organisations.id
        AND (users.role <> ${VIEWER_ROLE} OR users.role_id IS NOT NULL))`,
    )
    .execute();
}

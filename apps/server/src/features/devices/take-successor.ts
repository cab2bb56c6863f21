import type { Selectable, Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { bindingOf, boundTo } from './binding-of.ts';
import { isClaimCode } from './claim-code.ts';
import { keepRecords } from './follow-numbers.ts';
import { forgetLater } from './forget-later.ts';
import { leaveLogger } from './leave-logger.ts';
import { refuseForeign } from './refuse-foreign.ts';
import type { Renewer } from './renew-secret.ts';
import type { Taken } from './take-reservation.ts';

type Row = Selectable<DevicesTable>;

/** The device that comes into the place of another one. */
export interface Successor {
  /** Undefined: nobody knew it before. */
  known: Row | undefined;
  /** What it signs in with. */
  secret: Partial<Pick<Row, 'secretHash' | 'secretSalt' | 'claimHash' | 'claimSalt'>>;
  /** It showed that the secret is its own, or the organisation had it until lately. */
  proved: boolean;
  /** Devices that are changed or gone by it. */
  gone: readonly number[];
}

interface Coming {
  place: Row;
  sn: string;
  claimCode: string | undefined;
  taken: Taken | undefined;
}

/**
 * Takes a device of nobody for a place: by the same proofs as one that is added. Its own row goes in the end, with what it measured before: that was not
 * measured in this place. What it spoke for waits as discovered behind the place.
 */
export async function takeSuccessor(
  trx: Transaction<Tables>,
  { platform, context }: Renewer,
  { place, sn, claimCode, taken }: Coming,
): Promise<Successor> {
  if (taken) return { known: undefined, secret: taken.stored, proved: true, gone: taken.gone };
  const known = await trx
    .selectFrom('devices')
    .selectAll()
    .where('sn', '=', sn)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return { known, secret: {}, proved: false, gone: [] };
  await refuseForeign(trx, context.actor, known);
  const now = platform.clock.now();
  const binding = bindingOf(known, await boundTo(trx, context.actor, place.stationId!), now);
  if (binding === 'closed' || known.kind !== place.kind) throw new AppError('snTaken', { sn });
  const shown = claimCode !== undefined && isClaimCode(claimCode, known);
  if (binding === 'claim' && !shown)
    throw new AppError(claimCode === undefined ? 'claimCodeNeeded' : 'wrongClaimCode', { sn });
  const left = await leaveLogger(trx, known.id);
  await trx
    .updateTable('discoveredDevices')
    .set({ loggerId: place.id })
    .where('loggerId', '=', known.id)
    .where('sn', 'not in', (eb) =>
      eb.selectFrom('discoveredDevices').select('sn').where('loggerId', '=', place.id),
    )
    .execute();
  // The place takes its number. Its row goes once its records are with the place: `dropSuccessor`.
  await trx
    .updateTable('devices')
    .set({ sn: `${sn} ` })
    .where('id', '=', known.id)
    .execute();
  await forgetLater(trx, { devices: [known], now });
  const { secretHash, secretSalt, claimHash, claimSalt } = known;
  const proved = binding === 'own' || shown;
  return {
    known,
    secret: proved ? { secretHash, secretSalt, claimHash, claimSalt } : {},
    proved,
    gone: [known.id, ...left],
  };
}

/** Ends the row that a successor had of its own, except what people kept of it at other stations. */
export async function dropSuccessor(
  trx: Transaction<Tables>,
  { place, known }: Pick<Coming, 'place'> & Pick<Successor, 'known'>,
): Promise<void> {
  if (!known) return;
  await keepRecords(trx, { place, from: known.id });
  await trx.deleteFrom('alarms').where('deviceId', '=', known.id).execute();
  await trx.deleteFrom('devices').where('id', '=', known.id).execute();
}

import type { Selectable, Transaction } from 'kysely';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** How long a serial number is kept for its holder after that one heard of a device that came with another secret. */
export const RESERVED_MS = 3 * 86_400_000;

/** Registrations: devices that somebody registered with a secret, that nothing signed in as and of which nothing is stored. */
export function reservations(trx: Transaction<Tables>) {
  return trx
    .selectFrom('devices')
    .leftJoin('deviceStates', 'deviceStates.deviceId', 'devices.id')
    .select(['devices.id', 'devices.sn', 'devices.kind', 'devices.stationId', 'devices.organisationId'])
    .select(['devices.contendedAt', 'devices.secretChangedAt'])
    .where('devices.organisationId', 'is not', null)
    .where('devices.secretHash', 'is not', null)
    .where('devices.firstSeenAt', 'is', null)
    .where('deviceStates.lastDataAt', 'is', null)
    .forUpdate('devices');
}

type Reservation = Pick<Selectable<DevicesTable>, 'kind' | 'contendedAt' | 'secretChangedAt'>;

/** Whether its holder has made a new secret since hearing of another device: then only a dispute gives it to somebody else. */
export function isKept({ contendedAt, secretChangedAt }: Reservation): boolean {
  return contendedAt !== null && secretChangedAt !== null && secretChangedAt >= contendedAt;
}

/** A stick has no secret that it could show; whoever comes with one is no stick. */
export function mayBeTaken(reservation: Reservation): boolean {
  return reservation.kind !== 'logger' && !isKept(reservation);
}

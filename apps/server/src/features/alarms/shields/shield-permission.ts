import { ADMINISTRATING_ROLES, isSafetyFault } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { visibleStations } from '../../stations/index.ts';
import type { ShieldSubject } from './shield-subjects.queries.ts';

export type ShieldPermission = 'alarms.shieldTemporarily' | 'alarms.shieldPermanently';

/**
 * What somebody needs where faults are kept quiet until then, `null` being for good. Those about safety ask for what no authorisation gives: whoever
 * administers an organisation of their own and works at a station of others for a time hides no fire there.
 */
export const shieldPermission = (
  until: number | null,
  faults: readonly { textKey: string }[],
): ShieldPermission =>
  until === null || faults.some(({ textKey }) => isSafetyFault(textKey))
    ? 'alarms.shieldPermanently'
    : 'alarms.shieldTemporarily';

/** Throws AppError `safetyAlarm` where one of the faults is about safety and not the actor's to keep quiet at its station. */
export async function requireSafety(
  trx: Transaction<Tables>,
  actor: Actor,
  faults: readonly Pick<ShieldSubject, 'stationId' | 'textKey'>[],
): Promise<void> {
  const ofSafety = faults.filter(({ textKey }) => isSafetyFault(textKey));
  if (ofSafety.length === 0) return;
  if (!ADMINISTRATING_ROLES.has(actor.role)) throw new AppError('safetyAlarm');
  const ids = [...new Set(ofSafety.map(({ stationId }) => stationId))];
  const held = await visibleStations(trx, actor, { ids, permission: 'alarms.shieldPermanently' });
  if (held.length < ids.length) throw new AppError('safetyAlarm');
}

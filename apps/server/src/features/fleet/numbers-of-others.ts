import { LIMITS } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;

/**
 * Serial numbers of others that the keys of an organisation name. Their refusal tells that they exist, so they are as few within an hour as may be looked
 * up; beyond that whatever is not the organisation's own is refused alike, whether anybody has it or not. Memory holds no more than what was told.
 */
export function createNumbersOfOthers(clock: Pick<Clock, 'now'>) {
  const told = new Map<number, { until: number; sns: Set<string> }>();

  function toldTo(organisationId: number): Set<string> {
    const now = clock.now();
    for (const [id, { until }] of told) if (until <= now) told.delete(id);
    return told.get(organisationId)?.sns ?? new Set();
  }

  return {
    /** For a number that nobody has. Throws AppError tooManyRequests where it would be told apart from those of others. */
    requireUntold(organisationId: number): void {
      if (toldTo(organisationId).size >= LIMITS.lookUpsHourly) throw new AppError('tooManyRequests');
    },
    /** Throws AppError: noDataPermission, or tooManyRequests once too many were told. */
    refuse(organisationId: number, sn: string): never {
      const sns = toldTo(organisationId);
      if (sns.has(sn)) throw new AppError('noDataPermission');
      if (sns.size >= LIMITS.lookUpsHourly) throw new AppError('tooManyRequests');
      if (sns.size === 0) told.set(organisationId, { until: clock.now() + HOUR_MS, sns });
      sns.add(sn);
      throw new AppError('noDataPermission');
    },
  };
}

import type { Connection } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';

/** A device that pushes all the time is announced this often; its samples say the rest. */
const ANNOUNCE_EVERY_MS = 30_000;

/** Announces that devices gave a sign of life. */
export function createSightings({ bus }: Pick<Platform, 'bus'>) {
  const announced = new Map<number, number>();
  return (deviceId: number, at: number, connection: Connection): void => {
    if (at - (announced.get(deviceId) ?? Number.NEGATIVE_INFINITY) < ANNOUNCE_EVERY_MS) return;
    announced.set(deviceId, at);
    bus.publish('deviceSeen', { deviceId, at, connection, online: true });
  };
}

import type { Actor } from '../../platform/actor.ts';

/** A request to a device that everything else allows. */
export interface AskedRequest {
  actor: Actor;
  deviceId: number;
  /** Of the device; null: it belongs to nobody. */
  organisationId: number | null;
  writes: boolean;
}

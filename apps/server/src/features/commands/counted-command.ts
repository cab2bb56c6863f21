import type { Actor } from '../../platform/actor.ts';

/** A command that everything but the limits allows. */
export interface CountedCommand {
  actor: Actor;
  deviceId: number;
  /** Of the device; null: it belongs to nobody. */
  organisationId: number | null;
  writes: boolean;
}

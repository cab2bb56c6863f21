import type { Ownership } from '../../platform/ownership/ownership.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../fleet/index.ts';
import { createRollUps, type RollUps } from './roll-up/create-roll-ups.ts';

/** What is made of stored samples: roll-ups. */
export interface Telemetry {
  ownership: Ownership;
  /** Devices and stations that this server decides over. */
  fleet: OpenFleet;
  sunlight: SunlightOf;
  /** Epoch milliseconds: everything whose storing began before was announced. */
  storedUntil: () => number;
  rollUps: RollUps;
  /** Call after the input has stopped: its last block still counts. */
  stop(): Promise<void>;
}

interface TelemetryParts {
  ownership: Ownership;
  /** All devices and stations, and those that this server decides over. */
  fleet: OpenFleet;
  owned: OpenFleet;
  sunlight: SunlightOf;
  /** Epoch milliseconds: everything whose storing began before was announced. */
  storedUntil: () => number;
}

/**
 * Opens the listeners to stored samples. Call it before anything stored is announced, so that nothing is missed. Start the roll-ups when
 * all listeners to their energies are there.
 */
export function openTelemetry(
  platform: Platform,
  { ownership, fleet, owned, sunlight, storedUntil }: TelemetryParts,
): Telemetry {
  const owns = (deviceId: number) => owned.device(deviceId) !== undefined;
  const rollUps = createRollUps(platform, { ownership, owns, fleet, sunlight, ingest: { storedUntil } });
  return { ownership, fleet: owned, sunlight, storedUntil, rollUps, stop: () => rollUps.stop() };
}
